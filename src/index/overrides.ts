/** The part of a coverage block that tells what is different at single pincodes (docs/rules.md#single-pincodes). */
import { pack, unpack } from 'msgpackr';
import type { ZonePincode } from '../model/documents.js';
import { type Period, periodOf } from '../domain/dates.js';
import { toPaise } from '../domain/money.js';
import { type OverrideColumns, ZONE_ATTRIBUTES_KEPT } from '../domain/rate-card.js';
import { serviceBit, serviceMask, type ServiceTypeId } from '../domain/vocabulary.js';
import type { Columns } from './layout.js';

/** What an entry of a pincode says otherwise than its zone. */
export type PincodeOverrides = Pick<ZonePincode, 'services' | 'attributes' | 'blocked' | 'maxCodAmount'>;

export type PincodeBlock = NonNullable<PincodeOverrides['blocked']>;

/** By number, which counts from 1; null: not blocked. */
export type BlockNames = readonly (PincodeBlock | null)[];

/** By number, which counts from 1; 0 is for nothing. */
export const overridesLayout = (overrides: number, names: number) =>
  ({
    changed: ['u32', overrides + 1],
    available: ['u32', overrides + 1],
    overriddenAttributes: ['u32', overrides + 1],
    maxCodPaise: ['f64', overrides + 1],
    blockedFrom: ['f64', overrides + 1],
    blockedTo: ['f64', overrides + 1],
    names: ['u8', names],
  }) as const;
type OverridesColumns = Columns<ReturnType<typeof overridesLayout>>;

export const packBlocks = (overrides: readonly PincodeOverrides[]): Uint8Array =>
  pack(overrides.map(({ blocked }) => blocked ?? null));

/** Block windows are kept as they are: which of them is in force is asked when a quote is made. */
export function fillOverrides(
  columns: OverridesColumns,
  overrides: readonly PincodeOverrides[],
  names: Uint8Array,
): void {
  [{}, ...overrides].forEach(({ services, attributes, maxCodAmount, blocked }: PincodeOverrides, number) => {
    for (const [service, isAvailable] of Object.entries(services ?? {})) {
      const bit = serviceBit(service as ServiceTypeId);
      columns.changed[number]! |= bit;
      if (isAvailable) columns.available[number]! |= bit;
    }
    columns.overriddenAttributes[number] = attributes ? serviceMask(attributes) : ZONE_ATTRIBUTES_KEPT;
    columns.maxCodPaise[number] = typeof maxCodAmount === 'number' ? toPaise(maxCodAmount) : Infinity;
    const { fromMs, toMs } = blocked ? blockPeriod(blocked) : NEVER;
    columns.blockedFrom[number] = fromMs;
    columns.blockedTo[number] = toMs;
  });
  columns.names.set(names);
}

const NEVER: Period = { fromMs: Infinity, toMs: -Infinity };

export const blockPeriod = ({ from, to }: PincodeBlock): Period => periodOf({ validFrom: from, validTo: to });

export function resolveOverrides(columns: OverridesColumns): { columns: OverrideColumns; blocks: () => BlockNames } {
  const { changed, available, overriddenAttributes: attributes, maxCodPaise, blockedFrom, blockedTo, names } = columns;
  let blocks: BlockNames | null = null;
  return {
    columns: { changed, available, attributes, maxCodPaise, blockedFrom, blockedTo },
    // explanations alone need them
    blocks: () => (blocks ??= [null, ...(unpack(Buffer.from(names)) as BlockNames)]),
  };
}
