/** What this node was asked in the last 24 hours: a sample of bounded size, of nothing but what pricing reads. */
import type { AssignmentRequest, AvailabilityRequest, ChargesRequest } from '../../contract/requests.js';
import { type PricingRequest, pricingRequestOf } from '../../engine/pricing-request.js';
import { shipmentOfAssignment } from '../../engine/assignment-question.js';
import { type ParcelRequest, type ShipmentRequest, shipmentRequestOf } from '../../engine/shipment.js';
import { toResolution } from '../../engine/resolution.js';
import { endsOf } from '../../engine/route.js';
import type { AnsweredQuestion, Question, QuestionJob } from '../../engine/question.js';
import { MAX_SAMPLED_MEMBERS, MAX_SAMPLED_QUESTIONS, SAMPLE_SWEEP_MS, SAMPLE_WINDOW_MS } from '../../limits/control.js';

export interface SampledQuestion {
  question: Question;
  /** The partner that it named; null: all but `excluded`. */
  partnerId: string | null;
  excluded: readonly string[];
  shipDate?: string | undefined;
  shipment: PricingRequest;
}

/** What pricing reads of a question that was answered, so that its body is known to be valid. */
export function sampledOf({ question, callerKind, callerId, body }: QuestionJob): SampledQuestion {
  const own = callerKind === 'partner' ? callerId : null;
  const parsed: unknown = JSON.parse(body);
  toResolution(question, parsed);
  switch (question) {
    case 'charges': {
      const request = parsed as ChargesRequest;
      const { partnerId, shipDate } = request;
      const shipment = askedParcel(request);
      return { question, partnerId: own ?? partnerId!, excluded: NONE, shipDate, shipment };
    }
    case 'availability': {
      const request = parsed as AvailabilityRequest;
      const { partnerId, shipDate, excludePartners = NONE } = request;
      const shipment = askedParcel(request);
      return { question, partnerId: own ?? partnerId ?? null, excluded: [...excludePartners], shipDate, shipment };
    }
    case 'assignment': {
      const { shipmentDetails, assignmentPreferences } = parsed as AssignmentRequest;
      const { excludePartners = NONE, shipDate } = shipmentDetails;
      const shipment = askedParcel(shipmentDetails, shipmentOfAssignment(shipmentDetails));
      const { assignmentStrategy, selectedPartner, allowAlternatives = false } = assignmentPreferences;
      const isForOne = assignmentStrategy === 'MANUAL_SELECTION' && !allowAlternatives;
      const named = isForOne ? (selectedPartner ?? shipmentDetails.assignedPartnerId) : null;
      return { question, partnerId: own ?? named ?? null, excluded: [...excludePartners], shipDate, shipment };
    }
  }
}

type AskedRequest = Parameters<typeof endsOf>[0];

function askedParcel(request: AskedRequest, parcel?: ShipmentRequest): PricingRequest {
  const { pickupPincode, deliveryPincode } = endsOf(request);
  return pricingRequestOf(pickupPincode, deliveryPincode, parcel ?? shipmentRequestOf(request as ParcelRequest));
}

const NONE: readonly string[] = [];

export interface OutcomeCount {
  question: Question;
  /** An index into {@link OUTCOMES}. */
  outcomeCode: number;
  count: number;
}

export interface SampledOutcomes {
  questions: number;
  /** In any order. */
  counts: OutcomeCount[];
}

interface SampleSlot {
  atMs: number;
  /** The number of its pieces and of the partners that it excludes, which have no bound of their own in memory. */
  members: number;
  /** The partner that it named; null: none. */
  partnerId: string | null;
  question: Question;
  outcomeCode: number;
  /** The question as JSON: pricing happens on another thread, to which a text crosses fastest. */
  text: string;
}

/**
 * A reservoir: a question takes a free slot, or the slot of a random question if there is none. The front sends it each
 * question with the same chance (src/http/sampling.ts), so until the first one is a day old each question of the window
 * is in it with the same probability. After that, slots become free at the pace at which questions arrive, if a day is
 * like the day before.
 */
export class Sample {
  #slots: SampleSlot[] = [];
  #members = 0;
  #sweptAtMs = Number.NEGATIVE_INFINITY;

  /** @param random uniform in [0, 1) */
  constructor(private readonly random: () => number = Math.random) {}

  /** The number of questions, including old ones until the next sweep. */
  get size(): number {
    return this.#slots.length;
  }

  take(taken: AnsweredQuestion): void {
    const { receivedAt, question, outcomeCode } = taken;
    if (Math.abs(receivedAt - this.#sweptAtMs) >= SAMPLE_SWEEP_MS) this.#sweep(receivedAt);
    const sampled = sampledOf(taken);
    const members = (sampled.shipment.pieces?.length ?? 0) + sampled.excluded.length;
    while (this.#slots.length >= MAX_SAMPLED_QUESTIONS || this.#members + members > MAX_SAMPLED_MEMBERS) this.#drop();
    const { partnerId } = sampled;
    this.#slots.push({ atMs: receivedAt, members, partnerId, question, outcomeCode, text: JSON.stringify(sampled) });
    this.#members += members;
  }

  /** The questions of the last 24 hours that named nobody or one of these partners, each as JSON, in no order. */
  questions(nowMs: number, isNamed: (partnerId: string) => boolean): string[] {
    this.#sweep(nowMs);
    return this.#slots.filter(({ partnerId }) => partnerId === null || isNamed(partnerId)).map(({ text }) => text);
  }

  /** How many questions of the last 24 hours had which outcome. */
  outcomes(nowMs: number): SampledOutcomes {
    this.#sweep(nowMs);
    const counts = new Map<string, OutcomeCount>();
    for (const { question, outcomeCode } of this.#slots) {
      const key = `${question} ${outcomeCode}`;
      const count = counts.get(key);
      if (count === undefined) counts.set(key, { question, outcomeCode, count: 1 });
      else count.count += 1;
    }
    return { questions: this.#slots.length, counts: [...counts.values()] };
  }

  /** Removes a random one. */
  #drop(): void {
    const slot = Math.floor(this.random() * this.#slots.length);
    this.#members -= this.#slots[slot]!.members;
    this.#slots[slot] = this.#slots.at(-1)!;
    this.#slots.pop();
  }

  /** Removes old questions. */
  #sweep(nowMs: number): void {
    this.#sweptAtMs = nowMs;
    this.#slots = this.#slots.filter(({ atMs }) => nowMs - atMs < SAMPLE_WINDOW_MS);
    this.#members = this.#slots.reduce((total, { members }) => total + members, 0);
  }
}
