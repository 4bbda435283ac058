/** Asks the running server and holds every number and code of its answer against the reference model. */
import assert from 'node:assert/strict';
import { REASONS, type ReasonCode } from '../../src/domain/reasons.js';
import type { Partner, Zone } from '../../src/schemas/documents.js';
import { referenceCheck, referenceChoose, referenceChooseManually, referenceDistanceKm, referenceFindAll } from '../reference/model.js';
import type { Rng } from '../reference/rng.js';
import type { Candidate, Check, FindAll, Price, ServiceId, Shipment, Strategy, World } from '../reference/types.js';
import type { TestApp } from '../support/app.js';
import { MAIN, partnerCredential } from '../support/app.js';
import type { Reply } from '../support/client.js';
import { assertBreakdown, paiseIn, type Entry } from './breakdown.js';
import { assignmentBody, availabilityBody, chargesBody, untimed, type Body, type Choice } from './requests.js';

export const STRATEGIES: readonly Strategy[] = ['BEST_MATCH', 'FASTEST', 'CHEAPEST', 'MOST_RELIABLE', 'BALANCED'];

const LEVEL_OF_NONE = 'none';
const sorted = (values: readonly string[]): string[] => [...values].sort();
const codesIn = (reasons: { code: string }[]): string[] => reasons.map(({ code }) => code);

/** eslint would have every answer typed; here each field that is read is compared. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

export interface ComparisonOptions {
  app: TestApp;
  world: World;
  rng: Rng;
  /** Says in a failure how to come back to it. */
  label: string;
  /** What was reached, by name. */
  seen: Map<string, number>;
}

export class Comparison {
  readonly #app: TestApp;
  readonly #world: World;
  readonly #rng: Rng;
  readonly #label: string;
  readonly #seen: Map<string, number>;
  /** What the model said of a shipment, by partner and moment: it is asked more slowly than the server. */
  readonly #checks = new WeakMap<Shipment, Map<string, ReturnType<typeof referenceCheck>>>();
  readonly #searches = new WeakMap<Shipment, Map<number, ReturnType<typeof referenceFindAll>>>();
  #shipments = 0;
  compared = 0;

  constructor({ app, world, rng, label, seen }: ComparisonOptions) {
    this.#app = app;
    this.#world = world;
    this.#rng = rng;
    this.#label = label;
    this.#seen = seen;
  }

