/** The expected answer to a charge calculation. */
import assert from 'node:assert/strict';
import { REASONS } from '../../../src/domain/reasons.js';
import { paise } from '../../reference/exact.js';
import { referenceCheck } from '../../reference/model.js';
import { atResolution } from '../../reference/resolution.js';
import { amountToCollect, requiredServices } from '../../reference/shipment.js';
import { type Candidate, type Check, type Price, PRICE_AMOUNTS, type Shipment } from '../../reference/types.js';
import { paiseIn, type Entry } from './breakdown.js';
import { momentsOf } from './expect-availability.js';
import {
  assertPriceBreakdown,
  assertReasons,
  assertWarnings,
  gstCodeOf,
  type Json,
  partnerOf,
  type Scene,
  servicesBetween,
  sorted,
} from './scene.js';

const OTHERS_NAMED = 3;

/** `others`: who can carry the shipment, cheapest first; empty where a partner asks, which sees no other partner. */
export function assertChargesRefused(
  scene: Scene,
  data: Json,
  expected: Check,
  shipment: Shipment,
  others: readonly Candidate[],
): void {
  for (const code of expected.reasons) scene.note(`charges:${code}`);
  const { coverage } = data;
  assert.equal(data.available, false);
  assertReasons(scene, coverage.reasons, expected);
  assert.equal(coverage.reason, expected.reasons[0]);
  assert.deepEqual(
    [coverage.pickupCovered, coverage.deliveryCovered],
    [expected.pickup !== null, expected.delivery !== null],
  );
  assert.deepEqual(sorted(coverage.unavailableServices), sorted(expected.unavailable));
  assert.deepEqual(sorted(coverage.availableServices), sorted(servicesBetween(scene, expected, shipment)));
  const named = others.slice(0, OTHERS_NAMED);
  if (named.length > 0) scene.note('charges:another partner');
  const suggested: Json[] = data.alternatives.slice(0, named.length);
  assert.deepEqual(
    suggested.map((one) => [one.suggestion, one.partnerId, one.partnerName, one.hours]),
    named.map(({ partnerId, hours }) => ['CHOOSE_PARTNER', partnerId, partnerOf(scene, partnerId).name, hours]),
  );
  for (const [index, { totalPaise }] of named.entries()) {
    const { totalCost, action } = suggested[index];
    assert.deepEqual([paiseIn(totalCost), typeof action], [totalPaise, 'string']);
  }
  assert.deepEqual(
    data.alternatives.slice(named.length),
    expected.reasons.map((code) => ({ suggestion: code, action: REASONS[code].action })),
  );
  assertWarnings(scene, data.warnings, shipment);
  assert.ok(!('charges' in data));
}

