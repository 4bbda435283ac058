/** A card in forty lines, which answers as a node does. */
import type { AnsweredCharges, PriceAnswer, PricePort, PriceQuestion } from '../../../src/reconcile/prices.js';

const RATES: Readonly<Record<string, [first: number, each: number]>> = {
  A: [3_000, 1_111],
  B: [4_500, 2_025],
  C: [6_150, 3_333],
  // nothing above 1 kg
  D: [9_900, 0],
};
export const LANES = Object.keys(RATES);
export const GST = 18;
const half = (amount: number): number => Math.floor(amount + 0.5);

export interface ToyParcel {
  to: string;
  grams: number;
  leg: 'FORWARD' | 'RTO' | 'REVERSE';
  isCod: boolean;
  valuePaise: number;
  isCollected: boolean;
  lane: string | null;
}

export const laneOf = (to: string): string => ({ '1': 'A', '2': 'B' })[to[0]!] ?? 'C';

/** Amounts in paise; null: NO_RATE. */
export function toyCharges({ to, grams, leg, isCod, valuePaise, isCollected, lane }: ToyParcel, isWithTax = false) {
  const [first, each] = RATES[lane ?? laneOf(to)]!;
  const steps = Math.max(0, Math.ceil((grams - 500) / 500));
  if (each === 0 && grams > 1_000) return null;
  const forward = first + steps * each;
  const weightCharge = leg === 'RTO' ? half((forward * 80) / 100) : forward;
  const fscCharge = half(weightCharge / 10);
  const codCharge = isCod && isCollected && leg === 'FORWARD' ? Math.max(3_000, half((valuePaise * 2) / 100)) : 0;
  const docketCharge = leg === 'FORWARD' ? 500 : 0;
  const insuranceCharge = half(valuePaise / 500);
  const otherCharges = leg === 'RTO' ? 0 : 301;
  const subtotal = weightCharge + fscCharge + codCharge + docketCharge + insuranceCharge + otherCharges;
  const discountAmount = grams > 1_000 ? half(subtotal / 20) : 0;
  const rest = subtotal - discountAmount;
  const taxableAmount = isWithTax ? half((rest * 100) / (100 + GST)) : rest;
  const gstAmount = isWithTax ? rest - taxableAmount : half((rest * GST) / 100);
  return {
    ...{ weightCharge, distanceCharge: 0, fscCharge, codCharge, docketCharge, insuranceCharge, otherCharges },
    ...{ subtotal, nonTaxableAmount: 0, discountAmount, taxableAmount, gstAmount },
    totalAmount: taxableAmount + gstAmount,
  };
}

export class ToyPort implements PricePort {
  readonly asked: PriceQuestion[] = [];
  readonly percentsAsked: PriceQuestion[] = [];

  constructor(private readonly isWithTax = false) {}

  prices(questions: readonly PriceQuestion[]): Promise<readonly PriceAnswer[]> {
    this.asked.push(...questions);
    return Promise.resolve(questions.map((question) => this.#answer(question)));
  }

  taxPercents(questions: readonly PriceQuestion[]): Promise<readonly number[]> {
    this.percentsAsked.push(...questions);
    return Promise.resolve(questions.map(() => GST));
  }

  #answer(question: PriceQuestion): PriceAnswer {
    const assume = question['assume'] as { chargeableWeight?: number; lane?: string; collected?: boolean };
    const to = (question['deliveryPincode'] as string | undefined) ?? '300001';
    const grams = assume.chargeableWeight ?? (question['weight'] as number);
    const leg = (question['direction'] as ToyParcel['leg'] | undefined) ?? 'FORWARD';
    const found = toyCharges(
      {
        to,
        grams,
        leg,
        isCod: question['paymentType'] === 'COD',
        valuePaise: Math.round(((question['declaredValue'] as number | undefined) ?? 0) * 100),
        isCollected: assume.collected !== false,
        lane: assume.lane ?? null,
      },
      this.isWithTax,
    );
    if (found === null) return { isPriced: false, reason: 'NO_RATE' };
    const charges = Object.fromEntries(Object.entries(found).map(([name, paise]) => [name, paise / 100]));
    return {
      isPriced: true,
      charges: charges as unknown as AnsweredCharges,
      chargeableGrams: grams,
      lane: assume.lane ?? laneOf(to),
      fromZone: { id: '1', name: 'Here' },
      toZone: { id: '2', name: 'There' },
      rateCardVersion: '0123456789abcdef',
    };
  }
}
