/** The routes that headings of rates name: lanes, zones, and pairs of zones. */
import { LANE_PATTERN } from '../../model/lanes.js';
import { fault, type ParsedCell, parsed, plainText } from '../cells/text.js';
import type { SheetMap } from '../tables/map.js';
import type { Notes } from '../tables/reading.js';
import type { ZoneNames } from '../zone-names.js';

/** Members of a row of packages. */
export interface Route {
  lane?: string;
  fromZoneId?: number;
  toZoneId?: number;
  service?: string;
}

const LANE = new RegExp(LANE_PATTERN);

export class Routes {
  readonly #lanes: ReadonlyMap<string, string>;
  readonly #found = new Map<string, ParsedCell<Route>>();

  /** @param lanes that the partner's rules give */
  constructor(
    lanes: Iterable<string>,
    readonly zones: ZoneNames,
    private readonly map: SheetMap,
    private readonly notes: Notes,
  ) {
    this.#lanes = new Map([...lanes].map((lane) => [lane.toLowerCase(), lane]));
  }

  /**
   * A service or a courier of the map's `services` and `partners` has prices for every route. `FROM>TO`, `>TO` and
   * `FROM>` are zones. Any other name is
   * 1. what the map's `lanes` says, which is a name again;
   * 2. the lane that a rule gives, as it is written or in another case;
   * 3. a zone of the delivery;
   * 4. 2 or 3 without `Zone` and what is in brackets, which is said;
   * 5. a lane that no rule gives yet, which is said.
   */
  find(text: string): ParsedCell<Route> {
    let found = this.#found.get(text);
    // looked up once: notes count names, not cells
    if (found === undefined) this.#found.set(text, (found = this.#lookUp(text)));
    return found;
  }

  #lookUp(text: string): ParsedCell<Route> {
    const product = this.#product(text);
    if (product !== null) return parsed(product);
    const name = this.map.lanes.get(plainText(text)) ?? text.trim();
    if (name.includes('>')) return this.#pair(name);
    const known = this.#known(name);
    if (known !== null) return known;
    const described = DESCRIBED.exec(name)?.[1] ?? '';
    const isDescribed = described !== '' && this.#known(described) !== null;
    const short = isDescribed ? described : shortName(name);
    const shorter = short === name ? null : this.#known(short);
    const lane = short.toUpperCase();
    const found = shorter ?? (LANE.test(lane) ? parsed<Route>({ lane }) : null);
    if (found === null) return fault(this.#advice(name));
    if (found.ok && short !== name) this.notes.add('names read without their frame', `"${name}" is ${short}`);
    if (shorter === null) this.notes.add('names taken for lanes that no rule gives yet', lane);
    return found;
  }

  #product(text: string): Route | null {
    const { services, partners } = this.map;
    const service = services.get(plainText(text));
    if (service !== undefined) return { service };
    return partners.has(plainText(text)) ? {} : null;
  }

  /** Of the names of one column, the first that is known; else the first. */
  likeliest(names: readonly string[]): string {
    return names.find((name) => this.isKnown(name)) ?? names[0]!;
  }

  /** Whether it names a lane of a rule, a zone, or what the map says. */
  isKnown(name: string): boolean {
    return (
      this.#product(name) !== null
      || this.map.lanes.has(plainText(name))
      || [name, shortName(name)].some((each) => this.#known(each)?.ok === true)
    );
  }

  hasLane(name: string): boolean {
    return this.#lanes.has((this.map.lanes.get(plainText(name)) ?? name).toLowerCase());
  }

  #known(name: string): ParsedCell<Route> | null {
    const lane = this.#lanes.get(name.toLowerCase());
    if (lane !== undefined) return parsed({ lane });
    const zone = this.zones.find(name);
    if (zone.ok) return parsed({ toZoneId: zone.id });
    // several zones have this name
    return zone.message.includes('may be') ? fault(zone.message) : null;
  }

  #pair(name: string): ParsedCell<Route> {
    const [from = '', to = '', ...more] = name.split('>').map((end) => end.trim());
    if (more.length > 0 || (from === '' && to === '')) return fault('must be FROM>TO, >TO or FROM>');
    const ends = [from, to].map((end) => (end === '' ? null : this.zones.find(end)));
    for (const end of ends) if (end?.ok === false) return fault(end.message);
    const [fromZone, toZone] = ends;
    return parsed({
      ...(fromZone?.ok === true && { fromZoneId: fromZone.id }),
      ...(toZone?.ok === true && { toZoneId: toZone.id }),
    });
  }

  #advice(name: string): string {
    const zone = this.zones.find(name);
    const why = zone.ok ? '' : `: ${zone.message}`;
    return `is no lane and no zone${why}; say what it is by lanes in the map, such as "${name}": A or ">ZONE"`;
  }
}

/** `Zone A - Within City` is A, if there is such a lane or zone. */
const DESCRIBED = /^zone[\s_-]*([a-z]\d?)\s*[-–:]\s*\D+$/i;

/** `ZONE C1` and `Zone C1 (Metro)` are C1. */
const shortName = (name: string): string =>
  name
    .replace(/\s*[([].*?[)\]]\s*/g, ' ')
    .trim()
    .replace(/^(?:(?:zone|lane)[\s:_-]+|z_)/i, '')
    .trim();

/** Equal for the same route. */
export const routeKey = (route: object): string => JSON.stringify(Object.entries(route).sort());