export function assertChargesOffered(
  scene: Scene,
  data: Json,
  expected: Check,
  price: Price,
  shipment: Shipment,
): void {
  const { charges, coverage, calculationDetails } = data;
  assert.equal(data.available, true);
  assert.deepEqual(
    {
      weightCharge: paiseIn(charges.weightCharge),
      distanceCharge: paiseIn(charges.distanceCharge),
      fsc: paiseIn(charges.fscCharge),
      cod: paiseIn(charges.codCharge),
      docket: paiseIn(charges.docketCharge),
      insurance: paiseIn(charges.insuranceCharge),
      otherTotal: paiseIn(charges.otherCharges),
      subtotal: paiseIn(charges.subtotal),
      discount: paiseIn(charges.discountAmount),
      nonTaxable: paiseIn(charges.nonTaxableAmount),
      taxable: paiseIn(charges.taxableAmount),
      gst: paiseIn(charges.gstAmount),
      total: paiseIn(charges.totalAmount),
      chargeableGrams: calculationDetails.chargeableWeight,
      distanceKm: coverage.estimatedDistance,
      hours: coverage.estimatedTime,
      zones: [calculationDetails.applicableZones.from.id, calculationDetails.applicableZones.to.id],
      lane: [calculationDetails.applicableZones.lane, calculationDetails.applicableZones.laneRuleId],
    },
    {
      weightCharge: price.weightCharge,
      distanceCharge: price.distanceCharge,
      fsc: price.fsc,
      cod: price.cod,
      docket: price.docket,
      insurance: price.insurance,
      otherTotal: price.otherTotal,
      subtotal: price.subtotal,
      discount: price.discount,
      nonTaxable: price.nonTaxable,
      taxable: price.taxable,
      gst: price.gst,
      total: price.total,
      chargeableGrams: price.chargeableGrams,
      distanceKm: price.distanceKm,
      hours: expected.hours,
      zones: [String(expected.pickup!.zoneId), String(expected.delivery!.zoneId)],
      lane: [price.lane, price.laneRuleId],
    },
  );
  assert.deepEqual([coverage.pickupCovered, coverage.deliveryCovered], [true, true]);
  assert.deepEqual(sorted(coverage.availableServices), sorted(servicesBetween(scene, expected, shipment)));
  const { pickupPincode, deliveryPincode, weight, pieces, shipmentType, paymentType, declaredValue } =
    atResolution(shipment);
  const { codAmount, ...echoed } = data.shipment;
  assert.deepEqual(echoed, {
    ...(pieces === undefined ? { weight } : { weight: price.actualGrams, pieces }),
    ...{ pickupPincode, deliveryPincode, shipmentType, paymentType, declaredValue },
  });
  assert.equal(paise(codAmount), amountToCollect(shipment));
  assert.deepEqual([calculationDetails.pickupDate, calculationDetails.deliveryDate], momentsOf(expected));
  assertWarnings(scene, data.warnings, shipment);
  assert.match(calculationDetails.rateCardVersion, /^[0-9a-f]{16}$/);
  assert.equal(calculationDetails.calculatedAt, scene.now().toISOString());
  assertSlabs(scene, calculationDetails, price);
  assertRows(scene, data, price);
  assertPriceBreakdown(scene, data.breakdown, expected, true);
  notePrice(scene, price, shipment);
}

function assertSlabs(scene: Scene, { weightSlab, distanceSlab }: Json, price: Price): void {
  const { baseWeight, addonWeight } = scene.world.packages.find((row) => row.id === price.packageRowId)!;
  const steps = price.chargeableGrams <= baseWeight ? 0 : Math.ceil((price.chargeableGrams - baseWeight) / addonWeight);
  assert.equal(weightSlab, steps === 0 ? `${baseWeight} g` : `${baseWeight} g + ${steps} x ${addonWeight} g`);
  const row = scene.world['distance-charges'].find(({ id }) => id === price.distanceRowId);
  assert.equal(distanceSlab, row === undefined ? null : `${row.distanceFrom}-${row.distanceTo} km`);
}

/** The rows that set the price, by the names in the breakdown. */
function assertRows(scene: Scene, { breakdown, discountsApplied }: Json, price: Price): void {
  const entries = breakdown as Entry[];
  const ruleOf = (component: string) => entries.find((entry) => entry.component === component)?.rule;
  const terms = price.rtoTermsId === null ? null : `rto-terms/${price.rtoTermsId}`;
  assert.equal(ruleOf('weightCharge'), terms ?? `packages/${price.packageRowId}`);
  assert.equal(
    ruleOf('distanceCharge'),
    price.distanceRowId === null ? undefined : (terms ?? `distance-charges/${price.distanceRowId}`),
  );
  assert.equal(ruleOf('discount'), price.discountId === null ? undefined : `discounts/${price.discountId}`);
  const others = entries
    .filter(({ component, category }) => component === 'otherCharges' && category === 'service')
    .map(
      ({ rule, description, amount }) =>
        `${rule} ${/ at (pickup|delivery),/.exec(description!)![1]} ${paiseIn(amount)}`,
    );
  assert.deepEqual(
    sorted(others),
    sorted(
      price.other.map(({ service, end, zoneId, amount }) => `zones/${zoneId}/services/${service} ${end} ${amount}`),
    ),
  );
  assert.deepEqual(
    entries
      .filter(({ code }) => code !== undefined)
      .map(({ rule, code, amount, base }) => [rule, code, paiseIn(amount), base ?? null]),
    price.surcharges.map(({ id, code, amount, base }) => [
      `surcharges/${id}`,
      code,
      amount,
      base === null ? null : base / 100,
    ]),
  );
  const discount = scene.world.discounts.find(({ id }) => id === price.discountId);
  assert.deepEqual(
    discountsApplied,
    discount === undefined
      ? []
      : [
          {
            discountId: discount.id,
            description: discount.description ?? '',
            discountType: discount.discountType,
            discountValue: discount.discountValue,
            appliesTo: discount.appliesTo ?? 'SUBTOTAL',
            savedAmount: price.discount / 100,
          },
        ],
  );
  if (discount?.appliesTo === 'FREIGHT') scene.note('price:discount of freight');
}

