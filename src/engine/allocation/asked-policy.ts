/** The policy that counts for a request, and the parcel as it reads it (docs/rules.md#policies). */
import { type AttributeValue, type ParcelEnd, type PolicyParcel } from '../../domain/allocation/parcel.js';
import { NO_POLICY, type Policy, policyFor } from '../../domain/allocation/policy.js';
import type { Shipment } from '../../domain/rate-card.js';
import { ASKED_STRATEGIES, type AskedStrategy } from '../../domain/strategies.js';
import { FORWARD_DIRECTION, PAYMENT_TYPES, URGENCY_LEVELS, type UrgencyLevel } from '../../domain/vocabulary.js';
import { type Failure, missingScope } from '../../errors.js';
import type { GenerationView } from '../../index/view.js';
import type { Asker } from '../context.js';
import type { Route } from '../route.js';

/** A question that a policy may decide. */
interface PolicyQuestion {
  caller: Pick<Asker, 'kind' | 'id' | 'isManager'>;
  route: Route;
  shipment: Shipment;
  urgency: UrgencyLevel;
  strategy: AskedStrategy;
  attributes: Readonly<Record<string, AttributeValue>> | undefined;
  /** Of the shipment, as of PolicyParcel. */
  askedAt: number;
  /** Of the request. */
  now: number;
  /** As of EngineContext. */
  rowsAt?: number | undefined;
}

export interface AskedPolicy {
  policy: Policy;
  parcel: PolicyParcel;
}

type PolicyLookup = { ok: true; asked: AskedPolicy | null } | { ok: false; failure: Failure };

const WITHOUT: PolicyLookup = { ok: true, asked: null };

/**
 * The policy of a request; null: none counts. Policies are for forward shipments of services.
 * @param policyId of the policies for the parcel this one; `NONE`: no policy; undefined: as their order says
 */
export function askedPolicy(
  view: GenerationView,
  question: PolicyQuestion,
  policyId: string | undefined,
): PolicyLookup {
  const { policies } = view.general;
  const { caller, shipment } = question;
  if (policyId === NO_POLICY) return caller.isManager ? WITHOUT : { ok: false, failure: missingScope('manage') };
  const isMeant = caller.kind === 'service' && shipment.direction === FORWARD_DIRECTION;
  if (policyId === undefined && (!isMeant || policies.length === 0)) return WITHOUT;
  if (isMeant) {
    const parcel = parcelOf(view, question);
    const policy = policyFor(policies, parcel, policyId);
    if (policy !== null) return { ok: true, asked: { policy, parcel } };
    if (policyId === undefined) return WITHOUT;
  }
  return { ok: false, failure: { code: 'POLICY_NOT_FOUND', details: { policyId } } };
}

/** The parcel as policies read it. */
export function parcelOf(view: GenerationView, question: PolicyQuestion): PolicyParcel {
  const { caller, route, shipment, urgency, strategy, attributes, askedAt, now, rowsAt } = question;
  return {
    caller: `${caller.kind}:${caller.id}`,
    customerId: shipment.customerId,
    customerType: shipment.customerType,
    paymentType: shipment.paymentType,
    shipmentType: shipment.shipmentType,
    urgency: URGENCY_LEVELS.indexOf(urgency),
    strategy: ASKED_STRATEGIES.indexOf(strategy),
    services: shipment.services,
    attributes: attributes ?? {},
    from: endOf(view, route.pickupSlot),
    to: endOf(view, route.deliverySlot),
    km: route.generalKm,
    grams: shipment.weights.actualGrams,
    declaredPaise: shipment.declaredPaise,
    codPaise: shipment.codPaise,
    askedAt,
    assignedAt: now,
    ...(rowsAt !== undefined && { rowsAt }),
    riskOf: (partnerId) => view.performance.riskAt(partnerId, route.deliverySlot, PAYMENT_TYPES[shipment.paymentType]!),
  };
}

type Places = Pick<GenerationView, 'geography'> & { general: Pick<GenerationView['general'], 'groups'> };

/** A place as policies read it. */
export function endOf({ geography: { columns }, general: { groups } }: Places, slot: number): ParcelEnd {
  return {
    pincode: columns.pincode[slot]!,
    cityId: columns.cityId[slot]!,
    stateId: columns.stateId[slot]!,
    groups: groups.of(slot),
  };
}
