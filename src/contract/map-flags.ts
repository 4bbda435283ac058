/** The numbers of GET /map/pincodes: a file of its own, since the console loads it. */

/** The bits of a pincode's flags, after the service ids where a service is meant. */
export const MAP_FLAGS = {
  PICKUP: 1,
  DELIVERY: 2,
  PREPAID: 4,
  COD: 8,
  REVERSE: 16,
  ODA: 32,
  HILL: 64,
  BLOCKED: 128,
  PICKUP_HELD: 256,
  DELIVERY_HELD: 512,
} as const;

/** The zone of a pincode without one. */
export const NO_ZONE = 0;
