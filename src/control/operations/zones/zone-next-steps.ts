/** The `nextSteps` of the answer to a new zone: work that remains for the caller. */
import type { Catalog } from '../../documents/catalog.js';
import { MAX_STEP_NAMES, MAX_STEP_TEXT_LENGTH, MAX_STEP_ZONES } from '../../../limits/requests.js';
import type { Partner, Zone } from '../../../model/documents.js';
import type { ZoneTrial } from './coverage.js';
import { CUSTOM_CHARGE_NAMES, type UnreadTimes } from './zone-checks.js';
import type { TakenPlaces } from './zone-places.js';

export interface Findings {
  places: TakenPlaces;
  trial: ZoneTrial;
  /** Pincodes that the zone covers now. */
  covers: number;
  times: UnreadTimes;
  /** Custom charges that never apply, by service. */
  uncounted: readonly [string, string][];
}

/** Sentences, each true of this zone now. */
export function nextStepsOf(
  zone: Zone,
  { places, trial, covers, times, uncounted }: Findings,
  partner: Partner,
  catalog: Catalog,
): string[] {
  const steps = [...placeSteps(zone, places), ...coverageSteps(zone, places, trial)];
  if (!zone.status) steps.push('The zone is inactive and covers nothing while it is.');
  if (partner.status !== 'ACTIVE') steps.push('The partner is inactive: quotes leave it out, with all of its zones.');
  if (!zone.services.some(({ isAvailable }) => isAvailable))
    steps.push('The zone offers no service: shipments that require one cannot begin or end here.');
  if (uncounted.length > 0) {
    steps.push(
      `Custom charges never count that are of no customer type and no shipment type (${CUSTOM_CHARGE_NAMES.join(', ')}): `
        + `${listed(uncounted.map(([service, name]) => `${name} of ${service}`))}.`,
    );
  }
  steps.push(...timeSteps(times));
  const packages = catalog.of('packages', zone.partnerId).filter((row) => row.status);
  const serves = (end: 'fromZoneId' | 'toZoneId') => packages.some((row) => (row[end] ?? null) === null);
  const [begins, ends] = [serves('fromZoneId'), serves('toZoneId')];
  if (!begins)
    steps.push('No active package of the partner applies to a pickup here: shipments from this zone have no rate.');
  if (!ends)
    steps.push('No active package of the partner applies to a delivery here: shipments to this zone have no rate.');
  if (covers > 0 && (begins || ends))
    steps.push(`The zone is in use: POST /partners/availability/check answers for its ${pincodes(covers)}.`);
  return steps;
}

function placeSteps({ id }: Zone, { failures, results }: TakenPlaces): string[] {
  const steps: string[] = [];
  const held = failures.filter(({ reason }) => reason === 'ALREADY_ASSIGNED').length;
  const unknown = failures.length - held;
  if (unknown > 0)
    steps.push(
      `${unknown} of the places do not exist: look them up in GET /pincodes, /areas, /cities or /pincodes/states.`,
    );
  if (held > 0)
    steps.push(
      `${held} of the pincodes belong to other zones of the partner: POST /zones/${id}/assign/pincodes moves them here.`,
    );
  const taken = Object.values(results).reduce((sum, { assigned }) => sum + assigned, 0);
  if (taken === 0) steps.push(`The zone has no places yet: assign pincodes with POST /zones/${id}/assign/pincodes.`);
  return steps;
}

function coverageSteps({ id }: Zone, { geographical }: TakenPlaces, { covered, named, holders }: ZoneTrial): string[] {
  const start = covered.pincodes === 0 ? 'The zone covers nothing: ' : '';
  if (holders.length > 0) {
    const sum = (of: ZoneTrial['holders']) => of.reduce((total, { pincodes: count }) => total + count, 0);
    const shown = holders
      .slice(0, MAX_STEP_ZONES)
      .map(({ zone, pincodes: count }) => `${count} to "${zone.name}" (id ${zone.id})`);
    const others = holders.slice(MAX_STEP_ZONES);
    if (others.length > 0) shown.push(`${sum(others)} to ${others.length} more`);
    return [
      `${start}${sum(holders)} of the ${pincodes(named)} of its places belong to other zones of the partner, which count `
        + `before it: ${shown.join(', ')}. Assign those that it is to have to this zone with `
        + `POST /zones/${id}/assign/pincodes, which decides before places do.`,
    ];
  }
  const hasPlaces = Object.values(geographical).some((ids) => ids.length > 0);
  return start !== '' && hasPlaces
    ? [`${start}its places have no pincodes. Assign some with POST /zones/${id}/assign/pincodes.`]
    : [];
}

function timeSteps({ hours, cutoffTimes }: UnreadTimes): string[] {
  const steps: string[] = [];
  const texts = (of: readonly [string, string][]) => listed(of.map(([name, text]) => `${name} ${quoted(text)}`));
  if (hours.length > 0)
    steps.push(
      `Operating hours that are neither HH:mm-HH:mm (00:00 to 23:59) nor CLOSED are stored as text: ${texts(hours)}.`,
    );
  if (cutoffTimes.length > 0)
    steps.push(`Cutoff times that are not HH:mm (00:00 to 23:59) are stored as text: ${texts(cutoffTimes)}.`);
  return steps;
}

function listed(names: readonly string[]): string {
  const more = names.length - MAX_STEP_NAMES;
  return names.slice(0, MAX_STEP_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function quoted(text: string): string {
  return JSON.stringify(text.length > MAX_STEP_TEXT_LENGTH ? `${text.slice(0, MAX_STEP_TEXT_LENGTH)}…` : text);
}

function pincodes(count: number): string {
  return `${count} ${count === 1 ? 'pincode' : 'pincodes'}`;
}
