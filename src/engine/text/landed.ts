/** A landed cost in answers, in Rupees. */
import type { Landed } from '../../domain/landed.js';
import { toRupees } from '../../domain/money.js';
import type { LandedCost } from '../../contract/answers/landed.js';

export const shownLanded = (landed: Landed): LandedCost => ({
  forward: toRupees(landed.forwardPaise),
  return: toRupees(landed.returnPaise),
  cash: toRupees(landed.cashPaise),
  late: toRupees(landed.latePaise),
  total: toRupees(landed.totalPaise),
  evidence: { ...landed.evidence, ...(landed.isReturnAssumed && { return: 'ASSUMED' }) },
});
