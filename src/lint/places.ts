/** The served routes that a row is for, by what it names. */
import type { LintedCard } from './card.js';
import { zonesByNumber } from './card.js';
import type { ServedRoute } from './routes.js';

/** What rows name of a route. */
export interface Named {
  lane?: string | null | undefined;
  fromZoneId?: number | null | undefined;
  toZoneId?: number | null | undefined;
}

const NONE: readonly ServedRoute[] = [];

export class RoutesByPlace {
  readonly #routes = new Map<string, ServedRoute[]>();

  constructor(card: LintedCard, routes: readonly ServedRoute[]) {
    const zones = zonesByNumber(card);
    for (const served of routes) {
      const { fromZone, toZone, lane } = served.own;
      const [from, to] = [zones[fromZone]!.id, zones[toZone]!.id];
      const places: Named[] = [{ fromZoneId: from, toZoneId: to }, { fromZoneId: from }, { toZoneId: to }, {}];
      if (lane !== 0) places.push({ lane: card.partner.names.lanes[lane - 1]! });
      for (const place of places) {
        const key = placeKey(place);
        const known = this.#routes.get(key);
        if (known === undefined) this.#routes.set(key, [served]);
        else known.push(served);
      }
    }
  }

  /** The routes that a row is for by its zones and lane, whatever rows go before it. */
  of(row: Named): readonly ServedRoute[] {
    return this.#routes.get(placeKey(row)) ?? NONE;
  }
}

/** What a row names, as a text. */
export const placeKey = ({ lane, fromZoneId, toZoneId }: Named): string =>
  lane ? `lane ${lane}` : `${fromZoneId ?? '*'}>${toZoneId ?? '*'}`;

/** The same for messages. */
export function placeText(row: Named): string {
  if (row.lane) return `lane ${row.lane}`;
  const { fromZoneId, toZoneId } = row;
  if (!fromZoneId && !toZoneId) return 'any route';
  return [fromZoneId && `from zone ${fromZoneId}`, toZoneId && `to zone ${toZoneId}`].filter(Boolean).join(' ');
}