  /** One shipment, every question, every partner and every strategy. */
  async everything(shipment: Shipment): Promise<void> {
    const withoutTime = untimed(shipment);
    await Promise.all([
      ...this.#world.partners.map(({ partnerId }) => this.partner(partnerId, shipment)),
      this.charges('no-such-partner', withoutTime, 'service'),
      this.findAll(shipment),
      ...STRATEGIES.map((strategy) => this.assignment(withoutTime, strategy)),
      ...[false, true].map((allowAlternatives) => this.assignment(withoutTime, { selected: this.#rng.pick(this.#world.partners).partnerId, allowAlternatives })),
    ]);
  }

  /** One shipment and one partner: charges and availability, as the service and as the partner itself. */
  async partner(partnerId: string, shipment: Shipment): Promise<void> {
    const withoutTime = untimed(shipment);
    await Promise.all([
      this.charges(partnerId, withoutTime, 'service'), this.charges(partnerId, withoutTime, 'partner'),
      this.availability(partnerId, shipment, 'service'), this.availability(partnerId, shipment, 'partner'),
    ]);
    this.compared++;
  }

  /** The shipment has no maximum delivery time: charges know none. */
  async charges(partnerId: string, asked: Shipment, as: 'service' | 'partner'): Promise<void> {
    const now = this.#now();
    const expected = this.#check(partnerId, asked);
    const names = as === 'service' || this.#rng.chance(0.5);
    const body = chargesBody(this.#rng, asked, names ? partnerId : undefined);
    await this.#hold('charges', body, partnerId, as, (reply) => {
      if (expected.kind !== 'CHECKED') return this.#unknown('charges', reply, expected);
      assert.equal(reply.status, 200);
      assert.deepEqual([reply.json.success, reply.json.from_cache], [true, true]);
      const { data } = reply.json;
      const { name } = this.#partnerOf(partnerId);
      assert.deepEqual(data.partner, { partnerId, name, isActive: true });
      if (expected.price === null || expected.reasons.length > 0) return this.#chargesRefused(data, expected, asked);
      this.#note('charges:available');
      this.#chargesOffered(data, expected, expected.price, asked);
      if (as === 'partner') this.#chargesOfPartner(data, expected.price, asked, now);
    });
  }

  async availability(partnerId: string, shipment: Shipment, as: 'service' | 'partner'): Promise<void> {
    const expected = this.#check(partnerId, shipment);
    const body = availabilityBody(this.#rng, shipment, as === 'service' || this.#rng.chance(0.5) ? partnerId : undefined);
    await this.#hold('availability', body, partnerId, as, (reply) => {
      if (expected.kind !== 'CHECKED') return this.#unknown('availability', reply, expected);
      if (expected.pickup === null || expected.delivery === null) {
        this.#note('availability:INSUFFICIENT_COVERAGE');
        assert.deepEqual([reply.status, reply.json.error.code], [422, 'INSUFFICIENT_COVERAGE']);
        const { coverage, reasons } = reply.json.error.details;
        assert.deepEqual(codesIn(reasons), expected.reasons);
        this.#coverage(coverage, expected, shipment);
        return;
      }
      assert.equal(reply.status, 200);
      const { data } = reply.json;
      assert.match(reply.json.check_id, /^CHK-/);
      this.#availabilityOf(data, expected, shipment, partnerId);
      if (as === 'partner') this.#availabilityOfPartner(data, expected, shipment, partnerId);
    });
  }

  async findAll(shipment: Shipment): Promise<void> {
    const ids = this.#world.partners.map(({ partnerId }) => partnerId);
    const excluded = this.#rng.chance(0.4) ? [...this.#rng.some(ids, 0.3), 'nobody'] : [];
    const expected = referenceFindAll(this.#world, shipment, this.#now(), excluded, this.#app.settings);
    const body = { ...availabilityBody(this.#rng, shipment), ...((excluded.length > 0 || this.#rng.chance(0.3)) && { excludePartners: excluded }) };
    await this.#hold('availability', body, 'all', 'service', (reply) => {
      if (expected.kind !== 'SEARCHED') return this.#unknown('find-all', reply, expected);
      if (expected.candidates.length === 0) return this.#nobody(reply, expected);
      this.#note('find-all:available');
      assert.equal(reply.status, 200);
      this.#found(reply.json.data, expected, shipment);
    });
  }

  /** The shipment has no maximum delivery time: assignments know none. */
  async assignment(asked: Shipment, choice: Choice): Promise<void> {
    const found = this.#search(asked);
    const shipmentId = `S-${this.#label.replaceAll(/[^a-zA-Z0-9]/g, '-')}-${this.#app.clock.nowMs}-${++this.#shipments}`;
    const body = assignmentBody(this.#rng, shipmentId, asked, choice);
    await this.#hold('assignment', body, 'all', 'service', (reply) => {
      if (found.kind !== 'SEARCHED') {
        assert.deepEqual([reply.status, reply.json.error.code], [422, 'BUSINESS_VALIDATION_FAILED']);
        assert.deepEqual(reply.json.error.details, found.pincodes.map((pincode) => `${pincode} is unknown`));
        return;
      }
      assert.equal(reply.status, 200);
      const chosen = typeof choice === 'string'
        ? referenceChoose(choice, found.candidates)
        : referenceChooseManually(choice.selected, choice.allowAlternatives, found.candidates);
      this.#noteChoice(choice, chosen, found.candidates.length);
      if (chosen === null) this.#notAssigned(reply.json.data, found);
      else this.#assigned(reply.json.data, found.candidates.find(({ partnerId }) => partnerId === chosen)!, shipmentId, asked);
    });
  }

  #check(partnerId: string, shipment: Shipment): ReturnType<typeof referenceCheck> {
    return remembered(this.#checks, shipment, `${partnerId} ${this.#app.clock.nowMs}`, () => referenceCheck(this.#world, partnerId, shipment, this.#now(), this.#app.settings));
  }

  #search(shipment: Shipment): ReturnType<typeof referenceFindAll> {
    return remembered(this.#searches, shipment, this.#app.clock.nowMs, () => referenceFindAll(this.#world, shipment, this.#now(), [], this.#app.settings));
  }

  #now(): Date {
    return new Date(this.#app.clock.nowMs);
  }

  #note(name: string): void {
    this.#seen.set(name, (this.#seen.get(name) ?? 0) + 1);
  }

