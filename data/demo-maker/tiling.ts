/** Rows that share the weights of a place among them, as contracts write slabs: each weight has one row. */
import type { Rate, Slab } from './card.js';

/** A package row before it is a document. */
export interface PackageRow {
  slab: Slab;
  rate: Rate;
  /** The lane, or zone codes. */
  lane: string | null;
  from: string | null;
  to: string | null;
  /** Of the slab, unless its weights or dates are shared with other rows. */
  minGrams?: number;
  maxGrams?: number;
  validFrom?: string;
  validTo?: string;
}

const SHIPMENT_TYPES = ['B2B', 'B2C'] as const;
const MOST_STEPS = 5_000;
const DAY_MS = 86_400_000;

/**
 * A heavier slab begins where it becomes the cheaper one, and the lighter one ends there. A rate that counts for some
 * years takes the place of the usual one of its slab for that time; the rows of the time after it come last.
 */
export function tiled(rows: readonly PackageRow[]): PackageRow[] {
  const usual = rows.filter(({ slab }) => slab.validity === undefined && (slab.status ?? true));
  for (const shipmentType of SHIPMENT_TYPES)
    for (const group of groupsOf(usual.filter(({ slab }) => (slab.shipmentType ?? shipmentType) === shipmentType)))
      shareWeights(group);
  const later: PackageRow[] = [];
  for (const row of rows) {
    if (row.slab.validity === undefined || hasEnded(row.slab.validity.validTo)) continue;
    const instead = usual.find(
      (other) => keyOf(other) === keyOf(row) && other.slab.baseGrams === row.slab.baseGrams && isOfType(other, row),
    );
    if (instead === undefined) throw new Error(`${row.slab.code} takes the place of no slab`);
    copyBounds(instead, row);
    later.push({ ...instead, validFrom: new Date(Date.parse(row.slab.validity.validTo) + 1).toISOString() });
    instead.validTo = new Date(Date.parse(row.slab.validity.validFrom) - 1).toISOString();
  }
  return [...rows, ...later];
}

const keyOf = ({ lane, from, to, slab }: PackageRow): string =>
  JSON.stringify([lane, from, to, slab.paymentType ?? null, slab.direction ?? 'FORWARD']);

const isOfType = (one: PackageRow, other: PackageRow): boolean => one.slab.shipmentType === other.slab.shipmentType;

function groupsOf(rows: readonly PackageRow[]): PackageRow[][] {
  const groups = new Map<string, PackageRow[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group === undefined) groups.set(keyOf(row), [row]);
    else group.push(row);
  }
  return [...groups.values()].map((group) => group.sort((a, b) => a.slab.baseGrams - b.slab.baseGrams));
}

function shareWeights(group: readonly PackageRow[]): void {
  for (const [index, row] of group.entries()) {
    const next = group[index + 1];
    if (next === undefined) continue;
    const grams = lastCheaper(row, next);
    const known = row.maxGrams ?? row.slab.maxGrams;
    if (row.maxGrams !== undefined && known !== grams)
      throw new Error(`${row.slab.code} ends at ${known} g for one shipment type and at ${grams} g for another`);
    row.maxGrams = grams;
    next.minGrams = grams;
  }
}

/** The last weight at which a lighter slab costs no more than a heavier one. */
function lastCheaper(light: PackageRow, heavy: PackageRow): number {
  if (light.slab.addonGrams === 0) return Math.min(light.slab.baseGrams, light.slab.maxGrams ?? Infinity);
  for (let step = 0; step < MOST_STEPS; step++) {
    // both charge more from the gram on that begins a step of the lighter one
    const grams = light.slab.baseGrams + step * light.slab.addonGrams;
    if (chargeOf(light, grams + 1) > chargeOf(heavy, grams + 1)) return grams;
  }
  throw new Error(`${heavy.slab.code} never becomes cheaper than ${light.slab.code}`);
}

function chargeOf({ slab, rate: [base, addon] }: PackageRow, grams: number): number {
  const steps = Math.max(0, Math.ceil((grams - slab.baseGrams) / slab.addonGrams));
  return Math.max(slab.minCharge ?? 0, base + steps * addon);
}

function copyBounds({ minGrams, maxGrams }: PackageRow, to: PackageRow): void {
  if (minGrams !== undefined) to.minGrams = minGrams;
  if (maxGrams !== undefined) to.maxGrams = maxGrams;
}

/** The demo is made for 2026. */
const hasEnded = (validTo: string): boolean => Date.parse(validTo) < Date.parse('2026-01-01') + DAY_MS;
