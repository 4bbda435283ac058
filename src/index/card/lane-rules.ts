/** The lane rules of a rate card, compiled into sets of rules by zone and by what the ends have in common. */
import { pack, unpack } from 'msgpackr';
import { periodOf } from '../../domain/dates.js';
import { bitOf, FACT_SETS, SAME_CITY, SAME_STATE, SAME_ZONE, wordOf, wordsFor } from '../../domain/lanes.js';
import type { LaneColumns } from '../../domain/rate-card.js';
import type { LaneRule, Zone } from '../../model/documents.js';
import { numberedZones } from '../coverage.js';
import { allocate, type Block, resolve } from '../layout.js';
import { laneNumbers } from './lanes.js';

export interface LaneRulesDocuments {
  rules: readonly LaneRule[];
  zones: readonly Zone[];
}

const laneRulesLayout = (rows: number, zones: number, names: number) =>
  ({
    id: ['f64', rows],
    lane: ['u8', rows],
    fromKm: ['f64', rows],
    toKm: ['f64', rows],
    validFrom: ['f64', rows],
    validTo: ['f64', rows],
    starting: ['u32', (zones + 1) * wordsFor(rows)],
    ending: ['u32', (zones + 1) * wordsFor(rows)],
    either: ['u32', (zones + 1) * wordsFor(rows)],
    common: ['u32', FACT_SETS * wordsFor(rows)],
    names: ['u8', names],
  }) as const;

type Conditions = LaneRule['when'];

export function buildLaneRules({ rules, zones: documents }: LaneRulesDocuments, version: number): Block {
  const numbers = laneNumbers(rules);
  const rows = rules.filter(({ status }) => status).sort((a, b) => a.priority - b.priority || a.id - b.id);
  const zones = numberedZones(documents);
  const names = rows.length === 0 ? NO_NAMES : pack([...numbers.keys()]);
  const { block, columns } = allocate(laneRulesLayout(rows.length, zones.length, names.length), version);
  const words = wordsFor(rows.length);
  rows.forEach((rule, row) => {
    const { when } = rule;
    columns.id[row] = rule.id;
    columns.lane[row] = numbers.get(rule.lane)!;
    columns.fromKm[row] = when.kmFrom ?? 0;
    columns.toKm[row] = when.kmTo ?? Infinity;
    const { fromMs, toMs } = periodOf(rule);
    columns.validFrom[row] = fromMs;
    columns.validTo[row] = toMs;
    const add = (sets: Uint32Array, index: number): void => {
      sets[index * words + wordOf(row)]! |= bitOf(row);
    };
    zones.forEach((zone, index) => {
      const number = index + 1;
      if (mayStart(when, zone)) add(columns.starting, number);
      if (mayEnd(when, zone)) add(columns.ending, number);
      if (hasOneOf(when.anyTags, zone.tags)) add(columns.either, number);
    });
    for (let common = 0; common < FACT_SETS; common++) if (allows(when, common)) add(columns.common, common);
  });
  columns.names.set(names);
  return block;
}

const NO_NAMES = new Uint8Array();

interface LaneRules {
  rows: LaneColumns;
  /** The lane of each number, which counts from 1. */
  names: readonly string[];
}

const NONE: LaneRules = { rows: allocate(laneRulesLayout(0, 0, 0), 0).columns, names: [] };

export function resolveLaneRules(block: Block): LaneRules {
  if (block.buffer.byteLength === 0) return NONE;
  const { names, ...rows } = resolve<ReturnType<typeof laneRulesLayout>>(block);
  return { rows, names: unpack(Buffer.from(names)) as string[] };
}

function mayStart({ fromZones, fromTags, bothTags }: Conditions, { id, tags }: Zone): boolean {
  return hasOneOf(fromZones, [id]) && hasOneOf(fromTags, tags) && hasOneOf(bothTags, tags);
}

function mayEnd({ toZones, toTags, bothTags }: Conditions, { id, tags }: Zone): boolean {
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
