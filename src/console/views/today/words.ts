/** States and reasons of shipments as people call them. */
import type { cancelShipment, reassignShipment } from '../../../client/operations.js';
import type { Shipment } from './find.js';

type State = Shipment['lifecycle']['state'];
export type CancelReason = Parameters<typeof cancelShipment>[2]['reason'];
export type ReassignReason = Parameters<typeof reassignShipment>[2]['reason'];

export const STATES: Readonly<Record<State | 'REASSIGNED', string>> = {
  ASSIGNED: 'assigned',
  CONFIRMED: 'confirmed',
  HANDED_OVER: 'handed over',
  CANCELLED: 'cancelled',
  REASSIGNED: 'reassigned',
};

const CANCELLING: Readonly<Record<CancelReason, string>> = {
  ORDER_CANCELLED: 'The order is cancelled',
  DUPLICATE: 'It is there twice',
  ADDRESS: 'The address is wrong',
  STOCK: 'Nothing is in stock',
  OTHER: 'Another reason',
};
const REASSIGNING: Readonly<Record<ReassignReason, string>> = {
  MANUAL: 'A person chose so',
  PICKUP_MISSED: 'It was not picked up',
  AWB_REFUSED: 'The courier gave no AWB',
  CAPACITY: 'No room, or a strike',
  PRICE: 'The price',
  SERVICE: 'The service',
  OTHER: 'Another reason',
};
export const CANCEL_REASONS = Object.entries(CANCELLING) as [CancelReason, string][];
export const REASSIGN_REASONS = Object.entries(REASSIGNING) as [ReassignReason, string][];

/** Of a reason in the history; null: the attempt has not ended. */
export const reasonWords = (reason: CancelReason | ReassignReason | null): string =>
  reason === null ? '' : ({ ...CANCELLING, ...REASSIGNING }[reason] ?? reason);
