/** What is expected of a parcel at its delivery pincode, by outcomes (docs/rules.md#outcomes). */

/** From where a rate of a partner comes: the deepest place with a parcel of its own that counts. */
export const EVIDENCE_LEVELS = ['PINCODE', 'CITY', 'STATE', 'PARTNER', 'ALL', 'NONE'] as const;
export type EvidenceLevel = (typeof EVIDENCE_LEVELS)[number];

/** Rates are in ten-thousandths. */
export interface DeliveryRisk {
  /** The share of parcels that return. */
  rto: number;
  /** The share of promised parcels that are in time. */
  onTime: number;
  /** Of `rto`. */
  level: EvidenceLevel;
  /** The parcels at that level that `rto` counts; 0: there are none. */
  n: number;
  /** Whether the partner has any parcel that counts. */
  hasOutcomes: boolean;
}

/** What all partners borrow from. */
export const BASE_RTO = { COD: 1000, PREPAID: 200 } as const;
export const BASE_RATE = 9000;
