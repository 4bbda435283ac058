/** The figures of outcomes as the engine reads them. */
import { BASE_RATE, BASE_RTO, type DeliveryRisk } from '../domain/outcomes/risk.js';
import type { PaymentType } from '../domain/vocabulary.js';

export interface Performance {
  /** @param slot of the delivery pincode */
  riskAt(partnerId: string, slot: number, paymentType: PaymentType): DeliveryRisk;
}

/** Where nobody has outcomes. */
export const NO_PERFORMANCE: Performance = {
  riskAt: (_, __, paymentType) => ({
    rto: BASE_RTO[paymentType],
    onTime: BASE_RATE,
    level: 'NONE',
    n: 0,
    hasOutcomes: false,
  }),
};
