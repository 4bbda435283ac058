/** Decides from the catalog what happens to each pincode that is to be assigned to a zone. */
import { emptySetFault, isSinglePincode } from '../../../domain/pincode-sets.js';
import type { Catalog } from '../../documents/catalog.js';
import type { AssignOptions, FailedPincode } from '../../../contract/zone-pincodes.js';
import { MAX_PINCODE_SLOTS } from '../../../limits/documents.js';
import type { PincodeRow, Zone } from '../../../model/documents.js';
import { nearestPincode } from '../../../domain/nearest-pincode.js';

export type Reason = FailedPincode['reason'];

/** The request. */
export interface Wish {
  /** Sets are replaced by their pincodes; those without any are last. */
  pincodes: readonly string[];
  options: AssignOptions;
  /** Whether the caller may create pincodes: a service may. */
  mayCreate: boolean;
  zone: Zone;
}

export type Decision =
  /** `from`: the pincode after which it is created. */
  | { kind: 'assign'; row: PincodeRow; movedFrom: number | null; from: PincodeRow | null }
  | { kind: 'skip' }
  | { kind: 'fail'; reason: Reason; details: string };

/** The decision about each pincode, in the order in which they were first given. */
export type Decisions = Map<string, Decision>;

const WELL_FORMED = /^[1-9][0-9]{5}$/;

export function decideAll(asked: Wish, catalog: Catalog): Decisions {
  const decider = new Decider(asked, catalog);
  const decisions: Decisions = new Map();
  for (const pincode of asked.pincodes) {
    if (!decisions.has(pincode)) decisions.set(pincode, decider.decide(pincode));
  }
  return decisions;
}

/** The decision about a pincode that was given before and had this decision. */
export function repeated(pincode: string, first: Decision, { skipDuplicates = false }: AssignOptions): Decision {
  return first.kind === 'assign' ? existing(pincode, 'was given before in this request', skipDuplicates) : first;
}

function existing(pincode: string, why: string, isSkipped: boolean): Decision {
  return isSkipped ? { kind: 'skip' } : { kind: 'fail', reason: 'ALREADY_EXISTS', details: `${pincode} ${why}` };
}

const invalid = (details: string): Decision => ({ kind: 'fail', reason: 'INVALID_PINCODE', details });

class Decider {
  /** As before this request: a pincode that it creates is not a neighbour for the next. */
  readonly #known: readonly PincodeRow[];
  readonly #assigned: ReturnType<Catalog['assigned']>;
  readonly #within: ((row: PincodeRow) => boolean) | null;
  #created = 0;

  constructor(
    private readonly asked: Wish,
    private readonly catalog: Catalog,
  ) {
    const { zone, options } = asked;
    this.#known = catalog.all('pincodes');
    this.#assigned = catalog.assigned(zone.partnerId);
    this.#within = options.validateGeography === true ? geographyOf(zone) : null;
  }

  decide(pincode: string): Decision {
    if (!isSinglePincode(pincode))
      return invalid(emptySetFault(pincode) ?? `"${pincode}" is not a pincode of six digits`);
    const {
      zone,
      options: { autoCreateMissing = false, skipDuplicates = false },
      mayCreate,
    } = this.asked;
    const row = this.catalog.find('pincodes', pincode);
    if (row === undefined) {
      if (!autoCreateMissing) return invalid(`${pincode} is not a known pincode`);
      if (!mayCreate) return invalid(`${pincode} is not a known pincode, and only a service may create pincodes`);
      return this.#create(pincode);
    }
    const holder = this.#assigned.get(Number(pincode));
    if (holder === zone.id) return existing(pincode, 'is assigned to this zone already', skipDuplicates);
    if (holder !== undefined && skipDuplicates) return { kind: 'skip' };
    return this.#assign(row, holder ?? null, null);
  }

  #create(pincode: string): Decision {
    if (!WELL_FORMED.test(pincode)) return invalid(`${pincode} cannot be a pincode: none begins with 0`);
    const from = nearestPincode(this.#known, pincode);
    if (from === null)
      return invalid(
        `${pincode} is unknown, and so is every pincode that begins with ${pincode.slice(0, 3)}: nothing says where it lies`,
      );
    if (this.#known.length + this.#created >= MAX_PINCODE_SLOTS)
      return invalid(`${pincode} is unknown, and there are ${MAX_PINCODE_SLOTS} pincodes, as many as there may be`);
    const { cityId, stateId } = from;
    const decision = this.#assign(
      { pincode, cityId, stateId, areaIds: [], latitude: null, longitude: null },
      null,
      from,
    );
    if (decision.kind === 'assign') this.#created++;
    return decision;
  }

  #assign(row: PincodeRow, movedFrom: number | null, from: PincodeRow | null): Decision {
    if (this.#within !== null && !this.#within(row))
      return { kind: 'fail', reason: 'GEOGRAPHY_MISMATCH', details: this.#whereabouts(row) };
    return { kind: 'assign', row, movedFrom, from };
  }

  #whereabouts({ pincode, cityId, stateId }: PincodeRow): string {
    // another program may have deleted them meanwhile
    const { catalog } = this;
    const [city, state] = [catalog.find('cities', cityId), catalog.find('states', stateId)];
    const where = [city, state].flatMap((place) => place?.name ?? []).join(', ') || 'no known city';
    return `${pincode} lies in ${where}: in none of the states, cities and areas that the zone names`;
  }
}

/** Whether a pincode lies in a place that the zone names; null: it names none. */
function geographyOf({ geographical }: Zone): ((row: PincodeRow) => boolean) | null {
  const states = new Set(geographical.states);
  const cities = new Set(geographical.cities);
  const areas = new Set(geographical.areas);
  if (states.size + cities.size + areas.size === 0) return null;
  return ({ stateId, cityId, areaIds }) =>
    states.has(stateId) || cities.has(cityId) || areaIds.some((id) => areas.has(id));
}
