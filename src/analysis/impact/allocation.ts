/** The effect of a change on who gets shipments: the latest assignments, chosen again with and without it. */
import type { AllocationImpact } from '../../contract/impact.js';
import type { AllocationSide, SampledAssignment } from '../allocation/asked-again.js';
import { placementOf, traitsOf } from '../allocation/outcome.js';
import { SideChooser } from '../allocation/side-chooser.js';
import { OutcomeSums } from '../allocation/sums.js';

/**
 * @param sampled in the order in which they were assigned
 * @param isOver asked before each assignment; true: the rest is left out
 */
export function measureAllocation(
  present: AllocationSide,
  changed: AllocationSide,
  { sampled, nowMs: rowsAt }: { sampled: readonly SampledAssignment[]; nowMs: number },
  isOver: () => boolean,
): AllocationImpact {
  const sums = new OutcomeSums();
  const former = new SideChooser(present, { rowsAt, isMeasured: false });
  const later = new SideChooser(changed, { rowsAt, isMeasured: true });
  let isCut = false;
  for (const each of sampled) {
    if (isOver()) {
      isCut = true;
      break;
    }
    const before = placedBy(former, each, null);
    const after = placedBy(later, each, before.placement?.partnerId ?? null);
    sums.add({
      shipmentId: each.shipmentId,
      holder: before.placement?.partnerId ?? null,
      before: before.placement,
      after: after.placement,
      // nobody has it without the change either: the change refuses nothing
      isRefused: before.placement !== null && after.placement === null,
      traits: after.traits,
      ruleId: after.ruleId,
    });
  }
  return impactOf(sums, later, isCut);
}

function placedBy(chooser: SideChooser, sampled: SampledAssignment, former: string | null) {
  const { view } = chooser.side;
  const asked = chooser.ask(sampled);
  if (asked === null) return { placement: null, traits: null, ruleId: null };
  const { chosen, ruleId } = chooser.choose(asked, former);
  const placement = chosen && placementOf(view, asked, chosen);
  return { placement, traits: traitsOf(view, asked.question), ruleId };
}

function impactOf(sums: OutcomeSums, later: SideChooser, isCut: boolean): AllocationImpact {
  const { rules, ...figures } = later.figures();
  return {
    ...sums.result(),
    ...figures,
    rules: rules.map(({ policyId, rule }) => ({ policyId, ...rule })),
    ...(isCut && { cut: true as const }),
  };
}

/** Of no assignments. @param cut whether there are some, which could not be asked */
export function noAllocation(cut = false): AllocationImpact {
  const figures = { capacities: [], rules: [], never: [] };
  return { ...new OutcomeSums().result(), ...figures, ...(cut && { cut: true as const }) };
}
