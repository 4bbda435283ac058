/** Whether the rules of a question hold for a body: those of its schema, and those that a schema cannot express. */
import type { CallerKind } from '../caller.js';
import {
  type RequestOf,
  type RequestSchema,
  RequestValidator,
  unknownFieldFault,
  validationFailure,
} from '../contract/faults.js';
import type { Failure } from '../errors.js';
import type { RequestFault } from '../model/schema-faults.js';
import { KnownFields, type UnknownField } from '../model/unknown-fields.js';

export type Validation<S extends RequestSchema> =
  | { ok: true; request: RequestOf<S>; unknown: readonly UnknownField[] }
  | { ok: false; failure: Failure };

export class QuestionValidator<S extends RequestSchema> {
  readonly #validator: RequestValidator<S>;
  readonly #known: KnownFields;

  constructor(schema: S) {
    this.#validator = new RequestValidator(schema);
    this.#known = new KnownFields(schema);
  }

  /**
   * All faults of a body are reported at once; unknown members are faults only in a strict request.
   * @param further faults that no schema expresses
   * @param passedOver members in which nothing counts as unknown
   */
  validate(
    body: unknown,
    further: readonly RequestFault[],
    callerKind: CallerKind,
    isStrict: boolean,
    passedOver = NOTHING,
  ): Validation<S> {
    const accepted = this.#validator.accepts(body);
    const all = this.#known.unknownIn(body);
    const unknown = passedOver.length === 0 ? all : all.filter(({ field }) => !isWithin(field, passedOver));
    if (accepted && further.length === 0 && !(isStrict && unknown.length > 0))
      return { ok: true, request: body, unknown };
    const found = accepted ? [] : this.#validator.faults(body);
    // a field that the schema refuses is reported only once, and so is a member that only this question refuses
    const added = further.filter(({ field }) => !found.some((fault) => fault.field === field));
    const strange = isStrict ? unknown.filter(({ field }) => !further.some((fault) => fault.field === field)) : [];
    const faults = [...found, ...added, ...strange.map(unknownFieldFault)];
    return { ok: false, failure: validationFailure(callerKind, faults, this.#validator.validFields(body, faults)) };
  }
}

const NOTHING: readonly string[] = [];

const isWithin = (field: string, members: readonly string[]): boolean =>
  members.some((name) => field.startsWith(`${name}.`) || field.startsWith(`${name}[`));
