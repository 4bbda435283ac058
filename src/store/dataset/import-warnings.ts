/**
 * Warnings of an import about zones and rows of a rate card that are valid but can never count, or that leave shipments
 * without a rate. They look at rows that are active, whatever their dates, and say only what is certain.
 */
import { isDeepStrictEqual } from 'node:util';
import { isActive, periodOf, type Validity } from '../../domain/dates.js';
import { isStandardBase } from '../../domain/bases.js';
import { SHIPMENT_TYPES } from '../../domain/vocabulary.js';
import type { Documents, LaneRule, Package, Partner, Surcharge, TransitLane, Zone } from '../../model/documents.js';
import { type ImportWarning, notAccepted } from '../../model/rules/accepted-warnings.js';
import { zoneWarnings } from './zone-warnings.js';
import { addTo, groupBy } from '../../model/members.js';

const COLLECTIONS = [
  'packages',
  'distance-charges',
  'customer-charges',
  'lane-rules',
  'surcharges',
  'transit-lanes',
  'rto-terms',
] as const;
type Collection = (typeof COLLECTIONS)[number];
type Rows = { [C in Collection]: readonly Documents[C][] };

interface Card extends Rows {
  partner: Partner;
  zones: readonly Zone[];
  /** The surcharges without a partner. */
  general: readonly Surcharge[];
}

type Warnings = Iterable<ImportWarning>;

/** The warnings about the zones and cards of all partners that these do not accept at the moment. */
export function* importWarnings(
  documents: Rows & { partners: readonly Partner[]; zones: readonly Zone[] },
  nowMs: number,
): Warnings {
  const zones = byPartner(documents.zones);
  const rows = Object.fromEntries(COLLECTIONS.map((name) => [name, byPartner<Owned>(documents[name])]));
  for (const partner of documents.partners) {
    const own = (of: ReadonlyMap<string | null, readonly Owned[]>) => of.get(partner.partnerId) ?? [];
    const card = Object.fromEntries(COLLECTIONS.map((name) => [name, own(rows[name]!)])) as unknown as Rows;
    const general = (rows['surcharges']!.get(null) ?? []) as Surcharge[];
    const warnings = warningsOfCard({ ...card, partner, zones: zones.get(partner.partnerId) ?? [], general });
    yield* notAccepted(warnings, partner, nowMs);
  }
}

interface Owned {
  partnerId?: string | null;
}

function byPartner<D extends Owned>(rows: readonly D[]): Map<string | null, D[]> {
  return groupBy(rows, ({ partnerId }) => partnerId ?? null);
}

function* warningsOfCard(card: Card): Warnings {
  for (const zone of card.zones) yield* zoneWarnings(zone, card.partner);
  yield* lanesThatNoRuleGives(card);
  yield* tagsThatNoZoneHas(card);
  yield* hiddenLaneRules(card);
  yield* hiddenTransitLanes(card);
  yield* hiddenRtoTerms(card);
  yield* codesWithoutRows(card);
  yield* openWeights(card);
}

function* lanesThatNoRuleGives(card: Card): Warnings {
  const given = new Set(card['lane-rules'].filter(isActive).map(({ lane }) => lane));
  const message = (lane: string) => `no active lane rule gives the lane ${lane}`;
  for (const collection of ['packages', 'distance-charges', 'transit-lanes'] as const) {
    for (const document of card[collection]) {
      const { lane } = document;
      if (!document.status || !lane || given.has(lane)) continue;
      const never = `${message(lane)}: the row never counts`;
      yield { code: 'ROW_NEVER_COUNTS', collection, document, field: 'lane', message: never } as ImportWarning;
    }
  }
  for (const document of card.surcharges.filter(isActive))
    for (const [index, lane] of (document.when?.lanes ?? []).entries())
      if (!given.has(lane))
        yield {
          code: 'ROW_NEVER_COUNTS',
          collection: 'surcharges',
          document,
          field: `when.lanes[${index}]`,
          message: message(lane),
        };
}

function* tagsThatNoZoneHas(card: Card): Warnings {
  const had = new Set(card.zones.filter(isActive).flatMap(({ tags }) => tags ?? []));
  const isUnknown = (tags: readonly string[] | null | undefined): tags is readonly string[] =>
    tags !== null && tags !== undefined && !tags.some((tag) => had.has(tag));
  const message = (tags: readonly string[], what: string) => `no active zone has ${tags.join(' or ')}: ${what}`;
  for (const document of card['lane-rules'].filter(isActive))
    for (const field of ['fromTags', 'toTags', 'bothTags', 'anyTags'] as const) {
      const tags = document.when[field];
      if (isUnknown(tags))
        yield {
          code: 'TAG_UNUSED',
          collection: 'lane-rules',
          document,
          field: `when.${field}`,
          message: message(tags, 'the rule never holds'),
        };
    }
  for (const document of card.surcharges.filter(isActive)) {
    const tags = document.when?.tags;
    if (isUnknown(tags))
      yield {
        code: 'TAG_UNUSED',
        collection: 'surcharges',
        document,
        field: 'when.tags',
        message: message(tags, 'the row never counts'),
      };
  }
}

