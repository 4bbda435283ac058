/** The lane rules of a rate card, compiled into sets of rules by zone and by what the ends have in common. */
import { FACT_SETS, SAME_CITY, SAME_STATE, SAME_ZONE } from '../../domain/lanes.js';
import type { LaneColumns } from '../../domain/rate-card.js';
import type { LaneRule, Zone } from '../../model/documents.js';
import { builderOf, columnsOf, packed, resolveAs, setsOf, table, unpacked, valuesOf } from '../columns.js';
import { numberedZones } from '../coverage.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';
import { laneNumbers } from './lanes.js';
import { DATES } from './rows.js';

type Conditions = LaneRule['when'];

const { f64, u8 } = columnsOf<LaneRule>();

const rowColumns = (numbers: ReadonlyMap<string, number>) => ({
  id: f64(({ id }) => id),
  lane: u8(({ lane }) => numbers.get(lane)!),
  fromKm: f64(({ when }) => when.kmFrom ?? 0),
  toKm: f64(({ when }) => when.kmTo ?? Infinity),
  ...DATES,
});

function columnsFor(documents: Pick<CardDocuments, 'laneRules' | 'zones'>) {
  const { laneRules } = documents;
  const numbers = laneNumbers(documents);
  const rows = laneRules.filter(({ status }) => status).sort((a, b) => a.priority - b.priority || a.id - b.id);
  const zones = numberedZones(documents.zones);
  // number 0 is an end of which no zone is known: it fulfils no condition
  const setsByZone = (isFulfilled: (when: Conditions, zone: Pick<Zone, 'id' | 'tags'>) => boolean) =>
    setsOf(rows, zones.length + 1, ({ when }, number) => isFulfilled(when, zones[number - 1] ?? NO_ZONE));
  return {
    rows: {
      ...table(rowColumns(numbers), rows),
      starting: setsByZone(mayStart),
      ending: setsByZone(mayEnd),
      either: setsByZone(({ anyTags }, { tags }) => hasOneOf(anyTags, tags)),
      common: setsOf(rows, FACT_SETS, ({ when }, common) => allows(when, common)),
    },
    names: numbers.size === 0 ? valuesOf('u8', []) : packed([...numbers.keys()]),
  };
}

const NO_NAMES: readonly string[] = [];
const NO_ZONE = { id: NaN, tags: [] };

export const buildLaneRules = builderOf(columnsFor);

interface LaneRules {
  rows: LaneColumns;
  /** The lane of each number, which counts from 1. */
  names: readonly string[];
}

export function resolveLaneRules(block: Block): LaneRules {
  const { rows, names } = resolveAs<typeof columnsFor>(block);
  return { rows, names: names.length === 0 ? NO_NAMES : unpacked<string[]>(names) };
}

function mayStart({ fromZones, fromTags, bothTags }: Conditions, { id, tags }: Pick<Zone, 'id' | 'tags'>): boolean {
  return hasOneOf(fromZones, [id]) && hasOneOf(fromTags, tags) && hasOneOf(bothTags, tags);
}

function mayEnd({ toZones, toTags, bothTags }: Conditions, { id, tags }: Pick<Zone, 'id' | 'tags'>): boolean {
  return hasOneOf(toZones, [id]) && hasOneOf(toTags, tags) && hasOneOf(bothTags, tags);
}

/** Whether a zone has one of the wanted values; any zone will do where none are given. */
function hasOneOf<T>(wanted: readonly T[] | null | undefined, values: readonly T[] | null | undefined): boolean {
  return wanted === null || wanted === undefined || (values ?? []).some((value) => wanted.includes(value));
}

/** Whether a rule allows ends that have this in common, and nothing else. */
function allows({ sameZone, sameCity, sameState }: Conditions, common: number): boolean {
  const equals = (wanted: boolean | null | undefined, bit: number) =>
    (wanted ?? (common & bit) !== 0) === ((common & bit) !== 0);
  return equals(sameZone, SAME_ZONE) && equals(sameCity, SAME_CITY) && equals(sameState, SAME_STATE);
}
