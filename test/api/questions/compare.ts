/** Asks the running server and compares every number and code of its answer with the reference model. */
import assert from 'node:assert/strict';
import {
  referenceCheck,
  referenceChoose,
  referenceChooseManually,
  referenceFindAll,
  referenceReturns,
} from '../../reference/model.js';
import { REPORTED } from '../../reference/reported.js';
import type { Rng } from '../../reference/rng.js';
import type { Candidate, Shipment, Strategy, StrategyWeights, World } from '../../reference/types.js';
import { MAIN, partnerCredential, type Question, type TestApp } from '../../support/app.js';
import type { Reply } from '../../support/client.js';
import { assertAssigned, assertNotAssigned, type Asked, noteChoice } from './expect-assignment.js';
import {
  assertAvailability,
  assertAvailabilityOfPartner,
  assertCoverage,
  assertFound,
  assertNobody,
} from './expect-availability.js';
import {
  assertChargesOffered,
  assertChargesOfPartner,
  assertChargesRefused,
  assertTaxesOfService,
} from './expect-charges.js';
import { assertReturns } from './expect-returns.js';
import {
  assignmentBody,
  availabilityBody,
  chargesBody,
  searched,
  assigned,
  charged,
  type Body,
  type Choice,
} from './requests.js';
import { assertReasons, partnerOf, type Scene } from './scene.js';

export const STRATEGIES: readonly Strategy[] = ['BEST_MATCH', 'FASTEST', 'CHEAPEST', 'MOST_RELIABLE', 'BALANCED'];

export interface ComparisonOptions {
  app: TestApp;
  world: World;
  rng: Rng;
  /** Says in a failure how to reproduce it. */
  label: string;
  /** The cases that were reached, by name. */
  seen: Map<string, number>;
}

export class Comparison {
  readonly #app: TestApp;
  readonly #world: World;
  readonly #rng: Rng;
  readonly #label: string;
  readonly #scene: Scene;
  /** Cache of the model's results for a shipment, by partner and moment: the model is slower than the server. */
  readonly #checks = new WeakMap<Shipment, Map<string, ReturnType<typeof referenceCheck>>>();
  readonly #searches = new WeakMap<Shipment, Map<number, ReturnType<typeof referenceFindAll>>>();
  #shipments = 0;
  compared = 0;

