/**
 * The price of a shipment that a partner can carry (docs/rules.md#pricing). Every amount is integer paise.
 */
import type { Eligibility } from './eligibility.js';
import { Amounts } from './amounts.js';
import { BASE_ORDERS } from './bases.js';
import { type ChargeColumns, NO_SEZ, type PartnerRoute, type RateCard, type Shipment } from './rate-card.js';
import { discountRow, distanceRow, NO_ROW } from './rates.js';
import { chooseCharge, type ChargeChoice, ChargeFacts, noCharge } from './customer-charges.js';
import { amountOf } from './amounts.js';
import { weekdayOf } from './calendar.js';
import { ServiceCharges, serviceCharges } from './service-charges.js';
import { DueSurcharges, NO_SURCHARGES, type SurchargeChoice, sumOfSurcharges } from './surcharges.js';
import { FORWARD_CHARGE, setTax, setTaxTerms, type Tax } from './tax.js';
import { CHARGE_TYPES } from './vocabulary.js';

/** The settings that prices depend on. */
export interface PricingSettings {
  /** Ten-thousandths of a percent. */
  gstRate: number;
  roadFactor: number;
}

/** A price. Threads fill the same one again and again: see `Quote`. */
export class Price implements Tax {
  chargeableGrams = 0;
  packageRow = NO_ROW;
  weightPaise = 0;
  distanceRow = NO_ROW;
  distancePaise = 0;
  /** The terms of an RTO by percent; NO_ROW: the rows charge what they say. */
  rtoTermsRow = NO_ROW;
  /** What the rows of the package and the distance charge; an RTO by percent is a part of it. */
  forwardWeightPaise = 0;
  forwardDistancePaise = 0;
  freightPaise = 0;
  /** By position in CHARGE_TYPES. */
  readonly charges: (ChargeChoice | null)[] = CHARGE_TYPES.map(() => null);
  readonly services = new ServiceCharges();
  servicesPaise = 0;
  /** In the order of evaluation. */
  surcharges: readonly SurchargeChoice[] = NO_SURCHARGES;
  surchargesPaise = 0;
  /** The sum of services and surcharges. */
  otherPaise = 0;
  subtotalPaise = 0;
  /** The part of the subtotal that is passed on without discount and tax. */
  nonTaxablePaise = 0;
  discountRow = NO_ROW;
  /** The amount that the discount reduces, and its maximum. */
  discountBasePaise = 0;
  discountPaise = 0;
  taxRow = NO_ROW;
  regime = FORWARD_CHARGE;
  taxRate = 0;
  isInRupees = false;
  isIncluded = false;
  taxablePaise = 0;
  isWithinState = false;
  cgstPaise = 0;
  sgstPaise = 0;
  igstPaise = 0;
  gstPaise = 0;
  recipientLiabilityPaise = 0;
  addedTaxPaise = 0;
  totalPaise = 0;
  /** What its charges are filled into, by type. */
  readonly ownCharges: readonly ChargeChoice[] = CHARGE_TYPES.map(noCharge);
  /** What they depend on while it is filled. */
  readonly facts = new ChargeFacts();

  get fsc(): ChargeChoice | null {
    return this.charges[FSC]!;
  }

  get docket(): ChargeChoice | null {
    return this.charges[DOCKET]!;
  }

  get cod(): ChargeChoice | null {
    return this.charges[COD]!;
  }

  get insurance(): ChargeChoice | null {
    return this.charges[INSURANCE]!;
  }
}

const FSC = CHARGE_TYPES.indexOf('fsc');
const DOCKET = CHARGE_TYPES.indexOf('docket');
const COD = CHARGE_TYPES.indexOf('cod');
const INSURANCE = CHARGE_TYPES.indexOf('insurance');
/** In the order of evaluation. */
const CHARGE_ORDER = [DOCKET, COD, INSURANCE, FSC];

/**
 * The price for a partner that `eligibility` found capable, in paise. The rows that count and what each is of, in the
 * order of evaluation (docs/rules.md#order-of-evaluation):
 *
 * 1. Weight charge: the package that eligibility chose (`choosePackage`).
 * 2. Distance charge: the row of the route's distance (`distanceRow`); a percentage is of the weight charge.
 * 3. Freight: the sum of both. RTO terms by percent replace each of them by its share.
 * 4. Services: what each zone charges for those at its end.
 * 5. Docket, COD, insurance and fuel, in this order, one row each (`chooseCharge`: the customer's, else the partner's,
 *    else the default ones; the highest amount). A percentage of docket and fuel is of the freight, one of COD of the
 *    amount to collect, one of insurance of the declared value, unless the row names bases. COD only if the shipment is
 *    paid so, and in no RTO.
 * 6. Surcharges by their `order` (`matchingSurcharges`), then by id: before each charge of step 5 those with a lower
 *    order than it has in BASE_ORDERS, and after fuel the others. So each sees the amounts before it.
 * 7. Discount: the row of the chargeable weight (`discountRow`), of the freight or the taxable subtotal, at most that.
 * 8. Tax of the rest (`setTax`). Surcharges that are not taxable are added after it: neither discount nor tax has them.
 *
 * Where the card's amounts include the tax, taxable rows of no partner, which are without it, are raised by it if
 * nothing that includes it is their base.
 *
 * @param pickupAt when the parcel leaves, milliseconds since the epoch
 * @param gstRate in ten-thousandths of a percent
 * @param into is filled and returned
 */
