/** The served routes that a row is for, by its zones and lane. */
import { NO_LANE } from '../../domain/rate-card.js';
import type { LintedCard } from './card.js';
import { zonesByNumber } from './card.js';
import type { ServedRoute } from './routes.js';
import { addTo } from '../../model/members.js';

/** Conditions of a row that its route must meet. */
interface RouteConditions {
  lane?: string | null | undefined;
  fromZoneId?: number | null | undefined;
  toZoneId?: number | null | undefined;
}

const NONE: readonly ServedRoute[] = [];

export class RoutesByConditions {
  readonly #routes = new Map<string, ServedRoute[]>();

  static of(card: LintedCard, routes: readonly ServedRoute[]): RoutesByConditions {
    const found = new RoutesByConditions();
    for (const served of routes) found.#add(card, served);
    return found;
  }

  #add(card: LintedCard, served: ServedRoute): void {
    const zones = zonesByNumber(card);
    const { fromZone, toZone, lane } = served.own;
    const [from, to] = [zones[fromZone]!.id, zones[toZone]!.id];
    const conditions: RouteConditions[] = [
      { fromZoneId: from, toZoneId: to },
      { fromZoneId: from },
      { toZoneId: to },
      {},
    ];
    if (lane !== NO_LANE) conditions.push({ lane: card.partner.names.lanes[lane - 1]! });
    for (const each of conditions) addTo(this.#routes, conditionsKey(each), served);
  }

  /** The routes that a row is for by its zones and lane, whatever rows go before it. */
  of(row: RouteConditions): readonly ServedRoute[] {
    return this.#routes.get(conditionsKey(row)) ?? NONE;
  }
}

/** Equal for rows with the same conditions. */
export const conditionsKey = ({ lane, fromZoneId, toZoneId }: RouteConditions): string =>
  lane ? `lane ${lane}` : `${fromZoneId ?? '*'}>${toZoneId ?? '*'}`;

/** The same for messages, with its preposition. */
export function conditionsText(row: RouteConditions): string {
  if (row.lane) return `on lane ${row.lane}`;
  const { fromZoneId, toZoneId } = row;
  if (!fromZoneId && !toZoneId) return 'on any route';
  return [fromZoneId && `from zone ${fromZoneId}`, toZoneId && `to zone ${toZoneId}`].filter(Boolean).join(' ');
}