/** A service sees them only where the recipient has to pay. */
export function assertTaxesOfService(scene: Scene, { charges }: Json, price: Price, shipment: Shipment): void {
  if (price.regime === 'REVERSE_CHARGE') assertTaxes(scene, charges.taxes, price, shipment);
  else assert.ok(!('taxes' in charges));
}

function assertTaxes(scene: Scene, taxes: Json, price: Price, shipment: Shipment): void {
  const { gstAmount, cgst, sgst, igst, recipientLiability, ...said } = taxes;
  assert.deepEqual([gstAmount, cgst, sgst, igst, recipientLiability].map(paiseIn), [
    price.gst,
    price.cgst,
    price.sgst,
    price.igst,
    price.recipientLiability,
  ]);
  assert.deepEqual(said, {
    regime: price.regime,
    sac: price.sac,
    gstRate: price.gstPercent,
    placeOfSupply:
      shipment.customerGstin?.slice(0, 2) ?? shipment.placeOfSupply ?? gstCodeOf(scene, shipment.pickupPincode),
    reverseCharge: price.regime === 'REVERSE_CHARGE',
  });
}

export function assertChargesOfPartner(scene: Scene, data: Json, price: Price, shipment: Shipment, now: Date): void {
  const { charges } = data;
  const { taxes, surcharges, serviceCharges, discounts } = charges;
  assertTaxes(scene, taxes, price, shipment);
  const { fuelSurcharge, codCharge, docketCharge, insuranceCharge, ...byCode } = surcharges;
  assert.deepEqual([fuelSurcharge, codCharge, docketCharge, insuranceCharge].map(paiseIn), [
    price.fsc,
    price.cod,
    price.docket,
    price.insurance,
  ]);
  const sums: Record<string, number> = {};
  for (const { code, amount } of price.surcharges) sums[code] = (sums[code] ?? 0) + amount;
  assert.deepEqual(Object.fromEntries(Object.entries(byCode).map(([code, amount]) => [code, paiseIn(amount)])), sums);
  const byService: Record<string, number> = {};
  for (const { service, amount } of price.other) byService[service] = (byService[service] ?? 0) + amount;
  assert.deepEqual(
    Object.fromEntries(Object.entries(serviceCharges).map(([service, amount]) => [service, paiseIn(amount)])),
    byService,
  );
  assert.equal(paiseIn(discounts.weightDiscount) + price.discount, 0, 'negative');
  assert.equal(charges.roundedAmount, Math.floor(price.total / 100 + 0.5));
  assert.equal(data.chargeableWeight, price.chargeableGrams);
  assert.equal(data.actualWeight, price.actualGrams);
  assert.equal(data.weightType, price.weightType);
  assert.equal(data.volumetricWeight, price.volumetricGrams);
  assert.equal(data.metadata.rateCardVersion, data.calculationDetails.rateCardVersion);
  assertExpressAlternative(scene, data, shipment, now);
}

