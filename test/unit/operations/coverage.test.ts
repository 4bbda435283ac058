/**
 * Coverage line by line, of a pincode, and who serves pincodes, compared with a naive search through the documents of
 * random worlds, which change.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Caller } from '../../../src/caller.js';
import { Catalog } from '../../../src/control/documents/catalog.js';
import { getPartnerCoverage } from '../../../src/control/operations/serviceability/partner-coverage.js';
import { getPincode } from '../../../src/control/operations/serviceability/pincode.js';
import { listServingPartners } from '../../../src/control/operations/serviceability/serving-partners.js';
import type { Api, ApiRequest, Operation, HandlerResult } from '../../../src/control/operations/operation.js';
import { SERVICE_TYPE_IDS } from '../../../src/domain/vocabulary.js';
import { Dirty } from '../../../src/index/build-generation.js';
import { type Change, keyOf, type PutChange } from '../../../src/model/change.js';
import { coverage } from '../../reference/coverage.js';
import { randomWorld, REFERENCE_NOW } from '../../reference/random.js';
import { Rng } from '../../reference/rng.js';
import { attributesAt, entryInForce, isBlocked, offers, type RouteEnd } from '../../reference/serviceability.js';
import type { World } from '../../reference/types.js';
import { rounds } from '../../support/depth.js';

const SEED = 71;
const ROUNDS = rounds(40, 400);
const CHANGES = 6;
const SERVICE: Caller = { kind: 'service', id: 'main-system' };
const BLOCK = { from: '2026-03-11T12:00:00+05:30', to: '2026-03-11T06:30:00Z', reason: 'Landslide' };

interface Asked {
  caller?: Caller;
  params?: object;
  body?: object;
}

function ask(
  { handle }: Operation,
  catalog: Catalog,
  { caller = SERVICE, params = {}, body = {} }: Asked,
): HandlerResult {
  const api = { catalog, now: () => REFERENCE_NOW.getTime() } as unknown as Api;
  return handle({ caller, params, body, query: {} } as unknown as ApiRequest, api) as HandlerResult;
}

function answerOf(outcome: HandlerResult): unknown {
  assert.ok(outcome.ok && !('lines' in outcome) && !('bytes' in outcome), JSON.stringify(outcome));
  const answer = 'text' in outcome ? (JSON.parse(outcome.text) as unknown) : outcome.answer;
  return (answer as { data: unknown }).data;
}

/** What a partner offers at a pincode. */
function offerOf(world: World, partnerId: string, pincode: string) {
  const found = coverage(world, partnerId, pincode);
  if (found === null) return null;
  const zone = world.zones.find(({ id }) => id === found.zoneId)!;
  const end: RouteEnd = {
    zone,
    place: world.pincodes.find((row) => row.pincode === pincode)!,
    entry: entryInForce(world, partnerId, pincode),
  };
  const blocked = isBlocked(end, REFERENCE_NOW) ? end.entry!.blocked! : null;
  const inUtc = (moment: string): string => new Date(moment).toISOString();
  return {
    zoneId: zone.id,
    zone: zone.name,
    level: found.level,
    services: SERVICE_TYPE_IDS.filter((service) => offers(end, service)),
    attributes: attributesAt(end),
    blocked: blocked && { ...blocked, from: inUtc(blocked.from), to: blocked.to && inUtc(blocked.to) },
  };
}

/** In the order of partners' ids. */
const partnersOf = (world: World) =>
  [...world.partners].sort((a, b) => (a.partnerId < b.partnerId ? -1 : 1)).map((partner) => partner);

function servingAt(world: World, pincode: string, end: string, paymentType: 'COD' | 'PREPAID' | undefined) {
  return partnersOf(world).flatMap(({ partnerId, paymentTypes }) => {
    const offer = offerOf(world, partnerId, pincode);
    if (offer === null || offer.blocked !== null) return [];
    const needed = end === 'PICKUP' ? [] : (['DELIVERY', ...(paymentType === undefined ? [] : [paymentType])] as const);
    const isPaid = paymentType === undefined || paymentTypes.includes(paymentType);
    return isPaid && needed.every((service) => offer.services.includes(service))
      ? [{ partnerId, zoneId: offer.zoneId }]
      : [];
  });
}

/** Changes a document of the world, and answers the change. */
function changeOf(rng: Rng, world: World): Change {
  const put = (collection: PutChange['collection'], document: object): Change =>
    ({ kind: 'put', collection, key: keyOf(collection, document as never), document: { ...document } }) as Change;
  const entries = world['zone-pincodes'];
  switch (rng.pick(['zone', 'partner', 'block', 'entry', 'gone'])) {
    case 'partner': {
      const partner = rng.pick(world.partners);
      partner.status = partner.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE';
      return put('partners', partner);
    }
    case 'block': {
      if (entries.length === 0) break;
      const entry = rng.pick(entries);
      entry.blocked = rng.pick([
        BLOCK,
        { ...BLOCK, to: null },
        { ...BLOCK, from: '2026-03-11T06:30:00.001Z', to: null },
      ]);
      return put('zone-pincodes', entry);
    }
    case 'entry': {
      const { id: zoneId, partnerId } = rng.pick(world.zones);
      const { pincode } = rng.pick(world.pincodes);
      const entry = { partnerId, zoneId, pincode, assignedAt: BLOCK.to, services: { DELIVERY: rng.chance(0.5) } };
      const at = entries.findIndex((row) => row.partnerId === partnerId && row.pincode === pincode);
      entries.splice(at === -1 ? entries.length : at, at === -1 ? 0 : 1, entry);
      return put('zone-pincodes', entry);
    }
    case 'gone': {
      if (entries.length === 0) break;
      const [entry] = entries.splice(rng.int(0, entries.length - 1), 1);
      return { kind: 'delete', collection: 'zone-pincodes', key: keyOf('zone-pincodes', entry!) };
    }
  }
  const zone = rng.pick(world.zones);
  zone.status = !zone.status;
  return put('zones', zone);
}

