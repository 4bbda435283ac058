/** A line without a partner: the offers of those who are asked, the cheapest first, as a search lists them. */
import { REASON_CODES, type ReasonCode } from '../../domain/reasons.js';
import { reasonCodes } from '../../domain/eligibility.js';
import type { Shipment } from '../../domain/rate-card.js';
import { byCost } from '../../domain/strategies.js';
import type { GenerationView, PartnerView } from '../../index/view.js';
import { candidateOf, type Offer, quote, quoteAll, QuoteBuffer, type OfferCandidate } from '../quote.js';
import type { Route } from '../route.js';

interface LineOffers {
  /** The cheapest first. */
  offers: readonly OfferCandidate[];
  partnersChecked: number;
  /** By the leading code; in the order of the codes. */
  refused: Partial<Record<ReasonCode, number>>;
}

const ofMany = new QuoteBuffer();
const NOT_COVERED: ReasonCode = 'INSUFFICIENT_COVERAGE';

/** @param partners who is asked; null: all active ones */
export function offersFor(
  view: GenerationView,
  route: Route,
  shipment: Shipment,
  partners: readonly PartnerView[] | null,
  excluded: ReadonlySet<string>,
): LineOffers {
  const offers: OfferCandidate[] = [];
  const counts = new Map<ReasonCode, number>();
  const count = (code: ReasonCode, by = 1): void => {
    counts.set(code, (counts.get(code) ?? 0) + by);
  };
  const take = (offer: Offer): void => {
    offers.push(candidateOf(offer));
  };
  if (partners === null) {
    const { refusals, uncovered } = quoteAll(view, route, shipment, excluded, take);
    for (const { reasons } of refusals) count(reasonCodes(reasons)[0]!);
    if (uncovered.length > 0) count(NOT_COVERED, uncovered.length);
  } else
    for (const partner of partners) {
      if (excluded.has(partner.partnerId)) continue;
      const answer = quote(view, partner, route, shipment, ofMany);
      if (answer.price === null) count(reasonCodes(answer.eligibility.reasons)[0]!);
      else take(answer);
    }
  let partnersChecked = offers.length;
  const refused: LineOffers['refused'] = {};
  for (const code of REASON_CODES) {
    const many = counts.get(code);
    if (many === undefined) continue;
    refused[code] = many;
    partnersChecked += many;
  }
  return { offers: offers.sort(byCost), partnersChecked, refused };
}
