/**
 * The breakdown of a price: every rule that was applied, its base and its rate, in the order of application. The
 * amounts sum to the total.
 */
import type { Price } from '../../domain/pricing.js';
import { CHARGE_TYPES } from '../../domain/vocabulary.js';
import { NO_ROW } from '../../domain/rates.js';
import { type ChargeChoice } from '../../domain/customer-charges.js';
import type { GenerationView, PartnerView } from '../../index/view.js';
import {
  type CardEntries,
  type ChargeEntries,
  chargeEntriesOf,
  type Detail,
  entryOf,
  rtoEntries,
  taxEntries,
} from './explain-entries.js';
import { surchargeEntries } from './explain-surcharges.js';
import { cardEntriesOf } from './fragments.js';
import { asJson, type Json } from '../../json.js';

/**
 * The entries of an offer's price as a JSON array. Each has `component`, `rule` (the document that set the amount, as
 * collection/id; the setting for GST), `rate` (percent) and `base` (Rupees), both null for a flat amount, and `amount`
 * (Rupees, negative for a discount); in full also `category`, `description` and `calculation`. Lists of many offers
 * omit those, and a rate and base that are null. GST within the partner's state is two entries, CGST and SGST, each
 * with half of the rate; to another state it is one, IGST.
 */
export function explain(view: GenerationView, partner: PartnerView, price: Price, detail: Detail): Json {
  const { card } = partner;
  const own = cardEntriesOf[detail](card);
  let entries = price.rtoTermsRow === NO_ROW ? freightEntries(partner, price, own) : rtoEntries(detail, card, price);
  const { services, charges } = price;
  for (let index = 0; index < TYPES_SHOWN.length; index++) {
    const type = TYPES_SHOWN[index]!;
    const choice = charges[type];
    if (choice) entries += entriesOf(choice, own, view, detail).text(type, choice);
  }
  for (let index = 0; index < services.count; index++) entries += own.service(partner, services.at(index));
  if (price.surcharges.length > 0) entries += surchargeEntries(detail, partner, price.surcharges);
  if (price.discountRow !== NO_ROW) entries += own.discount(partner, price);
  return asJson(`[${entries}${taxEntries(detail, partner, price)}]`);
}

/** Positions in CHARGE_TYPES, in the order of a breakdown. */
const TYPES_SHOWN = (['fsc', 'cod', 'docket', 'insurance'] as const).map((type) => CHARGE_TYPES.indexOf(type));

const entriesOf = ({ owner }: ChargeChoice, own: CardEntries, view: GenerationView, detail: Detail): ChargeEntries =>
  owner === 'default' ? chargeEntriesOf[detail](view.general.charges) : own.charges;

function freightEntries(partner: PartnerView, price: Price, own: CardEntries): string {
  const weight = own.weight(partner, price);
  if (price.distanceRow === NO_ROW) return weight;
  const distance = own.distance(partner.card.distances, partner.names.lanes, price.distanceRow);
  return weight + entryOf(distance, price.weightPaise, price.distancePaise);
}
