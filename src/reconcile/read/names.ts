/** Words of lanes, zones and directions. */
import { plainText } from '../../sheets/cells/text.js';
import { Routes } from '../../sheets/rates/routes.js';
import type { SheetMap } from '../../sheets/tables/map.js';
import { Notes } from '../../sheets/tables/reading.js';
import { ZoneNames } from '../../sheets/zone-names.js';
import type { BilledRoute, LineDirection, ZoneName } from '../line.js';

/** What a partner's card calls lanes and zones. */
export interface CardNames {
  partnerId: string;
  /** Of its rules and its rows. */
  lanes: readonly string[];
  zones: readonly { id: number; name: string }[];
}

/** The routes that words of a sheet name. */
export class RouteNames {
  readonly #zones: ZoneNames;
  readonly #routes: Routes;
  readonly #names: ReadonlyMap<number, string>;

  constructor(card: CardNames, map: SheetMap) {
    this.#zones = new ZoneNames(card.zones, map.zones);
    this.#routes = new Routes(card.lanes, this.#zones, map, new Notes());
    this.#names = new Map(card.zones.map(({ id, name }) => [id, name]));
  }

  /** A lane, or else a zone of the delivery. null: nothing explains the word */
  lane(word: string): BilledRoute | null {
    return this.#named(word);
  }

  /** A zone of the delivery, or else a lane. */
  zone(word: string): BilledRoute | null {
    const found = this.#zones.find(word);
    return found.ok ? { toZone: this.#nameOf(found.id) } : this.#named(word);
  }

  fromZone(word: string): BilledRoute | null {
    const found = this.#zones.find(word);
    return found.ok ? { fromZone: this.#nameOf(found.id) } : null;
  }

  #named(word: string): BilledRoute | null {
    if (!word.includes('>') && !this.#routes.isKnown(word)) return null;
    const found = this.#routes.find(word);
    if (!found.ok) return null;
    const { lane, fromZoneId, toZoneId } = found.value;
    return {
      ...(lane !== undefined && { lane }),
      ...(fromZoneId !== undefined && { fromZone: this.#nameOf(fromZoneId) }),
      ...(toZoneId !== undefined && { toZone: this.#nameOf(toZoneId) }),
    };
  }

  #nameOf(id: number): ZoneName {
    return { id: String(id), name: this.#names.get(id)! };
  }
}

const DIRECTIONS: ReadonlyMap<string, LineDirection> = new Map(
  (
    [
      ['FORWARD', ['forward', 'fwd', 'forward charge', 'forward charges']],
      ['RTO', ['rto', 'rto charge', 'rto charges', 'return to origin']],
      ['REVERSE', ['reverse', 'reverse pickup', 'reverse charge', 'reverse charges']],
      ['BOTH', ['both', 'forward and rto', 'forward and rto charges']],
    ] as const
  ).flatMap(([direction, words]) => words.map((word) => [word, direction] as const)),
);

/** null: nothing explains the word. */
export const directionOf = (word: string): LineDirection | null => DIRECTIONS.get(plainText(word)) ?? null;
