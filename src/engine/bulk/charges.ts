/** POST /shipments/calculate-charges/bulk: each line is a question of its own (docs/rules.md#charges-in-bulk). */
import type { Caller } from '../../caller.js';
import { BulkBody, type BulkDetail, type BulkRequest, type BulkShipment } from '../../contract/bulk-request.js';
import { unknownFieldFault, validationFailure } from '../../contract/faults.js';
import { unknownFieldWarning, type Warning } from '../../contract/warnings.js';
import { successHead, successTail } from '../../envelope.js';
import type { Failure } from '../../errors.js';
import type { PartnerView } from '../../index/view.js';
import { rupeesJson, toJson } from '../../json.js';
import { MAX_BULK_PARTNERS, PARTNERS_PER_COUNTED_LINE } from '../../limits/bulk.js';
import { membersIn } from '../../model/members.js';
import type { RequestFault } from '../../model/schema-faults.js';
import type { UnknownField } from '../../model/unknown-fields.js';
import { type Assumption, assumptionOf, placesRoute } from '../assumption.js';
import { chargesOf, type ChargesQuestion, unusedWeights } from '../charges.js';
import type { EngineContext } from '../context.js';
import { NO_FAULTS } from '../parcel-faults.js';
import { quote, QuoteBuffer } from '../quote.js';
import { shipmentOf, shipmentRequestOf } from '../shipment.js';
import { assumedRoute, endsOf, findRoute } from '../route.js';
import { momentsOfCharges } from '../ship-date.js';
import { QuestionValidator } from '../validation.js';
import { TOP_FIELDS, warningsOf } from '../warnings.js';
import { AnswerBytes } from './answer-bytes.js';
import { BulkLinesReader, readBody } from './body.js';
import { type BulkLine, LineReader, unknownDefaults } from './lines.js';
import { offersFor } from './offers.js';
import { type BulkAnswer, type BulkJob, type BulkLines, type BulkSteps, textOf } from './question.js';
import { failedBulk } from './failure.js';
import { failedLine, lineHead, quoteMembers } from './result.js';
import { BulkWarnings } from './warnings.js';

const validator = new QuestionValidator(BulkBody);
const DEFAULT_OFFERS = 3;

/** All lines are priced by the context's generation and moment. */
export function* chargesInBulk(context: EngineContext, job: BulkJob): BulkSteps {
  const { callerKind: kind, callerId: id, isStrict } = job;
  const caller: Caller = { kind, id };
  const fails = (failure: Failure): BulkAnswer => failedBulk(context, job, failure);
  const list = new BulkLinesReader();
  const read = yield* readBody(textOf(job.body), list);
  if (!read.ok) return fails(read.failure);
  const validated = validator.validate(read.value, partnersFaults(read.value), kind, isStrict);
  if (!validated.ok) return fails(validated.failure);
  const request = validated.request as unknown as BulkRequest;
  const strange = unknownDefaults(request.defaults);
  if (isStrict && strange.length > 0) return fails(unknownFailure(caller, strange));
  if (kind === 'partner' && request.partners !== undefined) return fails({ code: 'FORBIDDEN' });
  const chosen = partnersOf(context, request.partners);
  if ('code' in chosen) return fails(chosen);

  const reader = new LineReader(caller, isStrict, context.now, request.defaults);
  const lines: BulkLine[] = [];
  for (const line of list.lines) {
    lines.push(reader.read(line));
    yield undefined;
  }
  const { detail = 'charges', best = DEFAULT_OFFERS } = request;
  const asked = new Set((chosen.partners ?? context.view.partners).map(({ partnerId }) => partnerId));
  let counted = 0;
  for (const line of lines) counted += isOfOne(line, caller) ? 1 : countOfSearch(asked, line);
  yield { counted, lines: lines.length, detail };

  const bulk = new Bulk(context, caller, detail, best, chosen.partners);
  bulk.warnings.add([...job.unknownParameters, ...validated.unknown, ...strange].map(unknownFieldWarning));
  const bytes = new AnswerBytes(job.body.length);
  bytes.add(successHead('"data":{"results":['));
  for (const [index, line] of lines.entries()) {
    const result = bulk.answer(line);
    bytes.add(index === 0 ? result : `,${result}`);
    yield undefined;
  }
  bytes.add(`],${bulk.members()}}`);
  bytes.add(successTail('', job.requestId, context.clock() - job.receivedAt));
  return { status: 200, body: bytes.bytes, lines: bulk.lines };
}

