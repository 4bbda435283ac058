/** The lines of a bulk as questions: what a line takes from the defaults, and whether its rules hold. */
import type { Caller } from '../../caller.js';
import { BulkDefaults, BulkShipment } from '../../contract/bulk-request.js';
import type { ParsedBody } from '../../contract/body.js';
import type { Failure } from '../../errors.js';
import { MAX_REF_LENGTH } from '../../limits/bulk.js';
import { isMembers, type Members, membersIn } from '../../model/members.js';
import type { RequestFault } from '../../model/schema-faults.js';
import { KnownFields, type UnknownField } from '../../model/unknown-fields.js';
import { placesRoute } from '../assumption.js';
import { joined, NO_FAULTS, refused } from '../parcel-faults.js';
import { chargesFaults } from '../request-faults.js';
import { toResolution } from '../resolution.js';
import { chargesDateFaults } from '../ship-date.js';
import { QuestionValidator } from '../validation.js';

/** A line whose rules hold, or why it fails. */
export type BulkLine = { ref: string | null } & (
  | { ok: true; request: BulkShipment; unknown: readonly UnknownField[] }
  | { ok: false; failure: Failure }
);

const validator = new QuestionValidator(BulkShipment);
const knownDefaults = new KnownFields(BulkDefaults);
const NAMES: ReadonlySet<string> = new Set(Object.keys(BulkDefaults.properties));

/** What a bulk's defaults have that no line takes. */
export const unknownDefaults = (defaults: unknown): readonly UnknownField[] =>
  knownDefaults.unknownIn(defaults).map(({ field, didYouMean, value }) => ({
    field: `defaults.${field}`,
    didYouMean: didYouMean === null ? null : `defaults.${didYouMean}`,
    value,
  }));

/** By name, the names under which a line may give the same. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  pickupPincode: ['fromPincode'],
  fromPincode: ['pickupPincode'],
  deliveryPincode: ['toPincode'],
  toPincode: ['deliveryPincode'],
  dimensions: ['packageDimensions', 'pieces'],
  packageDimensions: ['dimensions', 'pieces'],
  weight: ['pieces'],
  pieces: ['weight', 'dimensions', 'packageDimensions'],
};
const NO_NAMES: readonly string[] = [];

export class LineReader {
  readonly #defaults: readonly (readonly [string, unknown])[];

  constructor(
    private readonly caller: Caller,
    private readonly isStrict: boolean,
    private readonly now: number,
    defaults: unknown,
  ) {
    this.#defaults = Object.entries(membersIn(defaults) ?? {}).filter(([name]) => NAMES.has(name));
  }

  read(line: ParsedBody): BulkLine {
    if (!line.ok) return { ok: false, ref: null, failure: line.failure };
    const own = line.value;
    const ref = refOf(own);
    const { body, taken } = isMembers(own) ? this.#withDefaults(own) : { body: own, taken: NO_NAMES };
    toResolution('charges', body);
    // what is unknown in a default is said once, of the defaults
    const validated = validator.validate(body, this.#furtherFaults(body), this.caller.kind, this.isStrict, taken);
    return { ref, ...validated };
  }

  #withDefaults(own: Members): { body: Members; taken: readonly string[] } {
    if (this.#defaults.length === 0) return { body: own, taken: NO_NAMES };
    const body: Members = {};
    const taken: string[] = [];
    for (const [name, value] of this.#defaults) {
      if (Object.hasOwn(own, name) || OTHER_NAMES[name]?.some((other) => Object.hasOwn(own, other))) continue;
      body[name] = value;
      taken.push(name);
    }
    // spread, which makes a member of `__proto__` too
    return { body: { ...body, ...own }, taken };
  }

  #furtherFaults(body: unknown): readonly RequestFault[] {
    const fields = membersIn(body);
    if (fields === null) return NO_FAULTS;
    const { assume } = fields;
    const faults = joined(
      refused(fields, 'includeQuoteToken', NOT_IN_BULK),
      refused(fields, 'includeReturns', NOT_IN_BULK),
      refused(fields, 'includeLanded', NOT_IN_BULK),
      chargesFaults(body),
      chargesDateFaults(body, this.now),
    );
    if (assume === undefined) return faults;
    return [...faults.filter((fault) => !isAssumed(fault, assume)), ...this.#assumeFaults(fields)];
  }

  #assumeFaults({ partnerId, assume }: Readonly<Members>): readonly RequestFault[] {
    if (partnerId !== undefined || this.caller.kind === 'partner') return NO_FAULTS;
    return refused({ assume }, 'assume', 'is for a line with partnerId');
  }
}

const NOT_IN_BULK = 'is not for a bulk';

/** Whether a member is missing that the assumption takes the place of. */
function isAssumed({ code, field }: RequestFault, assume: unknown): boolean {
  const given = membersIn(assume);
  if (code !== 'REQUIRED' || given === null) return false;
  return field === 'weight' ? given.chargeableWeight !== undefined : placesRoute(given);
}

/** Null: the line has none that could be echoed. */
function refOf(line: unknown): string | null {
  const ref = membersIn(line)?.ref;
  return typeof ref === 'string' && ref !== '' && ref.length <= MAX_REF_LENGTH ? ref : null;
}
