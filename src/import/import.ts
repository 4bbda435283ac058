/** What an import is asked to do, and what it makes of a sheet. */
import type { ReplaceTarget } from '../contract/apply.js';
import type { Effect } from '../sheets/serviceability/effect.js';
import type { Name } from '../sheets/serviceability/form.js';
import type { PerKg } from '../sheets/rates/bands.js';
import type { Faults } from '../sheets/tables/faults.js';
import type { SheetMap } from '../sheets/tables/map.js';
import type { MadePincode } from './missing.js';
import type { Table } from '../sheets/tables/table.js';
import type { SheetReading } from '../sheets/tables/reading.js';
import type { ImportKind } from './kinds.js';
import type { ImportLine } from './lines.js';

export interface ImportRequest {
  kind: ImportKind;
  file: string;
  partner: string;
  map: SheetMap;
  /** Name or number; null: the one that fits. */
  sheet: string | null;
  replace: boolean;
  force: boolean;
  skipUnknown: boolean;
  createMissing: boolean;
  createZones: boolean;
  /** Of new zones; null: those of the partner and the sheet. */
  services: readonly string[] | null;
  /** New zones of other couriers of the same sheet, whose ids come first. */
  zonesBefore: number;
  only: readonly Name[] | null;
  others: boolean | null;
  perKg: PerKg;
  /** The sheet's amounts include tax. */
  withTax: boolean;
  /** Rows of the same routes that the sheet does not have stay. */
  keep: boolean;
}

/** What is refused without `force`. */
export class ForceNeeded extends Error {
  constructor(
    readonly code: 'GUARD_LOSSES' | 'TRANSIT_FROM_ONE_TOWN' | 'AMOUNTS_DIFFER',
    message: string,
  ) {
    super(message);
  }
}

/** Options that do not go together. */
export class OptionsClash extends Error {}

export interface Import {
  lines: ImportLine[];
  table: Table;
  reading: SheetReading;
  does: Effect[];
  /** What is left out though the sheet says it, for standard error. */
  skipped: string[];
  /** New pincodes, with the reason for their places. */
  made: readonly MadePincode[];
  /** How many zones it makes. */
  newZones: number;
  /** The parameter `replace` of apply; null: the lines are single rows. */
  replace: ReplaceTarget | null;
  /** Faults found without the node. `lines` are the other rows, in which the node may find more. */
  faults: Faults;
}
