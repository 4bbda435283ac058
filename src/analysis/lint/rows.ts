/** Rows that can never count for their zones or lane, and percentages of unknown codes. */
import { isInForce, isOver } from '../../domain/dates.js';
import { isStandardBase } from '../../domain/bases.js';
import { type RawFinding, type LintedCard, zonesByNumber } from './card.js';
import { ruleOrder } from './hidden.js';
import type { Coverage } from './routes.js';

/** CHARGE_UNKNOWN_BASE */
export function unknownBases({ documents, atMs }: LintedCard): RawFinding[] {
  const found: RawFinding[] = [];
  const codes = new Set(documents.surcharges.filter((row) => isInForce(row, atMs)).map(({ code }) => code));
  const rows = [
    ...documents.customerCharges.map((row) => ({ row, name: `customer-charges/${row.id}` })),
    ...documents.surcharges.filter(({ partnerId }) => partnerId).map((row) => ({ row, name: `surcharges/${row.id}` })),
  ];
  for (const { row, name } of rows) {
    if (!isInForce(row, atMs)) continue;
    const unknown = (row.of ?? []).filter((base) => !isStandardBase(base) && !codes.has(base));
    if (unknown.length > 0)
      found.push({
        code: 'CHARGE_UNKNOWN_BASE',
        message: `${name} is a percentage of ${unknown.join(' and ')}, and no row of that code is in force: it counts 0`,
        documents: [name],
        examples: [],
      });
  }
  return found;
}

const noPincodeIn = (zone: number, { documents }: LintedCard): string =>
  documents.zones.some(({ id, status }) => id === zone && !status)
    ? `zone ${zone} is inactive`
    : `no pincode lies in zone ${zone}`;

interface Lanes {
  /** Lanes that a rule gives which may be reached. */
  given: Set<string>;
  /** Lanes that other rules give, each with the id of a rule before one of them that holds whenever it does. */
  behind: Map<string, number>;
}

export function lanesOf(card: LintedCard): Lanes {
  const lanes: Lanes = { given: new Set(), behind: new Map() };
  for (const { row, behind } of ruleOrder(card))
    if (behind === undefined) lanes.given.add(row.lane);
    else lanes.behind.set(row.lane, behind.id);
  return lanes;
}

/** ROW_NEVER_COUNTS of rows that name a lane which no rule gives, or a zone without pincodes. */
export function rowsOfNoRoute(card: LintedCard, { counts }: Coverage): RawFinding[] {
  const found: RawFinding[] = [];
  const { documents, atMs } = card;
  const { given, behind } = lanesOf(card);
  const whyNot = (lane: string): string =>
    behind.has(lane)
      ? `lane-rules/${behind.get(lane)!} always matches first, so no rule gives the lane ${lane}`
      : `no lane rule gives the lane ${lane}`;
  // an inactive zone covers nothing
  const inUse = new Set(
    zonesByNumber(card).flatMap((zone, number) => (zone !== undefined && counts[number]! > 0 ? [zone.id] : [])),
  );
  const rows = [
    ...documents.packages.map((row) => ({ row, name: `packages/${row.id}` })),
    ...documents.transitLanes.map((row) => ({ row, name: `transit-lanes/${row.id}` })),
    ...documents.distanceCharges.map((row) => ({ row, name: `distance-charges/${row.id}` })),
    ...documents.rtoTerms.map((row) => ({ row, name: `rto-terms/${row.id}` })),
    ...documents.weightTerms.map((row) => ({ row, name: `weight-terms/${row.id}` })),
  ];
  for (const { row, name } of rows) {
    if (isOver(row, atMs)) continue;
    const { lane } = row;
    const zones = 'fromZoneId' in row || 'toZoneId' in row ? [row.fromZoneId, row.toZoneId] : [];
    const zone = zones.find((id) => id && !inUse.has(id));
    const why = lane && !given.has(lane) ? whyNot(lane) : zone ? noPincodeIn(zone, card) : null;
    if (why !== null)
      found.push({
        code: 'ROW_NEVER_COUNTS',
        message: `${name} never counts: ${why}`,
        documents: [name],
        examples: [],
      });
  }
  for (const { id, partnerId, status, validFrom, validTo, when } of documents.surcharges) {
    const lanes = when?.lanes ?? [];
    if (!partnerId || lanes.length === 0 || isOver({ status, validFrom, validTo }, atMs)) continue;
    if (lanes.some((lane) => given.has(lane))) continue;
    found.push({
      code: 'ROW_NEVER_COUNTS',
      message: `surcharges/${id} never counts: ${lanes.map(whyNot).join(', and ')}`,
      documents: [`surcharges/${id}`],
      examples: [],
    });
  }
  return found;
}
