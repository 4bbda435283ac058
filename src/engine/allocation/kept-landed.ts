/** A landed cost in the short form that is kept with a decision. */
import type { LandedCost } from '../../domain/landed.js';
import type { EvidenceLevel } from '../../domain/outcomes/risk.js';

/** A landed cost: its parts in paise, the level and the number of its evidence, and 1 if the return is assumed. */
export type KeptLanded = [
  forward: number,
  return_: number,
  cash: number,
  late: number,
  level: EvidenceLevel,
  n: number,
  isReturnAssumed?: 1,
];

export function keptLanded({
  forwardPaise,
  returnPaise,
  cashPaise,
  latePaise,
  evidence,
  isReturnAssumed,
}: LandedCost): KeptLanded {
  const kept: KeptLanded = [forwardPaise, returnPaise, cashPaise, latePaise, evidence.level, evidence.n];
  if (isReturnAssumed) kept.push(1);
  return kept;
}

/** What {@link keptLanded} made it of. */
export const landedIn = ([forward, return_, cash, late, level, n, isAssumed]: KeptLanded): LandedCost => ({
  forwardPaise: forward,
  returnPaise: return_,
  cashPaise: cash,
  latePaise: late,
  totalPaise: forward + return_ + cash + late,
  evidence: { level, n },
  isReturnAssumed: isAssumed === 1,
});
