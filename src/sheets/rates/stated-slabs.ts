/** Where a sheet says slabs: in columns of their own, or as the names of a matrix. */
import { sheetSlabOf, type Slab } from '../cells/slabs.js';
import { fault as failed, type ParsedCell, parsed } from '../cells/text.js';
import { unitInHeading, unitOf, weight, type WeightUnit } from '../cells/weights.js';
import { plainHeading } from '../tables/headings.js';
import type { Table, TableRow } from '../tables/table.js';
import { unitOfColumn } from '../tables/units.js';
import type { StatedSlab } from './bands.js';
import { type DownKeys, type Key, noteAdvice } from './matrix-keys.js';

interface SlabNames {
  areDown: boolean;
  unit: WeightUnit | null;
}

/**
 * Where the slabs are that no field names: those with units, else those whose unit the map says, else those without
 * one, which are faults. null: nowhere
 */
export function slabsOfNames({ title, keys }: DownKeys, across: readonly Key[], { map }: Table): SlabNames | null {
  const said = unitOf(map.units.get('slab') ?? '');
  const ofTitle = unitInHeading(title) ?? said;
  if (areSlabs(keys, ofTitle)) return { areDown: true, unit: ofTitle };
  if (areSlabs(across, said)) return { areDown: false, unit: said };
  const [areDown, areAcross] = [areSlabs(keys, 'g'), areSlabs(across, 'g')];
  return areDown === areAcross ? null : { areDown, unit: null };
}

/** By the map, else by the heading; below our own heading `slab` weights are grams. */
function unitOfField(table: Table, field: string): WeightUnit | null {
  const [column] = table.columns.fields.get(field) ?? [];
  const isOurs = column?.texts.some((text) => plainHeading(text) === 'slab') === true;
  return unitOfColumn(table, field) ?? (isOurs ? 'g' : null);
}

/** Slabs of the columns `slab`, or `from` and `to`, and `step`. */
export function statedSlabs(table: Table, rows: readonly TableRow[] = table.rows): StatedSlab<Key>[] {
  const field = (['slab', 'from', 'to', 'step'] as const).find((each) => table.hasColumn(each))!;
  const isUnitSaid = unitOfColumn(table, field) !== null;
  return rows.map((row) => {
    const key: Key = { text: row.get(field), names: [], position: row.position(field), row, column: null };
    const step = row.get('step') === '' ? null : weight(row.get('step'), unitOfField(table, 'step'));
    const isOne = field === 'slab';
    const text = isOne ? row.get(field) : `${row.get('from')}-${row.get('to')}`;
    const unit = isOne && row.isByMap(field) ? 'g' : unitOfField(table, field);
    const read = isOne ? sheetSlabOf(text, unit, isUnitSaid) : rangeOf(row, table);
    const slab = read.ok ? read : failed(read.message + row.noteAdvice);
    return step === null || step.ok
      ? { row: key, text, slab, step: step?.value ?? null }
      : { row: key, text, slab: step, step: null };
  });
}

function rangeOf(row: TableRow, table: Table): ParsedCell<Slab> {
  const ends: (number | null)[] = [];
  for (const field of ['from', 'to']) {
    const end = row.get(field) === '' ? null : weight(row.get(field), unitOfField(table, field));
    if (end !== null && !end.ok) return end;
    ends.push(end?.value ?? null);
  }
  const [from = null, to = null] = ends;
  return from !== null && to !== null && to <= from
    ? failed(`must end above where it begins, but is ${from} to ${to} g`)
    : parsed({ kind: 'RANGE', from, to });
}

export const plainSlabs = (keys: readonly Key[], unit: WeightUnit | null): StatedSlab<Key>[] =>
  keys.map((key) => {
    const slab = sheetSlabOf(key.text, unit, false);
    const isOther = key.column !== null && !slab.ok && !/\d/.test(key.text);
    const ofColumn = isOther ? `; if it is no price by weight, say ignore: [${key.text}] in the map` : '';
    const read = slab.ok ? slab : failed(slab.message + ofColumn + noteAdvice(key));
    return { row: key, text: key.text, slab: read, step: null };
  });

/** Whether most texts are slabs: the others are faults then, and so are notes below them. */
function areSlabs(keys: readonly Key[], unit: WeightUnit | null): boolean {
  const fitting = keys.filter(({ text }) => sheetSlabOf(text, unit, false).ok && distanceText(text) === null);
  return fitting.length > 0 && fitting.length * 2 > keys.filter((key) => noteAdvice(key) === '').length;
}

/** null: it says no kilometres. */
const distanceText = (text: string): string | null => (/\bkms?\b/i.test(text) ? text : null);
