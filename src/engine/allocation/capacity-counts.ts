/** What an assigned shipment counts in its partner's capacities, by the rows of now. */
import type { AssignmentRequest } from '../../contract/requests.js';
import { capacityAdditions, demandsOf } from '../../domain/allocation/capacity.js';
import type { CounterAddition } from '../../domain/allocation/counters.js';
import type { GenerationView } from '../../index/view.js';
import { shipmentOfAssignment } from '../assignment-question.js';
import { quote } from '../quote.js';
import { shipmentOf } from '../shipment.js';
import { endsOf, findRoute } from '../route.js';
import { capacityParcelOf } from './capacities.js';

/** The moments of an assignment; milliseconds since the epoch. */
interface AssignedMoments {
  assignedAt: number;
  pickupAt: number;
}

/**
 * Of all rows that match the shipment and are in force on its day. Its chargeable weight is that of the partner's card
 * of now. Empty as well for a shipment whose partner or ends are gone.
 */
export function capacityCountsOf(
  view: GenerationView,
  { shipmentDetails: details }: AssignmentRequest,
  partnerId: string,
  { assignedAt, pickupAt }: AssignedMoments,
): CounterAddition[] {
  const rows = view.general.capacities.get(partnerId);
  const partner = view.partner(partnerId);
  const { pickupPincode, deliveryPincode } = endsOf(details) as ReturnType<typeof endsOf>;
  const route = findRoute(view, pickupPincode, deliveryPincode);
  if (rows === undefined || partner === undefined || 'unknown' in route) return [];
  const described = shipmentOfAssignment(details);
  const moments = { priced: assignedAt, requested: assignedAt, held: assignedAt };
  const shipment = shipmentOf(described, route, view, moments);
  const parcel = capacityParcelOf({ view, now: assignedAt }, route, shipment, described.urgency);
  if (parcel === null) return [];
  const { chargeableGrams } = quote(view, partner, route, shipment).eligibility;
  return capacityAdditions(demandsOf(rows, parcel, { pickupAt, chargeableGrams }));
}
