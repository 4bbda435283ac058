/** Zones as couriers' sheets name them. */
import { groupBy } from '../model/members.js';
import { editDistance } from '../model/unknown-fields.js';
import { plainText } from './cells/text.js';

const MAX_NEAREST = 3;
const MAX_COMPARED_LENGTH = 100;

/** What is asked of a zone. */
export interface NamedZone {
  id: number;
  name: string;
}

export type ZoneLookup = { ok: true; id: number } | { ok: false; message: string };

export class ZoneNames {
  readonly #byName: ReadonlyMap<string, NamedZone[]>;
  readonly #byId: ReadonlyMap<number, NamedZone>;
  /** Earlier look-ups: the same name is in thousands of rows. */
  readonly #found = new Map<string, ZoneLookup>();

  /** @param ours by their names in the form of {@link plainText}, as a map says them */
  constructor(
    private readonly zones: readonly NamedZone[],
    private readonly ours: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#byId = new Map(zones.map((zone) => [zone.id, zone]));
    this.#byName = groupBy(zones, ({ name }) => plainText(name));
  }

  /** The zone of this id or, without regard to case, of this name: a fault if it is none or may be several. */
  find(text: string): ZoneLookup {
    let found = this.#found.get(text);
    if (found === undefined) this.#found.set(text, (found = this.#lookUp(text)));
    return found;
  }

  #lookUp(text: string): ZoneLookup {
    const name = plainText(this.ours.get(plainText(text)) ?? text);
    const found = new Set(this.#byName.get(name));
    const byId = /^\d{1,15}(\.0+)?$/.test(name) ? this.#byId.get(Number(name)) : undefined;
    if (byId !== undefined) found.add(byId);
    const [zone, another] = found;
    if (zone !== undefined && another === undefined) return { ok: true, id: zone.id };
    if (another !== undefined)
      return {
        ok: false,
        message: `"${text}" may be ${[...found].map(shown).join(' or ')}: write the ${byId === undefined ? 'id' : 'name, or the other id'}`,
      };
    const nearest = this.#nearest(name);
    const advice =
      nearest.length === 0 ? 'the partner has no zones' : `the nearest are ${nearest.map(shown).join(', ')}`;
    return { ok: false, message: `there is no zone "${text}": ${advice}` };
  }

  #nearest(name: string): NamedZone[] {
    const wanted = name.slice(0, MAX_COMPARED_LENGTH);
    const edits = new Map(this.zones.map((zone) => [zone, editDistance(wanted, plainText(zone.name))]));
    return this.zones.toSorted((a, b) => edits.get(a)! - edits.get(b)! || a.id - b.id).slice(0, MAX_NEAREST);
  }
}

const shown = ({ id, name }: NamedZone): string => `${name} (${id})`;
