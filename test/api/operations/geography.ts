/**
 * A world whose geography is hard to list correctly, requests to its lists, and their expected answers from a naive
 * computation.
 */
import assert from 'node:assert/strict';
import type { Contract } from '../../../src/contract/contract.js';
import { Failures, Held } from '../../contract/held.js';
import { randomWorld } from '../../reference/random.js';
import { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';
import type { ClientCredential, Reply } from '../../support/client.js';
import { MAIN, partnerCredential, type TestApp } from '../../support/app.js';

const WORDS = [
  'Pune',
  'pune',
  'PUNE',
  'Nagar',
  'nag.r',
  'Na*',
  '(East)',
  '[West]',
  'a|b',
  'back\\slash',
  '^Fort$',
  '%20',
  'a+b',
  'Sañchi',
  'Pu',
];
// the same moment, written differently
const MOMENTS = [
  '2025-01-01T00:00:00.000Z',
  '2025-06-01T05:30:00+05:30',
  '2025-06-01T00:00:00Z',
  '2024-02-29T12:00:00.000Z',
  '2025-01-01T00:00:00.001Z',
];
const FIRST_ID = 1_000;

/**
 * Adds cities, areas and pincodes to a random world: few names and moments, so that many are equal; ids in no order;
 * cities with and without aliases.
 */
export function geographyWorld(
  seed: number,
  { cities, areas, pincodes } = { cities: 60, areas: 700, pincodes: 400 },
): World {
  const rng = new Rng(seed);
  const world = randomWorld(rng);
  const ids = (howMany: number): number[] =>
    rng.shuffled(Array.from({ length: howMany }, (_, index) => FIRST_ID + 7 * index));
  const name = (): string => Array.from({ length: rng.int(1, 2) }, () => rng.pick(WORDS)).join(' ');
  const names = (howMany: number): string[] => [...new Set(Array.from({ length: howMany }, name))];
  const added = ids(cities).map((id) => ({
    id,
    name: name(),
    stateId: rng.pick(world.states).id,
    createdAt: rng.pick(MOMENTS),
    ...(rng.chance(0.5) && { aliases: names(rng.int(0, 3)) }),
  }));
  world.cities.push(...added);
  world.areas.push(
    ...ids(areas).map((id) => ({ id, name: name(), cityId: rng.pick(added).id, createdAt: rng.pick(MOMENTS) })),
  );
  const areasOf = (cityId: number) => world.areas.filter((area) => area.cityId === cityId).map(({ id }) => id);
  for (const number of ids(pincodes)) {
    const { id: cityId, stateId } = rng.pick(added);
    const isKnown = rng.chance(0.7);
    world.pincodes.push({
      pincode: String(rng.pick([2, 8]) * 100_000 + number),
      cityId,
      stateId,
      areaIds: rng.some(areasOf(cityId), 0.3),
      latitude: isKnown ? rng.scaled(80_000, 300_000, 4) : null,
      longitude: isKnown ? rng.scaled(700_000, 900_000, 4) : null,
    });
  }
  return world;
}

export type Query = Record<string, string>;

export const partnerOfWorld = (world: World): ClientCredential => partnerCredential(world.partners[0]!.partnerId);

/** Signed requests to one list. Each answer is checked against its contract. */
export class ListClient {
  readonly #held: Held;

  readonly #path: string;

  constructor(
    private readonly app: TestApp,
    contract: object,
  ) {
    this.#held = new Held(contract, new Failures());
    this.#path = (contract as Contract).path;
  }

  async get(query: Query, credential: ClientCredential = MAIN): Promise<Reply> {
    const text = new URLSearchParams(query).toString();
    const reply = await this.app.get(text === '' ? this.#path : `${this.#path}?${text}`, credential);
    this.#held.assert(reply, credential.kind, text);
    return reply;
  }

  /** The body of a successful answer, without the members that differ from call to call. */
  async content(query: Query, credential: ClientCredential = MAIN): Promise<Record<string, unknown>> {
    const { status, json } = await this.get(query, credential);
    assert.equal(status, 200, JSON.stringify(query));
    const content = json as Record<string, unknown>;
    delete content.execution_time_ms;
    delete content.request_id;
    return content;
  }

  /** The fields of a refusal, with their codes. */
  async faultsOf(query: Query): Promise<string[]> {
    const { status, json } = await this.get(query);
    assert.equal(status, 400, JSON.stringify(query));
    assert.equal(json.error.code, 'VALIDATION_ERROR');
    return (json.error.details as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
  }
}

/**
 * The expected rows of a list: `idOf` orders them where `valueOf` gives equal values; `isLater` rows are behind all
 * others.
 */
export function expectedPage<D>(
  rows: readonly D[],
  query: Query,
  valueOf: (row: D) => string | number,
  idOf: (row: D) => number | string,
  defaultLimit = 50,
  isLater: (row: D) => boolean = () => false,
) {
  const direction = query.sortOrder === 'desc' ? -1 : 1;
  const folded = (row: D) => {
    const value = valueOf(row);
    return typeof value === 'string' ? value.toLowerCase() : value;
  };
  const ordered = [...rows].sort(
    (a, b) =>
      Number(isLater(a)) - Number(isLater(b)) || direction * compare(folded(a), folded(b)) || compare(idOf(a), idOf(b)),
  );
  const page = Number(query.page ?? 1);
  const limit = Number(query.limit ?? defaultLimit);
  const totalPages = Math.ceil(rows.length / limit);
  return {
    data: ordered.slice((page - 1) * limit, page * limit),
    pagination: { page, limit, total: rows.length, totalPages, hasNext: page < totalPages, hasPrev: page > 1 },
  };
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export const numbersIn = (list: string | undefined): number[] => [
  ...new Set(list === undefined ? [] : list.split(',').map(Number)),
];
export const isIn = (list: string | undefined, id: number): boolean =>
  list === undefined || numbersIn(list).includes(id);
export const holds = (name: string, part: string | undefined): boolean =>
  part === undefined || name.toLowerCase().includes(part.toLowerCase());
export const byId = <D extends { id: number }>(rows: readonly D[], id: number): D => rows.find((row) => row.id === id)!;
type Named = Pick<World['cities'][number], 'name' | 'aliases'>;
/** Whether `part` stands in `name` where a word begins: first, or behind what is neither letter nor digit. */
export const hasWord = (name: string, part: string): boolean => {
  const characters = [...name.toLowerCase()];
  return characters.some(
    (_, at) =>
      (at === 0 || /[^\p{L}\p{M}\p{N}]/u.test(characters[at - 1]!))
      && characters.slice(at).join('').startsWith(part.toLowerCase()),
  );
};
/** Whether the name of a city contains `part`, or one of its aliases has it from the beginning of a word. */
export const isCalled = ({ name, aliases = [] }: Named, part: string | undefined): boolean =>
  part === undefined || holds(name, part) || aliases.some((one) => hasWord(one, part));
export const namesOf = (rows: readonly { id: number; name: string }[], list: string | undefined): string[] =>
  numbersIn(list).flatMap((id) => rows.find((row) => row.id === id)?.name ?? []);

const SEARCHES = ['pu', 'NAG', '.*', '(e', 'a|b', '\\s', '^fort$', '%2', 'a+', 'ñc', 'no such name', 'e p', '[W'];

/** Some ids of `rows`, mostly existing ones. */
function someIds(rng: Rng, rows: readonly { id: number }[]): string {
  return Array.from({ length: rng.int(1, 4) }, () => (rng.chance(0.9) ? rng.pick(rows).id : 999_999)).join(',');
}

/** Random queries in which each parameter may or may not be present. */
export function randomQueries(
  seed: number,
  howMany: number,
  world: World,
  sortKeys: readonly string[],
  more: (rng: Rng) => Query,
): Query[] {
  const rng = new Rng(seed);
  return Array.from({ length: howMany }, () => ({
    ...(rng.chance(0.4) && { stateIds: someIds(rng, world.states) }),
    ...(rng.chance(0.7) && { sortBy: rng.pick(sortKeys) }),
    ...(rng.chance(0.6) && { sortOrder: rng.pick(['asc', 'desc']) }),
    ...(rng.chance(0.5) && { page: String(rng.int(1, 4)) }),
    ...(rng.chance(0.6) && { limit: String(rng.pick([1, 3, 7, 100])) }),
    ...more(rng),
  }));
}

export const maybeSearch = (rng: Rng): Query => (rng.chance(0.4) ? { search: rng.pick(SEARCHES) } : {});
export const maybeCity = (rng: Rng): Query => (rng.chance(0.4) ? { city: rng.pick(SEARCHES) } : {});
export const maybeCityIds = (rng: Rng, world: World): Query =>
  rng.chance(0.4) ? { cityIds: someIds(rng, world.cities) } : {};
export const maybeFlags = (rng: Rng, ...names: string[]): Query =>
  Object.fromEntries(rng.some(names, 0.4).map((name) => [name, rng.pick(['true', 'false'])]));
