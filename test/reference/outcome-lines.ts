/** A slow reading of docs/rules.md#outcomes: what lines add up to, counted one question after the other. */

export interface ReferenceLine {
  partnerId: string;
  deliveryPincode: string;
  paymentType: string;
  pickedUpAt: string;
  promisedAt?: string;
  firstAttemptAt?: string;
  attempts?: number;
  deliveredAt?: string;
  status: string;
}

/** `2026-01-05 acme 560001 COD` → what is counted there; counts of 0 are left out. */
export type ReferenceSums = Record<string, Record<string, number>>;

const HOUR = 3_600_000;

/** The date of the Monday on or before the day in India. */
export function mondayOf(moment: string): string {
  const day = new Date(Date.parse(moment) + 5.5 * HOUR);
  while (day.getUTCDay() !== 1) day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

export function referenceSums(lines: Iterable<ReferenceLine>): ReferenceSums {
  const sums: ReferenceSums = {};
  for (const line of lines) {
    const key = [mondayOf(line.pickedUpAt), line.partnerId, line.deliveryPincode, line.paymentType].join(' ');
    const counts = (sums[key] ??= {});
    for (const name of namesOf(line)) counts[name] = (counts[name] ?? 0) + 1;
  }
  return sums;
}

function namesOf(line: ReferenceLine): string[] {
  const names = ['n'];
  const isClosed = line.status !== 'OPEN';
  if (line.status === 'DELIVERED') names.push('delivered');
  if (line.status === 'RTO') names.push('rto');
  if (line.status === 'LOST') names.push('lost');
  if (line.attempts !== undefined && line.attempts > 0) names.push('attempted');
  if (line.status === 'DELIVERED' && line.attempts === 1) names.push('firstAttempt');
  if (isClosed && line.promisedAt !== undefined) {
    names.push('promised');
    const tried = line.firstAttemptAt ?? line.deliveredAt;
    if (tried !== undefined && new Date(tried) <= new Date(line.promisedAt)) names.push('onTime');
  }
  if (line.firstAttemptAt !== undefined) {
    const hours = (Date.parse(line.firstAttemptAt) - Date.parse(line.pickedUpAt)) / HOUR;
    let end = 24;
    while (hours > end && end <= 360) end += 24;
    names.push(end > 360 ? 'beyond' : `within ${end}`);
  }
  return names;
}

/** The counts of a store in the form of {@link referenceSums}. */
export function inReferenceForm(
  sums: Iterable<{ week: number; partnerId: string; pincode: string; paymentType: string; hours: readonly number[] }>,
): ReferenceSums {
  const found: ReferenceSums = {};
  for (const { week, partnerId, pincode, paymentType, hours, ...counts } of sums) {
    const monday = new Date(week * 24 * HOUR).toISOString().slice(0, 10);
    const all: Record<string, number> = { ...counts };
    for (const [step, count] of hours.entries()) all[step === 15 ? 'beyond' : `within ${24 * (step + 1)}`] = count;
    found[[monday, partnerId, pincode, paymentType].join(' ')] = Object.fromEntries(
      Object.entries(all).filter(([, count]) => count !== 0),
    );
  }
  return found;
}