function assertExpressAlternative(scene: Scene, data: Json, shipment: Shipment, now: Date): void {
  const asked: Shipment = { ...shipment, services: [...shipment.services, 'EXPRESS'] };
  const express = referenceCheck(scene.world, data.partner.partnerId, asked, now, scene.settings);
  assert.ok(express.kind === 'CHECKED');
  const isFaster = shipment.direction !== 'RTO' && !requiredServices(shipment).includes('EXPRESS');
  if (!isFaster || express.reasons.length > 0) {
    assert.deepEqual(data.alternatives, []);
  } else {
    scene.note('charges:express alternative');
    const [{ suggestion, totalAmount, transitHours }] = data.alternatives;
    assert.deepEqual(
      [suggestion, paiseIn(totalAmount), transitHours],
      ['EXPRESS', express.price!.total, express.hours],
    );
  }
}

function notePrice(scene: Scene, price: Price, shipment: Shipment): void {
  for (const name of PRICE_AMOUNTS) {
    if (price[name] > 0) scene.note(`price:${name}`);
  }
  if (price.weightType === 'VOLUMETRIC') scene.note('price:volumetric');
  if (shipment.pieces !== undefined) scene.note('price:pieces');
  if (price.taxable === 0) scene.note('price:free');
  const place = price.isWithinState ? 'within the state' : 'of another state';
  if (shipment.customerGstin !== undefined) scene.note(`price:GSTIN ${place}`);
  const row = scene.world.packages.find(({ id }) => id === price.packageRowId)!;
  if (row.minWeight) scene.note('price:minWeight');
  const rules = price.breakdown.map(({ rule }) => rule);
  for (const collection of ['distance-charges', 'customer-charges'] as const) {
    const counted = scene.world[collection].filter(({ id }) => rules.includes(`${collection}/${id}`));
    if (counted.some(({ validFrom, validTo }) => validFrom || validTo)) scene.note(`price:dated ${collection}`);
  }
  scene.note(price.lane === null ? 'no lane' : 'a lane');
  const rule = scene.world['lane-rules'].find(({ id }) => id === price.laneRuleId);
  for (const [name, value] of Object.entries(rule?.when ?? {})) if (value !== null) scene.note(`lane by ${name}`);
  scene.note(`price:${shipment.direction ?? 'FORWARD'}`);
  if (price.rtoTermsId !== null) scene.note('price:RTO by percent');
  scene.note(`price:tax ${price.regime}`);
  if (price.recipientLiability > 0) scene.note('price:recipientLiability');
  if (price.sac !== null) scene.note('price:sac');
  if (price.breakdown.some(({ rule }) => rule?.startsWith('partners/'))) scene.note('price:own tax rate');
  noteSurcharges(scene, price);
  for (const { service, end } of price.other) scene.note(`price:${service} at ${end}`);
}

function noteSurcharges(scene: Scene, price: Price): void {
  if (price.nonTaxable > 0) scene.note('price:nonTaxable');
  for (const { id, amount } of price.surcharges) {
    const row = scene.world.surcharges.find((surcharge) => surcharge.id === id)!;
    scene.note(`surcharge ${row.basis}`);
    scene.note(
      row.partnerId === null
        ? 'surcharge of no partner'
        : row.customerId
          ? 'surcharge of a customer'
          : 'surcharge of a partner',
    );
    if (amount === 0) scene.note('surcharge of 0');
    if (row.group) scene.note('surcharge of a group');
    for (const [name, value] of Object.entries(row.when ?? {})) if (value !== null) scene.note(`surcharge by ${name}`);
  }
  const charges = price.breakdown.flatMap(({ rule }) => {
    const row = scene.world['customer-charges'].find(({ id }) => rule === `customer-charges/${id}`);
    return row === undefined ? [] : [row];
  });
  for (const row of charges)
    for (const name of ['direction', 'of', 'above', 'min', 'max', 'always'] as const)
      if (row[name] !== null && row[name] !== undefined) scene.note(`charge by ${name}`);
}
