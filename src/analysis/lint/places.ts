/** The served routes that a row is for, by what it names. */
import { NO_LANE } from '../../domain/rate-card.js';
import type { LintedCard } from './card.js';
import { zonesByNumber } from './card.js';
import type { ServedRoute } from './routes.js';
import { addTo } from '../../model/members.js';

/** What rows name of a route. */
export interface Named {
  lane?: string | null | undefined;
  fromZoneId?: number | null | undefined;
  toZoneId?: number | null | undefined;
}

const NONE: readonly ServedRoute[] = [];

export class RoutesByPlace {
  readonly #routes = new Map<string, ServedRoute[]>();

  static of(card: LintedCard, routes: readonly ServedRoute[]): RoutesByPlace {
    const found = new RoutesByPlace();
    for (const served of routes) found.#add(card, served);
    return found;
  }

  #add(card: LintedCard, served: ServedRoute): void {
    const zones = zonesByNumber(card);
    const { fromZone, toZone, lane } = served.own;
    const [from, to] = [zones[fromZone]!.id, zones[toZone]!.id];
    const places: Named[] = [{ fromZoneId: from, toZoneId: to }, { fromZoneId: from }, { toZoneId: to }, {}];
    if (lane !== NO_LANE) places.push({ lane: card.partner.names.lanes[lane - 1]! });
    for (const place of places) addTo(this.#routes, placeKey(place), served);
  }

  /** The routes that a row is for by its zones and lane, whatever rows go before it. */
  of(row: Named): readonly ServedRoute[] {
    return this.#routes.get(placeKey(row)) ?? NONE;
  }
}

/** What a row names, as a text. */
export const placeKey = ({ lane, fromZoneId, toZoneId }: Named): string =>
  lane ? `lane ${lane}` : `${fromZoneId ?? '*'}>${toZoneId ?? '*'}`;

/** The same for messages, with its preposition. */
export function placeText(row: Named): string {
  if (row.lane) return `on lane ${row.lane}`;
  const { fromZoneId, toZoneId } = row;
  if (!fromZoneId && !toZoneId) return 'on any route';
  return [fromZoneId && `from zone ${fromZoneId}`, toZoneId && `to zone ${toZoneId}`].filter(Boolean).join(' ');
}