  constructor({ app, world, rng, label, seen }: ComparisonOptions) {
    this.#app = app;
    this.#world = world;
    this.#rng = rng;
    this.#label = label;
    this.#scene = {
      world,
      settings: app.settings,
      now: () => this.#now(),
      note: (name) => seen.set(name, (seen.get(name) ?? 0) + 1),
    };
  }

  /** One shipment: every question, every partner and every strategy. */
  async everything(shipment: Shipment): Promise<void> {
    const toCharge = charged(shipment);
    const toAssign = assigned(shipment, this.#now());
    await Promise.all([
      ...this.#world.partners.map(({ partnerId }) => this.partner(partnerId, shipment)),
      this.charges('no-such-partner', toCharge, 'service'),
      this.findAll(searched(shipment, this.#now())),
      ...STRATEGIES.map((strategy) => this.assignment(toAssign, strategy)),
      ...[false, true].map((allowAlternatives) =>
        this.assignment(toAssign, { selected: this.#rng.pick(this.#world.partners).partnerId, allowAlternatives }),
      ),
    ]);
  }

  /** One shipment and one partner: charges and availability, as the service and as the partner itself. */
  async partner(partnerId: string, shipment: Shipment): Promise<void> {
    const toCharge = charged(shipment);
    const sought = searched(shipment, this.#now());
    await Promise.all([
      this.charges(partnerId, toCharge, 'service'),
      this.charges(partnerId, toCharge, 'partner'),
      this.availability(partnerId, sought, 'service'),
      this.availability(partnerId, sought, 'partner'),
    ]);
    this.compared++;
  }

  async charges(partnerId: string, asked: Shipment, as: 'service' | 'partner'): Promise<void> {
    const now = this.#now();
    const expected = this.#check(partnerId, asked);
    if (asked.shipDate !== undefined) this.#scene.note('charges:shipDate');
    const names = as === 'service' || this.#rng.chance(0.5);
    const excluded = REPORTED ? this.#excluded() : [];
    const body = {
      ...chargesBody(this.#rng, asked, names ? partnerId : undefined),
      ...(excluded.length > 0 && { excludePartners: excluded }),
    };
    await this.#hold('charges', body, partnerId, as, (reply) => {
      if (expected.kind !== 'CHECKED') return this.#unknown('charges', reply, expected);
      assert.equal(reply.status, 200);
      assert.deepEqual([reply.json.success, reply.json.from_cache], [true, true]);
      const { data } = reply.json;
      const { name } = partnerOf(this.#scene, partnerId);
      assert.deepEqual(data.partner, { partnerId, name, isActive: true });
      if (expected.price === null || expected.reasons.length > 0) {
        const all = as === 'service' ? this.#candidates(asked) : [];
        const others = all.filter((other) => !excluded.includes(other.partnerId));
        return assertChargesRefused(this.#scene, data, expected, asked, others);
      }
      this.#scene.note('charges:available');
      assertChargesOffered(this.#scene, data, expected, expected.price, asked);
      const returns =
        'includeReturns' in body ? referenceReturns(this.#world, partnerId, asked, now, this.#app.settings) : null;
      assertReturns(this.#scene, data, returns, asked);
      if (as === 'service') assertTaxesOfService(this.#scene, data, expected.price, asked);
      else assertChargesOfPartner(this.#scene, data, expected.price, asked, now);
    });
  }

  async availability(partnerId: string, shipment: Shipment, as: 'service' | 'partner'): Promise<void> {
    const expected = this.#check(partnerId, shipment);
    if (shipment.shipDate !== undefined) this.#scene.note('availability:shipDate');
    const body = availabilityBody(
      this.#rng,
      shipment,
      as === 'service' || this.#rng.chance(0.5) ? partnerId : undefined,
    );
    await this.#hold('availability', body, partnerId, as, (reply) => {
      if (expected.kind !== 'CHECKED') return this.#unknown('availability', reply, expected);
      if (expected.pickup === null || expected.delivery === null) {
        this.#scene.note('availability:INSUFFICIENT_COVERAGE');
        assert.deepEqual([reply.status, reply.json.error.code], [422, 'INSUFFICIENT_COVERAGE']);
        const { coverage, reasons } = reply.json.error.details;
        assertReasons(this.#scene, reasons, expected);
        assert.equal(reply.json.error.message, reasons[0].message);
        assertCoverage(this.#scene, coverage, expected, shipment);
        return;
      }
      assert.equal(reply.status, 200);
      const { data } = reply.json;
      assert.match(reply.json.check_id, /^CHK-/);
      assertAvailability(this.#scene, data, expected, shipment, partnerId);
      if (as === 'partner') assertAvailabilityOfPartner(this.#scene, data, expected, shipment, partnerId);
    });
  }

  async findAll(shipment: Shipment): Promise<void> {
    const excluded = this.#excluded();
    const expected = referenceFindAll(this.#world, shipment, this.#now(), excluded, this.#app.settings);
    const body = {
      ...availabilityBody(this.#rng, shipment),
      ...((excluded.length > 0 || this.#rng.chance(0.3)) && { excludePartners: excluded }),
    };
    await this.#hold('availability', body, 'all', 'service', (reply) => {
      if (expected.kind !== 'SEARCHED') return this.#unknown('find-all', reply, expected);
      if (expected.candidates.length === 0) return assertNobody(this.#scene, reply, expected);
      this.#scene.note('find-all:available');
      assert.equal(reply.status, 200);
      assertFound(this.#scene, reply.json.data, expected, shipment);
    });
  }

  /** The shipment is forward. A selected partner is not excluded. */
  async assignment(asked: Shipment, choice: Choice): Promise<void> {
    const excluded = REPORTED && typeof choice === 'string' ? this.#excluded() : [];
    const found =
      excluded.length === 0
        ? this.#search(asked)
        : referenceFindAll(this.#world, asked, this.#now(), excluded, this.#app.settings);
    const shipmentId = `S-${this.#label.replaceAll(/[^a-zA-Z0-9]/g, '-')}-${this.#app.clock.nowMs}-${++this.#shipments}`;
    const weights = this.#rng.chance(0.4) ? randomWeights(this.#rng) : undefined;
    const isStored = this.#rng.chance(0.85);
    const body = {
      ...withExcluded(assignmentBody(this.#rng, shipmentId, asked, choice, weights), excluded),
      ...(!isStored && { options: { createAssignmentRecord: false } }),
    };
    const terms = { urgency: asked.urgency, weights };
    await this.#hold('assignment', body, 'all', 'service', (reply) => {
      if (found.kind !== 'SEARCHED') {
        assert.deepEqual([reply.status, reply.json.error.code], [422, 'BUSINESS_VALIDATION_FAILED']);
        assert.deepEqual(
          reply.json.error.details,
          found.pincodes.map((pincode) => `${pincode} is unknown`),
        );
        return;
      }
      assert.equal(reply.status, 200);
      const chosen =
        typeof choice === 'string'
          ? referenceChoose(choice, found.candidates, terms)
          : referenceChooseManually(choice.selected, choice.allowAlternatives, found.candidates, terms);
      noteChoice(this.#scene, choice, chosen, found.candidates.length);
      const what: Asked = { shipmentId, shipment: asked, choice, terms, isStored, found };
      if (chosen === null) {
        const notActive = typeof choice === 'string' || this.#isActive(choice.selected) ? null : choice.selected;
        return assertNotAssigned(this.#scene, reply.json.data, what, notActive);
      }
      const candidate = found.candidates.find(({ partnerId }) => partnerId === chosen)!;
      assertAssigned(this.#scene, reply.json.data, candidate, what);
    });
  }

  /** Some partners, now and then. */
  #excluded(): string[] {
    const ids = this.#world.partners.map(({ partnerId }) => partnerId);
    return this.#rng.chance(0.4) ? [...this.#rng.some(ids, 0.3), 'nobody'] : [];
  }

  /** Who can carry the shipment, cheapest first. */
  #candidates(shipment: Shipment): Candidate[] {
    const found = this.#search(shipment);
    return found.kind === 'SEARCHED' ? found.candidates : [];
  }

  #isActive(selected: string): boolean {
    return this.#world.partners.some(({ partnerId, status }) => partnerId === selected && status === 'ACTIVE');
  }

  #check(partnerId: string, shipment: Shipment): ReturnType<typeof referenceCheck> {
    return remembered(this.#checks, shipment, `${partnerId} ${this.#app.clock.nowMs}`, () =>
      referenceCheck(this.#world, partnerId, shipment, this.#now(), this.#app.settings),
    );
  }

  #search(shipment: Shipment): ReturnType<typeof referenceFindAll> {
    return remembered(this.#searches, shipment, this.#app.clock.nowMs, () =>
      referenceFindAll(this.#world, shipment, this.#now(), [], this.#app.settings),
    );
  }

  #now(): Date {
    return new Date(this.#app.clock.nowMs);
  }

  /** Sends a request, and names it in failures. */
  async #hold(
    question: Question,
    body: Body,
    partnerId: string,
    as: 'service' | 'partner',
    check: (reply: Reply) => void,
  ): Promise<void> {
    const now = this.#now().toISOString();
    const reply = await this.#app.ask(question, body, as === 'service' ? MAIN : partnerCredential(partnerId));
    try {
      check(reply);
    } catch (error) {
      (error as Error).message +=
        `\n${this.#label}, ${question} of ${partnerId} as ${as} at ${now}: ${JSON.stringify(body)}\nanswered ${reply.status}: ${reply.text}`;
      throw error;
    }
  }

  #unknown(
    where: string,
    reply: Reply,
    expected: { kind: 'PINCODE_NOT_FOUND'; pincodes: string[] } | { kind: 'PARTNER_NOT_FOUND' },
  ): void {
    this.#scene.note(`${where}:${expected.kind}`);
    assert.deepEqual([reply.status, reply.json.success, reply.json.error.code], [404, false, expected.kind]);
    if (expected.kind === 'PINCODE_NOT_FOUND')
      assert.deepEqual(reply.json.error.details, { pincodes: expected.pincodes });
  }
}

/** The body of an assignment that excludes partners, in its parcel. */
function withExcluded(body: Body, excludePartners: string[]): Body {
  if (excludePartners.length === 0) return body;
  return { ...body, shipmentDetails: { ...(body.shipmentDetails as Body), excludePartners } };
}

/** Some of the three weights, from zero to the maximum. */
function randomWeights(rng: Rng): StrategyWeights {
  const rupees = (): number => rng.pick([0, 0.01, 10_000, rng.scaled(0, 1_000, 2), rng.scaled(0, 100_000, 2)]);
  const names = rng.some(['hourValue', 'failureCost', 'coverageCost'] as const, 0.6);
  return Object.fromEntries(names.map((name) => [name, rupees()]));
}

function remembered<K, V>(memory: WeakMap<Shipment, Map<K, V>>, shipment: Shipment, key: K, ask: () => V): V {
  let known = memory.get(shipment);
  if (known === undefined) memory.set(shipment, (known = new Map<K, V>()));
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = ask()));
  return value;
}
