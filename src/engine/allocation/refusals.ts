/** Why a shipment is not assigned: nobody can carry it, or a policy lets nobody have it. */
import type { Allocation } from '../../domain/allocation/allocate.js';
import type { PolicyCandidate } from '../../domain/allocation/selector.js';
import type { Policy } from '../../domain/allocation/policy.js';
import type { FullCapacity } from '../../domain/allocation/capacity.js';
import type { Shipment } from '../../domain/rate-card.js';
import type { GenerationView } from '../../index/view.js';
import { type RefusalReason } from '../outcomes.js';
import { type OfferCandidate, quote, QuoteBuffer, type RefusingPartners } from '../quote.js';
import type { Route } from '../route.js';
import { capacityReason } from './capacities.js';
import { leadingReason, refusalCounts } from '../text/parts.js';
import { notCovered, reasonsOf } from '../text/reasons.js';

/** `error` and the first members of `metadata`, of a 200 with data.success false (docs/rules.md#availability). */
interface AssignmentRefusal {
  error: {
    code: string;
    message: string;
    details: readonly string[];
    reasons: readonly object[];
    suggestions: string[];
  };
  metadata: { partnersChecked: number; failureReasons: Record<string, number> };
}

/** Who was asked, and who was wanted. */
interface AskedPartners {
  view: GenerationView;
  route: Route;
  shipment: Shipment;
  /** Those that can carry the shipment and may get it. */
  offers: readonly OfferCandidate[];
  /** Those that can carry it and have no capacity left for it. */
  full: readonly { partnerId: string; full: FullCapacity }[];
  refusing: RefusingPartners;
  /** By hand or by a quote; undefined: nobody. */
  selected: string | undefined;
  excluded: ReadonlySet<string>;
}

const answered = new QuoteBuffer();

/** The partners that cannot carry the shipment or are full, with their reasons. */
function reasonsOfAll({ view, route, shipment, full: fullPartners, refusing: { refusals, uncovered } }: AskedPartners) {
  return [
    ...fullPartners.map(({ partnerId, full }) => ({ partnerId, reasons: [capacityReason(full)] })),
    ...refusals.map(({ partner }) => ({
      partnerId: partner.partnerId,
      reasons: reasonsOf(view, quote(view, partner, route, shipment, answered), shipment),
    })),
    ...uncovered
      .map((place) => view.partners[place]!)
      .map((partner) => ({ partnerId: partner.partnerId, reasons: [notCovered(partner, route)] })),
  ];
}

const metadataOf = ({ offers, full, refusing: { refusals, uncovered } }: AskedPartners) => ({
  partnersChecked: offers.length + full.length + refusals.length + uncovered.length,
  failureReasons: {
    ...refusalCounts(refusals, uncovered.length),
    ...(full.length > 0 && { capacity_full: full.length }),
  },
});

/** Nobody can carry it, or not the partner that was selected. */
export function nobodyCapable(asked: AskedPartners): AssignmentRefusal {
  const { offers, selected, excluded } = asked;
  const refusing = reasonsOfAll(asked);
  const details = refusing.map(
    ({ partnerId, reasons }) => `${partnerId}: ${reasons.map(({ code }) => code).join(', ')}`,
  );
  const capable = offers.map(({ partnerId }) => partnerId);
  const isKnown =
    selected === undefined || capable.includes(selected) || refusing.some(({ partnerId }) => partnerId === selected);
  if (!isKnown) details.unshift(`${selected}: ${excluded.has(selected) ? 'excluded' : 'unknown or not active'}`);
  const actions = new Map(refusing.flatMap(({ reasons }) => reasons.map(({ code, action }) => [code, action])));
  const suggestions: string[] = [...actions.values()];
  if (selected !== undefined && capable.length > 0)
    suggestions.push(`Allow alternatives, or select one of ${capable.join(', ')}`);
  const message =
    selected === undefined || capable.length === 0
      ? 'No partner can carry this shipment'
      : `${selected} cannot carry this shipment`;
  return {
    error: { code: 'NO_CAPABLE_PARTNERS', message, details, reasons: refusing, suggestions },
    metadata: metadataOf(asked),
  };
}

/** Why nobody can carry it, for metrics; of a selected partner its own reason. */
export function reasonOfNobody({
  view,
  selected,
  full,
  refusing: { refusals, uncovered },
}: AskedPartners): RefusalReason {
  if (full.some(({ partnerId }) => (selected ?? partnerId) === partnerId)) return 'CAPACITY_FULL';
  if (selected === undefined) return leadingReason(refusals, uncovered.length);
  const own = refusals.filter(({ partner }) => partner.partnerId === selected);
  const isUncovered = uncovered.some((place) => view.partners[place]!.partnerId === selected);
  return own.length > 0 || isUncovered ? leadingReason(own, 1) : 'PARTNER_NOT_FOUND';
}

/** What a policy refuses; null: it refuses nothing, and nobody could carry the shipment anyway. */
export function refusedByPolicy(
  asked: AskedPartners,
  { policyId }: Policy,
  { refused, emptied, notes }: Pick<Allocation<PolicyCandidate>, 'refused' | 'emptied' | 'notes'>,
): { refusal: AssignmentRefusal; reason: RefusalReason } | null {
  if (refused !== null) {
    const { ruleId, code, message } = refused;
    return {
      refusal: {
        error: {
          code: 'REFUSED_BY_POLICY',
          message,
          details: [ruleId, code, message],
          reasons: [],
          suggestions: [`Look at rule ${ruleId} of the policy ${policyId}`],
        },
        metadata: metadataOf(asked),
      },
      reason: 'REFUSED_BY_POLICY',
    };
  }
  const { offers, selected } = asked;
  const isForbidden = selected !== undefined && offers.some(({ partnerId }) => partnerId === selected);
  if (emptied === null && !isForbidden) return null;
  const refusal = nobodyCapable(asked);
  const acted = notes.filter(({ result }) => result === 'ACTED').map(({ ruleId }) => ruleId);
  const excluded = emptied === null ? [selected!] : offers.map(({ partnerId }) => partnerId);
  const message = isForbidden
    ? `The policy ${policyId} does not let ${selected} have this shipment`
    : `The policy ${policyId} lets no partner have this shipment`;
  return {
    refusal: {
      error: {
        ...refusal.error,
        message,
        details: [...refusal.error.details, ...excluded.map((partnerId) => `${partnerId}: POLICY_EXCLUDED`)],
        suggestions: [...refusal.error.suggestions, `Look at the rules ${acted.join(', ')} of the policy ${policyId}`],
      },
      metadata: {
        ...refusal.metadata,
        failureReasons: { ...refusal.metadata.failureReasons, policy_excluded: emptied ?? 1 },
      },
    },
    reason: 'POLICY_EXCLUDED',
  };
}