function assertCoverage(world: World, catalog: Catalog, label: string): void {
  const known = world.pincodes.map(({ pincode }) => pincode).sort();
  for (const { partnerId } of world.partners) {
    const outcome = ask(getPartnerCoverage, catalog, { params: { partnerId } });
    assert.ok(outcome.ok && 'lines' in outcome);
    const expected = known.flatMap((pincode) => {
      const offer = offerOf(world, partnerId, pincode);
      return offer === null ? [] : [{ pincode, ...offer }];
    });
    assert.deepEqual(
      [...(outcome.lines as Iterable<string>)].map((line) => JSON.parse(line) as unknown),
      expected,
      `${label} ${partnerId}`,
    );
  }
}

function assertPincode(rng: Rng, world: World, catalog: Catalog, label: string): void {
  const { pincode } = rng.pick(world.pincodes);
  const one = rng.pick(world.partners).partnerId;
  for (const caller of [SERVICE, { kind: 'partner', id: one } as const]) {
    const { partners } = answerOf(ask(getPincode, catalog, { caller, params: { pincode } })) as { partners: unknown };
    const expected = partnersOf(world).flatMap(({ partnerId }) => {
      const offer = caller.kind === 'service' || partnerId === one ? offerOf(world, partnerId, pincode) : null;
      return offer === null ? [] : [{ partnerId, ...offer }];
    });
    assert.deepEqual(partners, expected, `${label} ${pincode} ${caller.id}`);
  }
}

function assertServing(rng: Rng, world: World, catalog: Catalog, label: string): void {
  const pincodes = Array.from({ length: rng.int(1, 12) }, () =>
    rng.chance(0.9) ? rng.pick(world.pincodes).pincode : '999999',
  );
  const end = rng.pick(['PICKUP', 'DELIVERY', 'DELIVERY']);
  const paymentType = end === 'PICKUP' ? undefined : rng.pick(['COD', 'PREPAID', undefined] as const);
  const one = rng.pick(world.partners).partnerId;
  for (const caller of [SERVICE, { kind: 'partner', id: one } as const]) {
    const answered = answerOf(ask(listServingPartners, catalog, { caller, body: { pincodes, end, paymentType } }));
    const expected = pincodes.map((pincode) => ({
      pincode,
      known: pincode !== '999999',
      partners: servingAt(world, pincode, end, paymentType).filter(
        ({ partnerId }) => caller.kind === 'service' || partnerId === one,
      ),
    }));
    assert.deepEqual(answered, expected, `${label} ${end} ${paymentType} ${caller.id}`);
  }
}

describe('coverage, by pincode', () => {
  it('agrees with the documents, in any world and after any change', () => {
    const rng = new Rng(SEED);
    for (let round = 0; round < ROUNDS; round++) {
      const world = randomWorld(rng);
      for (const partner of world.partners) if (rng.chance(0.1)) partner.status = 'INACTIVE';
      const catalog = Catalog.of(structuredClone(world));
      for (let change = 0; change <= CHANGES; change++) {
        const label = `seed ${SEED} round ${round} change ${change}`;
        if (change > 0) catalog.apply([structuredClone(changeOf(rng, world))], new Dirty());
        assertCoverage(world, catalog, label);
        assertPincode(rng, world, catalog, label);
        assertServing(rng, world, catalog, label);
      }
    }
  });

  it('is of one moment, although its lines are asked for over time', () => {
    const world = randomWorld(new Rng(SEED));
    const catalog = Catalog.of(structuredClone(world));
    const { partnerId } = world.partners.find((partner) =>
      world['zone-pincodes'].some((entry) => entry.partnerId === partner.partnerId),
    )!;
    const linesOf = (): Iterable<string> => {
      const outcome = ask(getPartnerCoverage, catalog, { params: { partnerId } });
      assert.ok(outcome.ok && 'lines' in outcome);
      return outcome.lines as Iterable<string>;
    };
    const former = [...linesOf()];
    assert.ok(former.length > 1);
    const lines = linesOf()[Symbol.iterator]();
    assert.equal(lines.next().value, former[0]);
    for (const collection of ['zone-pincodes', 'zones', 'pincodes'] as const)
      for (const key of catalog.keys(collection)) catalog.apply([{ kind: 'delete', collection, key }], new Dirty());
    assert.deepEqual([...linesOf()], []);
    const rest: string[] = [];
    for (let next = lines.next(); next.done !== true; next = lines.next()) rest.push(next.value);
    assert.deepEqual(rest, former.slice(1));
  });
});
