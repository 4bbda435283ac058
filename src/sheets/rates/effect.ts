/** What a sheet of rates does: which routes it prices, and where they end. */
import type { Effect } from '../serviceability/effect.js';
import type { NamedZone } from '../zone-names.js';
import type { CardRow } from './card-row.js';

const SHOWN_ROUTES = 6;
const GRAMS_PER_KG = 1_000;

/** By the heaviest parcel that is carried: `routes carry up to 20 kg: C1, C2`. */
export function carriedWeights(rows: readonly CardRow[], zones: readonly NamedZone[]): Effect[] {
  const nameOf = new Map(zones.map(({ id, name }) => [id, name]));
  const ends = new Map<string, number | null>();
  for (const { members } of rows) {
    const route = routeName(members, nameOf);
    const to = (members['maxWeight'] as number | undefined) ?? null;
    const former = ends.get(route);
    const isHeavier = former === undefined || to === null || (former !== null && to > former);
    ends.set(route, isHeavier ? to : former);
  }
  const routesOf = new Map<number | null, string[]>();
  for (const [route, end] of ends) routesOf.set(end, [...(routesOf.get(end) ?? []), route]);
  return [...routesOf].map(([end, routes]) => {
    const names = routes.slice(0, SHOWN_ROUTES).join(', ') + (routes.length > SHOWN_ROUTES ? ', …' : '');
    const carries = end === null ? 'carry any weight' : `end at ${end / GRAMS_PER_KG} kg`;
    return { what: `routes ${carries}: ${names}`, count: routes.length, before: null, after: null };
  });
}

function routeName(members: CardRow['members'], nameOf: ReadonlyMap<number, string>): string {
  const { lane, fromZoneId, toZoneId, kmFrom, kmTo, direction } = members as Record<
    string,
    string | number | undefined
  >;
  const zone = (id: string | number | undefined): string =>
    id === undefined ? '' : (nameOf.get(id as number) ?? `${id}`);
  const km = kmFrom === undefined && kmTo === undefined ? '' : `${kmFrom ?? 0}-${kmTo ?? ''} km`;
  const pair = fromZoneId === undefined && toZoneId === undefined ? 'every' : `${zone(fromZoneId)}>${zone(toZoneId)}`;
  const route = lane ?? (km === '' ? pair : km);
  return direction === undefined || direction === 'FORWARD' ? String(route) : `${direction} ${route}`;
}