export function price(
  card: RateCard,
  defaults: ChargeColumns,
  shipment: Shipment,
  route: PartnerRoute,
  eligibility: Eligibility,
  pickupAt: number,
  gstRate: number,
  into = new Price(),
): Price {
  setTaxTerms(card, shipment, gstRate, into);
  const raiseRate = into.isIncluded ? into.taxRate : 0;
  const grams = eligibility.chargeableGrams;
  const forwardWeightPaise = eligibility.package.weightPaise;
  const distance = distanceRow(card.distances, route, shipment.now);
  const forwardDistancePaise = distance === NO_ROW ? 0 : amountOf(card.distances, distance, forwardWeightPaise);
  const { rtoTerms } = eligibility;
  const isPart = rtoTerms !== NO_ROW;
  const weightPaise = isPart ? amountOf(card.rtoTerms, rtoTerms, forwardWeightPaise) : forwardWeightPaise;
  const distancePaise = isPart ? amountOf(card.rtoTerms, rtoTerms, forwardDistancePaise) : forwardDistancePaise;
  const freightPaise = weightPaise + distancePaise;

  const servicesPaise = serviceCharges(card.zones, shipment, route, into.services);

  const amounts = namesBases(card, defaults) ? knownAmounts(weightPaise, distancePaise, servicesPaise, shipment) : null;
  const due =
    amounts === null || card.surcharges.id.length === 0
      ? null
      : new DueSurcharges(card.surcharges, shipment, route, {
          grams,
          weekday: weekdayOf(pickupAt),
          raiseRate,
          customer: (shipment.customerId !== null && card.surchargeCustomers.get(shipment.customerId)) || 0,
        });
  const { customerId, now } = shipment;
  const { facts } = into;
  facts.grams = grams;
  facts.raiseRate = raiseRate;
  facts.amounts = amounts;
  const chargesPaise = setCharges(card, defaults, shipment, due, freightPaise, into);
  if (amounts !== null) due?.before(Infinity, amounts);

  const surcharges = due?.counted ?? NO_SURCHARGES;
  const surchargesPaise = sumOfSurcharges(card.surcharges, surcharges);
  const otherPaise = servicesPaise + surchargesPaise;
  const subtotalPaise = freightPaise + chargesPaise + otherPaise;
  const discount = discountRow(card, customerId, grams, now);
  const isOfFreight = discount !== NO_ROW && card.discounts.ofFreight[discount] === 1;
  const nonTaxablePaise = sumOfSurcharges(card.surcharges, surcharges, 0);
  const discountBasePaise = isOfFreight ? freightPaise : subtotalPaise - nonTaxablePaise;
  const discountPaise =
    discount === NO_ROW ? 0 : Math.min(discountBasePaise, amountOf(card.discounts, discount, discountBasePaise));
  // a recipient in a special economic zone is supplied as one of another state
  const isWithinState = shipment.sez === NO_SEZ && shipment.placeOfSupply === card.gstState;
  setTax(subtotalPaise - nonTaxablePaise - discountPaise, isWithinState, into);
  into.chargeableGrams = grams;
  into.packageRow = eligibility.package.row;
  into.weightPaise = weightPaise;
  into.distanceRow = distance;
  into.distancePaise = distancePaise;
  into.rtoTermsRow = rtoTerms;
  into.forwardWeightPaise = forwardWeightPaise;
  into.forwardDistancePaise = forwardDistancePaise;
  into.freightPaise = freightPaise;
  into.servicesPaise = servicesPaise;
  into.surcharges = surcharges;
  into.surchargesPaise = surchargesPaise;
  into.otherPaise = otherPaise;
  into.subtotalPaise = subtotalPaise;
  into.nonTaxablePaise = nonTaxablePaise;
  into.discountRow = discount;
  into.discountBasePaise = discountBasePaise;
  into.discountPaise = discountPaise;
  into.totalPaise = into.taxablePaise + nonTaxablePaise + into.gstPaise;
  return into;
}

/**
 * The charge of each type, after the surcharges that come before it; its amount is then known to those behind it. Fills
 * `charges` and returns their sum in paise.
 */
function setCharges(
  card: RateCard,
  defaults: ChargeColumns,
  shipment: Shipment,
  due: DueSurcharges | null,
  freightPaise: number,
  { facts, charges, ownCharges }: Price,
): number {
  const { amounts } = facts;
  let sum = 0;
  for (let index = 0; index < CHARGE_ORDER.length; index++) {
    const type = CHARGE_ORDER[index]!;
    charges[type] = null;
    if (type === COD && !shipment.isCollected) continue;
    const basePaise = type === COD ? shipment.codPaise : type === INSURANCE ? shipment.declaredPaise : freightPaise;
    if (amounts !== null) due?.before(BASE_ORDERS[CHARGE_TYPES[type]!], amounts);
    const choice = chooseCharge(card, defaults, shipment, facts, type, basePaise, ownCharges[type]);
    const paise = paiseOf(choice);
    charges[type] = choice;
    sum += paise;
    amounts?.set(CHARGE_TYPES[type]!, paise);
  }
  return sum;
}

/** Whether any amount is a percentage of what other rows charge, so that the amounts have to be kept. */
function namesBases({ surcharges, charges }: RateCard, defaults: ChargeColumns): boolean {
  return surcharges.id.length > 0 || charges.ofStandard.length > 0 || defaults.ofStandard.length > 0;
}

/** The amounts that are known before any charge. */
function knownAmounts(
  weightPaise: number,
  distancePaise: number,
  servicesPaise: number,
  { declaredPaise, codPaise }: Shipment,
): Amounts {
  const amounts = new Amounts();
  amounts.set('weightCharge', weightPaise);
  amounts.set('distanceCharge', distancePaise);
  amounts.set('freight', weightPaise + distancePaise);
  amounts.set('declaredValue', declaredPaise);
  amounts.set('codAmount', codPaise);
  amounts.set('services', servicesPaise);
  return amounts;
}

export const paiseOf = (charge: ChargeChoice | null): number => (charge === null ? 0 : charge.paise);
