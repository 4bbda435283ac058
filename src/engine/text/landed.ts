/** A landed cost in answers, in Rupees. */
import type { LandedCost } from '../../domain/landed.js';
import { toRupees } from '../../domain/money.js';
import type { LandedAmounts } from '../../contract/answers/landed.js';

export const shownLanded = (landed: LandedCost): LandedAmounts => ({
  forward: toRupees(landed.forwardPaise),
  return: toRupees(landed.returnPaise),
  cash: toRupees(landed.cashPaise),
  late: toRupees(landed.latePaise),
  total: toRupees(landed.totalPaise),
  evidence: { ...landed.evidence, ...(landed.isReturnAssumed && { return: 'ASSUMED' }) },
});