/** Whether a line is priced for one partner, or not at all. */
const isOfOne = (line: BulkLine, caller: Caller): boolean =>
  !line.ok || caller.kind === 'partner' || line.request.partnerId !== undefined;

/** For how many lines a line counts that is priced for these partners. */
function countOfSearch(asked: ReadonlySet<string>, line: BulkLine): number {
  const { excludePartners = [] } = line.ok ? line.request : {};
  const excluded = new Set(excludePartners.filter((partnerId) => asked.has(partnerId)));
  return Math.max(1, Math.ceil((asked.size - excluded.size) / PARTNERS_PER_COUNTED_LINE));
}

const unknownFailure = ({ kind }: Caller, unknown: readonly UnknownField[]): Failure =>
  validationFailure(kind, unknown.map(unknownFieldFault), []);

/** A fault of the whole: of a union the schema could only say that no branch fits. */
function partnersFaults(body: unknown): readonly RequestFault[] {
  const value = membersIn(body)?.partners;
  const isList =
    Array.isArray(value)
    && value.length > 0
    && value.length <= MAX_BULK_PARTNERS
    && value.every((partnerId) => typeof partnerId === 'string');
  if (value === undefined || value === 'ALL' || isList) return NO_FAULTS;
  const message = `must be ALL or a list of 1 to ${MAX_BULK_PARTNERS} partnerIds`;
  return [{ field: 'partners', code: 'INVALID_VALUE', message, value, expectedFormat: 'ALL, or a list' }];
}

/** Null: all active partners. */
function partnersOf(
  { view }: EngineContext,
  partners: BulkRequest['partners'] = 'ALL',
): { partners: readonly PartnerView[] | null } | Failure {
  if (partners === 'ALL') return { partners: null };
  const found: PartnerView[] = [];
  for (const partnerId of new Set(partners)) {
    const partner = view.partner(partnerId);
    if (partner === undefined) return { code: 'PARTNER_NOT_FOUND', details: { partnerId } };
    found.push(partner);
  }
  return { partners: found };
}

const ofLine = new QuoteBuffer();
const NOBODY: ReadonlySet<string> = new Set();

/** The results of a bulk, line by line. */
class Bulk {
  readonly warnings = new BulkWarnings();
  readonly lines: BulkLines = { available: 0, unavailable: 0, failed: 0 };
  #count = 0;
  #totalPaise = 0;

  constructor(
    private readonly context: EngineContext,
    private readonly caller: Caller,
    private readonly detail: BulkDetail,
    private readonly best: number,
    private readonly partners: readonly PartnerView[] | null,
  ) {}

  /** The text of its result. */
  answer(line: BulkLine): string {
    const index = this.#count++;
    const result = line.ok ? this.#priced(index, line.ref, line.request, line.unknown) : line.failure;
    if (typeof result !== 'string') this.lines.failed++;
    return typeof result === 'string' ? result : failedLine(index, line.ref, result);
  }

  /** What the data has besides the results. */
  members(): string {
    const { available, unavailable, failed } = this.lines;
    const { view, nowJson } = this.context;
    return `"summary":{"asked":${this.#count},"available":${available},\
"unavailable":${unavailable},"failed":${failed},"total":${rupeesJson(this.#totalPaise)}},\
"warnings":${this.warnings.json()},"generation":${view.id},"pricedAt":${nowJson}`;
  }

