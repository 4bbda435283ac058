/** Maps of sheets of outcomes: a shipped one, one's own, or one's own on top of a shipped one. */
import { isMembers } from '../../model/members.js';
import { MapFault, mapFrom, type SheetMap } from '../tables/map.js';
import { membersOfMap } from '../tables/map-text.js';
import { refusePersonal } from './form.js';
import { SHIPPED_MAPS } from './shipped-maps.js';

type Members = Record<string, unknown>;

/** @param name one of {@link SHIPPED_MAPS} */
export const shippedMap = (name: string): SheetMap => mapOfMembers(shippedMembers(name), name);

/**
 * A map in YAML. `like: haatwala-ecom` begins with a shipped map: its names, words and lists are added to, and a name
 * that both have is the map's own; an empty one takes it away.
 *
 * @param file its name, for messages
 * @throws {MapFault}
 */
export const outcomeMapOf = (text: string, file: string): SheetMap => outcomeMapFrom(membersOfMap(text, file), file);

/**
 * The same from its members.
 * @param more members on top of these, such as what a person said of words
 */
export function outcomeMapFrom(given: unknown, file: string, more: Readonly<Members> = {}): SheetMap {
  if (!isMembers(given)) throw new MapFault(`${file}: must have columns, values and so on`);
  const { like, ...own } = joined(given, more) as Members;
  if (like === undefined || like === '') return mapOfMembers(own, file);
  if (typeof like !== 'string' || !SHIPPED_MAPS.has(like))
    throw new MapFault(`${file}: like: must be one of ${[...SHIPPED_MAPS.keys()].join(', ')}`);
  return mapOfMembers(joined(shippedMembers(like), own) as Members, file);
}

const shippedMembers = (name: string): Members => membersOfMap(SHIPPED_MAPS.get(name)!, name) as Members;

function mapOfMembers(members: Members, file: string): SheetMap {
  const map = mapFrom(members, file, { hasPatterns: true });
  refusePersonal(map);
  return map;
}

/**
 * The shipped maps whose columns a sheet has.
 * @param open the sheet by a map; throws where it does not fit
 */
export async function* fittingMaps(open: (map: SheetMap) => Promise<unknown>): AsyncGenerator<string> {
  for (const name of SHIPPED_MAPS.keys()) {
    const fits = await open(shippedMap(name)).then(
      () => true,
      () => false,
    );
    if (fits) yield name;
  }
}

/** Lists one behind the other, names by name; else what is given last. */
function joined(base: unknown, own: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(own)) return [...(base as unknown[]), ...(own as unknown[])];
  if (!isMembers(base) || !isMembers(own)) return own;
  const all: Members = { ...base };
  for (const [name, value] of Object.entries(own)) {
    const same = sameName(all, name);
    const before = all[same];
    delete all[same];
    if (value !== '') all[name] = before === undefined ? value : joined(before, value);
  }
  return all;
}

/** Words are compared without case. */
const sameName = (members: Members, name: string): string =>
  Object.keys(members).find((each) => each.toLowerCase() === name.toLowerCase()) ?? name;
