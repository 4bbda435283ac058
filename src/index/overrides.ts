/** The part of a coverage block with the overrides of single pincodes (docs/rules.md#single-pincodes). */
import type { ZonePincode } from '../model/documents.js';
import { type Period, periodOf } from '../domain/dates.js';
import { HOURS_A_DAY } from '../domain/calendar.js';
import { toPaise } from '../domain/money.js';
import { ZONE_ATTRIBUTES_KEPT } from '../domain/rate-card.js';
import { serviceMask, type ServiceTypeId } from '../domain/vocabulary.js';
import { columnsOf, packed, type Source, table, unpacked } from './columns.js';

/** What an entry of a pincode says otherwise than its zone. */
export type PincodeOverrides = Pick<
  ZonePincode,
  'services' | 'attributes' | 'blocked' | 'maxCodAmount' | 'edlKm' | 'transitDays' | 'transitHours'
>;

export type PincodeBlock = NonNullable<PincodeOverrides['blocked']>;

/** By number, which counts from 1; null: not blocked. */
type BlockNames = readonly (PincodeBlock | null)[];

export const blockPeriod = ({ from, to }: PincodeBlock): Period => periodOf({ validFrom: from, validTo: to });

const { u32, f64, u8, ifAny } = columnsOf<PincodeOverrides>();

const COLUMNS = {
  changed: u32(({ services }) => serviceMask(Object.keys(services ?? {}) as ServiceTypeId[])),
  available: u32(({ services }) =>
    serviceMask(
      Object.entries(services ?? {}).flatMap(([service, isAvailable]) =>
        isAvailable ? [service as ServiceTypeId] : [],
      ),
    ),
  ),
  attributes: u32(({ attributes }) => (attributes ? serviceMask(attributes) : ZONE_ATTRIBUTES_KEPT)),
  maxCodPaise: f64(({ maxCodAmount }) => toPaise(maxCodAmount ?? Infinity)),
  // windows as they are: which of them is in force is asked when a quote is made
  blockedFrom: f64(({ blocked }) => (blocked ? blockPeriod(blocked).fromMs : Infinity)),
  blockedTo: f64(({ blocked }) => (blocked ? blockPeriod(blocked).toMs : -Infinity)),
  ...ifAny(({ edlKm }) => (edlKm ?? 0) > 0, { edlKm: f64(({ edlKm }) => edlKm ?? 0) }),
  ...ifAny(({ transitDays, transitHours }) => (transitDays ?? transitHours ?? 0) > 0, {
    transitHours: f64(({ transitDays, transitHours }) => transitHours ?? (transitDays ?? 0) * HOURS_A_DAY),
    transitDays: u8(({ transitDays }) => transitDays ?? 0),
  }),
};

/** By number, which counts from 1; 0 overrides nothing. */
export const overrideColumns = (overrides: readonly PincodeOverrides[]) => table(COLUMNS, [{}, ...overrides]);

export const blockNames = (overrides: readonly PincodeOverrides[]): Source<'u8'> =>
  packed(overrides.map(({ blocked }) => blocked ?? null));

/** Explanations alone need the names, so they are unpacked when they are first asked for. */
export function blocksIn(names: Uint8Array): () => BlockNames {
  let blocks: BlockNames | null = null;
  return () => (blocks ??= [null, ...unpacked<BlockNames>(names)]);
}