/** Whether one row is in force whenever the other one is. */
function covers(one: Validity, other: Validity): boolean {
  const [dates, others] = [periodOf(one), periodOf(other)];
  return dates.fromMs <= others.fromMs && dates.toMs >= others.toMs;
}

/** What a rule says, without members that are null. */
const conditionsOf = ({ when }: LaneRule) =>
  Object.fromEntries(Object.entries(when).filter(([, value]) => value !== null));

function* hiddenLaneRules(card: Card): Warnings {
  const rules = card['lane-rules'].filter(isActive).sort((a, b) => a.priority - b.priority || a.id - b.id);
  for (const [place, document] of rules.entries()) {
    const conditions = conditionsOf(document);
    const before = rules.slice(0, place).find((rule) => {
      const own = conditionsOf(rule);
      return covers(rule, document) && (Object.keys(own).length === 0 || isDeepStrictEqual(own, conditions));
    });
    if (before !== undefined)
      yield {
        code: 'ROW_NEVER_COUNTS',
        collection: 'lane-rules',
        document,
        field: 'priority',
        message: `the rule is never reached: lane rule ${before.id} comes before it and holds whenever it does`,
      };
  }
}

function* hiddenTransitLanes(card: Card): Warnings {
  const rows = card['transit-lanes'].filter(isActive);
  const hours = (row: TransitLane) => row.hours ?? 0;
  for (const document of rows) {
    const before = rows.find(
      (row) =>
        row !== document
        && namesAsMuch(row, document)
        && covers(row, document)
        && (hours(row) < hours(document) || (hours(row) === hours(document) && row.id < document.id)),
    );
    if (before !== undefined)
      yield {
        code: 'ROW_NEVER_COUNTS',
        collection: 'transit-lanes',
        document,
        field: 'hours',
        message: `the row never counts: transit lane ${before.id} is for the same routes and goes before it`,
      };
  }
}

const namesAsMuch = (one: TransitLane, other: TransitLane): boolean =>
  (one.lane ?? null) === (other.lane ?? null)
  && (one.fromZoneId ?? null) === (other.fromZoneId ?? null)
  && (one.toZoneId ?? null) === (other.toZoneId ?? null);

function* hiddenRtoTerms(card: Card): Warnings {
  const rows = card['rto-terms'].filter(isActive);
  for (const document of rows) {
    const before = rows.find(
      (row) =>
        row.id > document.id
        && (row.customerId ?? null) === (document.customerId ?? null)
        && (row.validFrom ?? null) === (document.validFrom ?? null)
        && covers(row, document),
    );
    if (before !== undefined)
      yield {
        code: 'ROW_NEVER_COUNTS',
        collection: 'rto-terms',
        document,
        field: 'id',
        message: `the terms never count: ${before.id} begin at the same moment and have the higher id`,
      };
  }
}

function* codesWithoutRows(card: Card): Warnings {
  const codes = new Set([...card.general, ...card.surcharges].map(({ code }) => code));
  for (const collection of ['customer-charges', 'surcharges'] as const) {
    for (const document of card[collection].filter(isActive)) {
      for (const [index, name] of (document.of ?? []).entries()) {
        if (isStandardBase(name) || codes.has(name)) continue;
        const message = `no surcharge has the code ${name}: it counts 0`;
        yield { code: 'CHARGE_UNKNOWN_BASE', collection, document, field: `of[${index}]`, message } as ImportWarning;
      }
    }
  }
}

/** A customer's rows replace the general ones where one of them matches, also for weights that none of them carries. */
function* openWeights(card: Card): Warnings {
  const groups = new Map<string, Package[]>();
  for (const row of card.packages) {
    if (!row.status || !row.customerId) continue;
    const filters = [row.customerId, row.direction ?? 'FORWARD', row.lane, row.fromZoneId, row.toZoneId];
    // a row for the payment type goes before one for both
    const key = JSON.stringify([...filters, row.paymentType].map((filter) => filter ?? null));
    addTo(groups, key, row);
  }
  const most = card.partner.limits.maxWeight;
  for (const rows of groups.values()) {
    for (const shipmentType of SHIPMENT_TYPES) {
      const ofType = rows.filter((row) => (row.shipmentType ?? shipmentType) === shipmentType);
      const above = ofType.length === 0 ? most : firstOpenWeight(ofType);
      const [document] = ofType;
      if (document === undefined || above >= most) continue;
      const message =
        `the rows for ${document.customerId} carry nothing just above ${above} g, `
        + `and the general rows do not count for this customer: such a shipment has no rate`;
      yield { code: 'RATE_GAP', collection: 'packages', document, field: 'customerId', message };
      break;
    }
  }
}

/** The grams up to which the rows carry every weight. */
function firstOpenWeight(rows: readonly Package[]): number {
  const carried = rows
    .map(({ minWeight, maxWeight, baseWeight, addonWeight }) => ({
      above: minWeight ?? 0,
      upTo: Math.min(maxWeight ?? Infinity, addonWeight === 0 ? baseWeight : Infinity),
    }))
    .sort((a, b) => a.above - b.above);
  let reached = 0;
  for (const { above, upTo } of carried) if (above <= reached) reached = Math.max(reached, upTo);
  return reached;
}