  /** Asks, and names the request in what fails. */
  async #hold(question: 'charges' | 'availability' | 'assignment', body: Body, partnerId: string, as: 'service' | 'partner', check: (reply: Reply) => void): Promise<void> {
    const now = this.#now().toISOString();
    const reply = await this.#app.ask(question, body, as === 'service' ? MAIN : partnerCredential(partnerId));
    try {
      check(reply);
    } catch (error) {
      (error as Error).message += `\n${this.#label}, ${question} of ${partnerId} as ${as} at ${now}: ${JSON.stringify(body)}\nanswered ${reply.status}: ${reply.text}`;
      throw error;
    }
  }

  #partnerOf(partnerId: string): Partner {
    return this.#world.partners.find((row) => row.partnerId === partnerId)!;
  }

  #zone(id: number): Zone {
    return this.#world.zones.find((row) => row.id === id)!;
  }

  #unknown(where: string, reply: Reply, expected: { kind: 'PINCODE_NOT_FOUND'; pincodes: string[] } | { kind: 'PARTNER_NOT_FOUND' }): void {
    this.#note(`${where}:${expected.kind}`);
    assert.deepEqual([reply.status, reply.json.success, reply.json.error.code], [404, false, expected.kind]);
    if (expected.kind === 'PINCODE_NOT_FOUND') assert.deepEqual(reply.json.error.details, { pincodes: expected.pincodes });
  }

  #chargesRefused(data: Json, expected: Check, shipment: Shipment): void {
    for (const code of expected.reasons) this.#note(`charges:${code}`);
    const { coverage } = data;
    assert.equal(data.available, false);
    assert.deepEqual(codesIn(coverage.reasons), expected.reasons);
    assert.equal(coverage.reason, expected.reasons[0]);
    assert.deepEqual([coverage.pickupCovered, coverage.deliveryCovered], [expected.pickup !== null, expected.delivery !== null]);
    assert.deepEqual(sorted(coverage.unavailableServices), sorted(expected.unavailable));
    assert.deepEqual(sorted(coverage.availableServices), sorted(this.#servicesBetween(expected)));
    assert.deepEqual(data.alternatives, expected.reasons.map((code) => ({ suggestion: code, action: REASONS[code].action })));
    assert.ok(!('charges' in data) && !expected.unavailable.some((service) => !shipment.services.includes(service)));
  }

  #chargesOffered(data: Json, expected: Check, price: Price, shipment: Shipment): void {
    const { charges, coverage, calculationDetails } = data;
    assert.equal(data.available, true);
    assert.deepEqual(
      {
        weightCharge: paiseIn(charges.weightCharge), distanceCharge: paiseIn(charges.distanceCharge), fsc: paiseIn(charges.fscCharge), cod: paiseIn(charges.codCharge),
        docket: paiseIn(charges.docketCharge), insurance: paiseIn(charges.insuranceCharge), otherTotal: paiseIn(charges.otherCharges), subtotal: paiseIn(charges.subtotal),
        discount: paiseIn(charges.discountAmount), taxable: paiseIn(charges.taxableAmount), gst: paiseIn(charges.gstAmount), total: paiseIn(charges.totalAmount),
        chargeableGrams: calculationDetails.chargeableWeight, distanceKm: coverage.estimatedDistance, hours: coverage.estimatedTime,
        zones: [calculationDetails.applicableZones.from.id, calculationDetails.applicableZones.to.id],
      },
      {
        weightCharge: price.weightCharge, distanceCharge: price.distanceCharge, fsc: price.fsc, cod: price.cod,
        docket: price.docket, insurance: price.insurance, otherTotal: price.otherTotal, subtotal: price.subtotal,
        discount: price.discount, taxable: price.taxable, gst: price.gst, total: price.total,
        chargeableGrams: price.chargeableGrams, distanceKm: price.distanceKm, hours: expected.hours,
        zones: [String(expected.pickup!.zoneId), String(expected.delivery!.zoneId)],
      },
    );
    assert.deepEqual([coverage.pickupCovered, coverage.deliveryCovered], [true, true]);
    assert.deepEqual(sorted(coverage.availableServices), sorted(this.#servicesBetween(expected)));
    const { pickupPincode, deliveryPincode, weight, shipmentType, paymentType, declaredValue } = shipment;
    assert.deepEqual(data.shipment, { pickupPincode, deliveryPincode, weight, shipmentType, paymentType, declaredValue });
    assert.match(calculationDetails.rateCardVersion, /^[0-9a-f]{16}$/);
    assert.equal(calculationDetails.calculatedAt, this.#now().toISOString());
    this.#slabs(calculationDetails, price);
    this.#rows(data, price);
    this.#breakdown(data.breakdown, expected, true);
    this.#notePrice(price, shipment);
  }

  #breakdown(entries: Entry[], { partnerId, price }: Check, isFull: boolean): void {
    assertBreakdown(entries, { world: this.#world, partnerId, totalPaise: price!.total, chargeableGrams: price!.chargeableGrams, isFull });
  }

  #slabs({ weightSlab, distanceSlab }: Json, price: Price): void {
    const { baseWeight, addonWeight } = this.#world.packages.find((row) => row.id === price.packageRowId)!;
    const steps = price.chargeableGrams <= baseWeight ? 0 : Math.ceil((price.chargeableGrams - baseWeight) / addonWeight);
    assert.equal(weightSlab, steps === 0 ? `${baseWeight} g` : `${baseWeight} g + ${steps} x ${addonWeight} g`);
    const row = this.#world['distance-charges'].find(({ id }) => id === price.distanceRowId);
    assert.equal(distanceSlab, row === undefined ? null : `${row.distanceFrom}-${row.distanceTo} km`);
  }

  /** The rows that set the price, by what the breakdown names. */
  #rows({ breakdown, discountsApplied }: Json, price: Price): void {
    const entries = breakdown as Entry[];
    const ruleOf = (component: string) => entries.find((entry) => entry.component === component)?.rule;
    assert.equal(ruleOf('weightCharge'), `packages/${price.packageRowId}`);
    assert.equal(ruleOf('distanceCharge'), price.distanceRowId === null ? undefined : `distance-charges/${price.distanceRowId}`);
    assert.equal(ruleOf('discount'), price.discountId === null ? undefined : `discounts/${price.discountId}`);
    const others = entries.filter(({ component }) => component === 'otherCharges')
      .map(({ rule, description, amount }) => `${rule} ${/ at (pickup|delivery),/.exec(description!)![1]} ${paiseIn(amount)}`);
    assert.deepEqual(sorted(others), sorted(price.other.map(({ service, end, zoneId, amount }) => `zones/${zoneId}/services/${service} ${end} ${amount}`)));
    const discount = this.#world.discounts.find(({ id }) => id === price.discountId);
    assert.deepEqual(discountsApplied, discount === undefined ? [] : [{
      discountId: discount.id, description: discount.description ?? '', discountType: discount.discountType, discountValue: discount.discountValue, savedAmount: price.discount / 100,
    }]);
  }

  #chargesOfPartner(data: Json, price: Price, shipment: Shipment, now: Date): void {
    const { charges } = data;
    const { taxes, surcharges, serviceCharges, discounts } = charges;
    const place = shipment.customerGstin?.slice(0, 2) ?? this.#gstCodeOf(shipment.pickupPincode);
    assert.deepEqual(
      { gst: paiseIn(taxes.gstAmount), cgst: paiseIn(taxes.cgst), sgst: paiseIn(taxes.sgst), igst: paiseIn(taxes.igst), rate: taxes.gstRate, place: taxes.placeOfSupply },
      { gst: price.gst, cgst: price.cgst, sgst: price.sgst, igst: price.igst, rate: this.#app.settings.gstPercent, place },
    );
    assert.deepEqual(
      [surcharges.fuelSurcharge, surcharges.codCharge, surcharges.docketCharge, surcharges.insuranceCharge].map(paiseIn),
      [price.fsc, price.cod, price.docket, price.insurance],
    );
    const byService: Record<string, number> = {};
    for (const { service, amount } of price.other) byService[service] = (byService[service] ?? 0) + amount;
    assert.deepEqual(Object.fromEntries(Object.entries(serviceCharges).map(([service, amount]) => [service, paiseIn(amount)])), byService);
    assert.equal(paiseIn(discounts.weightDiscount) + price.discount, 0, 'negative');
    assert.equal(charges.roundedAmount, Math.floor(price.total / 100 + 0.5));
    assert.equal(data.chargeableWeight, price.chargeableGrams);
    assert.equal(data.actualWeight, Math.ceil(shipment.weight));
    assert.equal(data.weightType, price.chargeableGrams > Math.ceil(shipment.weight) ? 'VOLUMETRIC' : 'ACTUAL');
    assert.equal(data.volumetricWeight === null, shipment.dimensions === undefined);
    assert.equal(Math.max(data.actualWeight, data.volumetricWeight ?? 0), price.chargeableGrams);
    assert.equal(data.metadata.rateCardVersion, data.calculationDetails.rateCardVersion);
    this.#expressAlternative(data, shipment, now);
  }

  #expressAlternative(data: Json, shipment: Shipment, now: Date): void {
    const express = referenceCheck(this.#world, data.partner.partnerId, { ...shipment, services: [...shipment.services, 'EXPRESS'] }, now, this.#app.settings);
    assert.ok(express.kind === 'CHECKED');
    if (shipment.services.includes('EXPRESS') || express.reasons.length > 0) assert.deepEqual(data.alternatives, []);
    else {
      this.#note('charges:express alternative');
      const [{ suggestion, totalAmount, transitHours }] = data.alternatives;
      assert.deepEqual([suggestion, paiseIn(totalAmount), transitHours], ['EXPRESS', express.price!.total, express.hours]);
    }
  }

  #gstCodeOf(pincode: string): string {
    const { stateId } = this.#world.pincodes.find((row) => row.pincode === pincode)!;
    return this.#world.states.find(({ id }) => id === stateId)!.gstCode;
  }

  /** What can be had on the route: PICKUP at its beginning, all else at its end. */
  #servicesBetween({ pickup, delivery }: Check): ServiceId[] {
    if (pickup === null || delivery === null) return [];
    const at = (zoneId: number) => this.#zone(zoneId).services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId);
    return [...at(pickup.zoneId).filter((service) => service === 'PICKUP'), ...at(delivery.zoneId).filter((service) => service !== 'PICKUP')];
  }

  #coverage(coverage: Json, { pickup, delivery }: Check, { pickupPincode, deliveryPincode }: Shipment): void {
    for (const [end, expected, pincode] of [[coverage.pickup, pickup, pickupPincode], [coverage.delivery, delivery, deliveryPincode]] as const) {
      const zone = expected === null ? null : this.#zone(expected.zoneId);
      const place = this.#world.pincodes.find((row) => row.pincode === pincode)!;
      assert.deepEqual(end, {
        pincode,
        area: this.#world.areas.find(({ id }) => id === place.areaIds[0])?.name ?? '',
        city: this.#world.cities.find(({ id }) => id === place.cityId)!.name,
        zone: zone?.name ?? null, isServiced: zone !== null,
        serviceType: zone === null ? null : zone.attributes.length === 0 ? 'STANDARD' : zone.attributes.join('+'),
        coverageLevel: expected?.level ?? LEVEL_OF_NONE,
      });
      this.#note(`covered by ${expected?.level ?? LEVEL_OF_NONE}`);
    }
  }

  #availabilityOf(data: Json, expected: Check, shipment: Shipment, partnerId: string): void {
    const isAvailable = expected.reasons.length === 0;
    const { name, limits } = this.#partnerOf(partnerId);
    for (const code of expected.reasons) this.#note(`availability:${code}`);
    assert.deepEqual(
      [data.checkType, data.isAvailable, data.confidence, data.partnerId, data.partnerName, codesIn(data.reasons)],
      ['specific_partner', isAvailable, expected.confidence, partnerId, name, expected.reasons],
    );
    this.#coverage(data.coverage, expected, shipment);
    this.#services(data.services, expected, shipment);
    this.#capabilities(data.capabilities, partnerId);
    const { weightLimits, valueLimits, areaRestrictions, timeRestrictions } = data.restrictions;
    assert.deepEqual(
      sorted([weightLimits, valueLimits, areaRestrictions, timeRestrictions].flatMap(({ reasons }) => reasons as ReasonCode[])), sorted(expected.reasons),
    );
    assert.deepEqual([timeRestrictions.transitHours, timeRestrictions.maxDeliveryTime], [expected.hours, shipment.maxDeliveryTime ?? null]);
    assert.deepEqual([weightLimits.maxWeight, valueLimits.maxCodAmount, valueLimits.maxDeclaredValue], [limits.maxWeight, limits.maxCodAmount, limits.maxDeclaredValue]);
    if (!isAvailable) {
      assert.deepEqual([data.estimates, data.breakdown], [null, []]);
      return;
    }
    const price = expected.price!;
    assert.equal(weightLimits.chargeableWeight, price.chargeableGrams);
    assert.equal(paiseIn(data.estimates.totalCost), price.total);
    this.#deliveryTime(data.estimates.deliveryTime, expected);
    this.#costBreakdown(data.estimates.breakdown, price);
    this.#breakdown(data.breakdown, expected, true);
  }

  #availabilityOfPartner(data: Json, expected: Check, shipment: Shipment, partnerId: string): void {
    const isAvailable = expected.reasons.length === 0;
    assert.deepEqual([data.availability.overall, codesIn(data.availability.reasons)], [isAvailable ? 'AVAILABLE' : 'UNAVAILABLE', expected.reasons]);
    assert.deepEqual(data.transit, {
      distanceKm: referenceDistanceKm(this.#world, shipment.pickupPincode, shipment.deliveryPincode, this.#app.settings),
      hours: isAvailable ? expected.hours : null,
      pickupDate: isAvailable ? expected.pickupDate!.toISOString() : null,
      deliveryDate: isAvailable ? expected.deliveryDate!.toISOString() : null,
    });
    assert.deepEqual(data.constraints, this.#partnerOf(partnerId).limits);
    assert.deepEqual(data.recommendations, expected.reasons.map((code) => REASONS[code].action));
    if (isAvailable) this.#costBreakdown(data.pricing, expected.price!);
    else assert.equal(data.pricing, null);
  }

  #services(services: Json, expected: Check, shipment: Shipment): void {
    const available = this.#servicesBetween(expected);
    const required = [...new Set(shipment.services)];
    const wanted = [...new Set<string>([...required, ...(shipment.preferredServices ?? [])])];
    const matched = wanted.filter((service) => (available as string[]).includes(service));
    assert.deepEqual(
      [sorted(services.required), sorted(services.available), sorted(services.unavailable), sorted(services.matched)],
      [sorted(required), sorted(available), sorted(expected.unavailable), sorted(matched)],
    );
    assert.equal(services.matchPercentage, this.#percentage(expected, shipment));
  }

  /** Of required and preferred services, the share that can be had, in whole percent. */
  #percentage(expected: Check, shipment: Shipment): number {
    const available = this.#servicesBetween(expected);
    const wanted = new Set([...shipment.services, ...(shipment.preferredServices ?? [])]);
    const matched = [...wanted].filter((service) => available.includes(service)).length;
    return wanted.size === 0 ? 100 : Math.floor((200 * matched + wanted.size) / (2 * wanted.size));
  }

  #capabilities(capabilities: Json, partnerId: string): void {
    const { limits: { maxWeight, maxDimensions, maxCodAmount }, paymentTypes, cutoffTime, weekendDelivery, sameDay } = this.#partnerOf(partnerId);
    assert.deepEqual(capabilities, { maxWeight, maxDimensions, maxCodAmount, supportedPaymentTypes: paymentTypes, cutoffTime, weekendDelivery, sameDay });
  }

  #deliveryTime({ hours, deliveryDate, description }: Json, expected: Check): void {
    assert.deepEqual([hours, deliveryDate], [expected.hours, expected.deliveryDate!.toISOString()]);
    assert.match(description, /^[0-9]+ (hours|days?) after pickup$/);
  }

  #costBreakdown(costs: Json, price: Price): void {
    const { baseCharge, weightCharge, distanceCharge, codCharge, expressCharge, fuelSurcharge, docketCharge, insuranceCharge, otherCharges, discount, taxes, total } = costs;
    const row = this.#world.packages.find(({ id }) => id === price.packageRowId)!;
    const express = price.other.filter(({ service }) => service === 'EXPRESS').reduce((sum, { amount }) => sum + amount, 0);
    assert.deepEqual(
      [baseCharge, weightCharge, distanceCharge, codCharge, expressCharge, fuelSurcharge, docketCharge, insuranceCharge, otherCharges, discount, taxes, total].map(paiseIn),
      [
        Math.round(row.baseCharge * 100), price.weightCharge - Math.round(row.baseCharge * 100), price.distanceCharge, price.cod, express, price.fsc, price.docket, price.insurance,
        price.otherTotal - express, price.discount, price.gst, price.total,
      ],
    );
  }

  #nobody(reply: Reply, expected: FindAll): void {
    this.#note('find-all:NO_PARTNERS_AVAILABLE');
    assert.deepEqual([reply.status, reply.json.error.code], [422, 'NO_PARTNERS_AVAILABLE']);
    assert.deepEqual(reply.json.error.details, { partnersChecked: expected.checked, failureReasons: this.#counted('find-all', expected) });
  }

  /** The counts of reasons by the key that they are counted under. */
  #counted(where: string, { counts }: FindAll): Record<string, number> {
    return Object.fromEntries(Object.entries(counts).map(([code, count]) => {
      this.#note(`${where}:${code}`);
      return [REASONS[code as ReasonCode].countKey, count];
    }));
  }

  #found(data: Json, expected: FindAll, shipment: Shipment): void {
    const { candidates, checked } = expected;
    assert.deepEqual(
      data.availablePartners.map((one: Json) => [one.partnerId, one.partnerName, one.confidence, paiseIn(one.estimatedCost)]),
      candidates.map(({ partnerId, confidence, totalPaise }) => [partnerId, this.#partnerOf(partnerId).name, confidence, totalPaise]),
    );
    for (const [index, { check, partnerId }] of candidates.entries()) {
      const one = data.availablePartners[index];
      assert.deepEqual([one.transitHours, one.estimatedDelivery, one.serviceMatch], [check.hours, check.deliveryDate!.toISOString(), this.#percentage(check, shipment)]);
      this.#capabilities(one.capabilities, partnerId);
      this.#breakdown(one.breakdown, check, false);
    }
    const best = referenceChoose('BEST_MATCH', candidates);
    const total = candidates.reduce((sum, { totalPaise }) => sum + totalPaise, 0);
    assert.deepEqual(
      { ...data.summary, avgCost: paiseIn(data.summary.avgCost) },
      {
        totalChecked: checked, availableCount: candidates.length, bestOption: best,
        avgCost: Math.floor((2 * total + candidates.length) / (2 * candidates.length)), fastestDelivery: Math.min(...candidates.map(({ hours }) => hours)),
      },
    );
    const counts: Record<string, number> = {};
    for (const { reasons } of data.unavailablePartners) for (const code of reasons) counts[code] = (counts[code] ?? 0) + 1;
    assert.deepEqual([data.checkType, data.unavailablePartners.length, counts], ['find_all_available', checked - candidates.length, expected.counts]);
  }

  #notAssigned(data: Json, expected: FindAll): void {
    assert.deepEqual([data.success, data.assignment, data.error.code], [false, null, 'NO_CAPABLE_PARTNERS']);
    assert.deepEqual([data.metadata.partnersChecked, data.metadata.failureReasons], [expected.checked, this.#counted('assignment', expected)]);
    assert.equal(data.error.details.length, expected.checked - expected.candidates.length, 'why each of the others cannot');
  }

  #assigned(data: Json, { partnerId, totalPaise, check }: Candidate, shipmentId: string, shipment: Shipment): void {
    const { assignment } = data;
    assert.deepEqual([data.success, data.error, assignment.partnerId, assignment.shipmentId], [true, null, partnerId, shipmentId]);
    assert.equal(data.metadata.assignmentId, assignment.assignmentId);
    const { pickupDate, deliveryDate, totalCost } = assignment.estimates;
    assert.deepEqual([pickupDate, deliveryDate, paiseIn(totalCost)], [check.pickupDate!.toISOString(), check.deliveryDate!.toISOString(), totalPaise]);
    const price = check.price!;
    this.#costBreakdown(assignment.costBreakdown, price);
    this.#breakdown(assignment.priceBreakdown, check, true);
    const { totalAmount, breakdown, paymentTerms } = assignment.charges;
    assert.deepEqual(
      [totalAmount, breakdown.baseCharges, breakdown.serviceCharges, breakdown.surcharges, breakdown.discounts, breakdown.taxes].map(paiseIn),
      [price.total, price.weightCharge + price.distanceCharge, price.otherTotal, price.fsc + price.cod + price.docket + price.insurance, price.discount, price.gst],
    );
    assert.deepEqual([paymentTerms.method, paiseIn(paymentTerms.partnerCommission)], [shipment.paymentType, price.cod]);
    const times = assignment.timeline.milestones.map(({ estimatedTime }: { estimatedTime: string }) => Date.parse(estimatedTime));
    assert.deepEqual(times, [...times].sort((a, b) => a - b), 'one milestone after the other');
    assert.equal(times.at(-1), check.deliveryDate!.getTime());
  }

  #noteChoice(choice: Choice, chosen: string | null, candidates: number): void {
    const several = candidates > 1 ? ' of several' : '';
    if (typeof choice === 'string') this.#note(`assignment:${choice}${chosen === null ? ' nobody' : several}`);
    else this.#note(`assignment:MANUAL_SELECTION ${chosen === null ? 'nobody' : chosen === choice.selected ? 'selected' : 'alternative'}${candidates > 0 && chosen === null ? ', others capable' : ''}`);
  }

  #notePrice(price: Price, shipment: Shipment): void {
    for (const name of ['weightCharge', 'distanceCharge', 'fsc', 'cod', 'docket', 'insurance', 'otherTotal', 'discount', 'cgst', 'sgst', 'igst'] as const) {
      if (price[name] > 0) this.#note(`price:${name}`);
    }
    if (price.chargeableGrams > Math.ceil(shipment.weight)) this.#note('price:volumetric');
    if (price.taxable === 0) this.#note('price:free');
    for (const { service, end } of price.other) this.#note(`price:${service} at ${end}`);
  }
}

function remembered<K, V>(memory: WeakMap<Shipment, Map<K, V>>, shipment: Shipment, key: K, ask: () => V): V {
  let known = memory.get(shipment);
  if (known === undefined) memory.set(shipment, (known = new Map<K, V>()));
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = ask()));
  return value;
}