  /** The result of a line, or why it fails. */
  #priced(
    index: number,
    ref: string | null,
    request: BulkShipment,
    unknown: readonly UnknownField[],
  ): string | Failure {
    const { context, caller } = this;
    const { view } = context;
    const { assume = NOTHING } = request;
    const partnerId = request.partnerId ?? (caller.kind === 'partner' ? caller.id : undefined);
    if (caller.kind === 'partner' && partnerId !== caller.id) return { code: 'FORBIDDEN' };
    const { pickupPincode, deliveryPincode } = endsOf(request);
    const route = placesRoute(assume)
      ? assumedRoute(view, pickupPincode, deliveryPincode)
      : findRoute(view, pickupPincode, deliveryPincode);
    if ('unknown' in route) return { code: 'PINCODE_NOT_FOUND', details: { pincodes: route.unknown } };
    const described = shipmentRequestOf(request);
    const moments = momentsOfCharges(request.shipDate, context.now);
    const shipment = shipmentOf(described, route, view, moments, assume);
    if (partnerId === undefined)
      return this.#search(index, ref, { request, route, described, moments, shipment, unknown });
    const partner = assume.carried === true ? view.anyPartner(partnerId) : view.partner(partnerId);
    if (partner === undefined) return { code: 'PARTNER_NOT_FOUND', details: { partnerId } };
    const { assumption, faults } = request.assume === undefined ? NO_ASSUMPTION : assumptionOf(assume, partner);
    if (faults.length > 0) return validationFailure(caller.kind, faults, []);
    const question = { request, partner, route, described, moments, shipment, unknown, assumed: assumption };
    const { members, warnings, totalPaise } = this.#quoted(question);
    this.lines[totalPaise === null ? 'unavailable' : 'available']++;
    this.#totalPaise += totalPaise ?? 0;
    const assumed = request.assume === undefined ? '' : ',"assumed":true';
    return `${lineHead(index, ref)},"ok":true,${members}${assumed}${this.warnings.membersOf(warnings)}}`;
  }

  #quoted(question: ChargesQuestion): { members: string; warnings: readonly Warning[]; totalPaise: number | null } {
    const { partner, shipment, route, request, unknown, assumed } = question;
    const { detail, context, caller } = this;
    if (detail === 'full') {
      const { data, quote: answer, warnings } = chargesOf(context, caller, 'service', question);
      const totalPaise = answer.price === null ? null : answer.price.totalPaise;
      const members = `"available":${totalPaise !== null},"partnerId":${toJson(partner.partnerId)},"data":${data}`;
      return { members, warnings, totalPaise };
    }
    const answer = quote(context.view, partner, route, shipment, ofLine, assumed);
    const further = unusedWeights(request, shipment, partner, answer.eligibility.weightTerms);
    return {
      members: quoteMembers(answer, shipment, detail),
      warnings: warningsOf(unknown, shipment, request, TOP_FIELDS, further),
      totalPaise: answer.price === null ? null : answer.price.totalPaise,
    };
  }

  #search(index: number, ref: string | null, question: Omit<ChargesQuestion, 'partner'>): string {
    const { request, route, shipment, unknown } = question;
    const { view } = this.context;
    const excluded = request.excludePartners === undefined ? NOBODY : new Set(request.excludePartners);
    const { offers, partnersChecked, refused } = offersFor(view, route, shipment, this.partners, excluded);
    this.lines[offers.length === 0 ? 'unavailable' : 'available']++;
    const shown: string[] = [];
    // what the cheapest partner warns of, everybody would
    let warnings: readonly Warning[] | null = null;
    for (const { partner } of offers.slice(0, this.best)) {
      // in full: it was asked for its price alone
      const quoted = this.#quoted({ ...question, partner });
      shown.push(`{${quoted.members}}`);
      warnings ??= quoted.warnings;
    }
    warnings ??= warningsOf(unknown, shipment, request, TOP_FIELDS);
    return `${lineHead(index, ref)},"ok":true,"available":${offers.length > 0},"offers":[${shown.join(',')}],\
"partnersChecked":${partnersChecked},"refused":${toJson(refused)}${this.warnings.membersOf(warnings)}}`;
  }
}

const NOTHING: NonNullable<BulkShipment['assume']> = {};
const NO_ASSUMPTION: { assumption: Assumption | null; faults: readonly [] } = { assumption: null, faults: [] };
