/** The text of a map: YAML. Apart from the map, so that what never reads one is made without the reader of YAML. */
import { FAILSAFE_SCHEMA, load, YAMLException } from 'js-yaml';
import { MapFault, mapFrom, type SheetMap } from './map.js';

/** @param file its name, for messages @throws {MapFault} */
export const mapOf = (text: string, file: string): SheetMap => mapFrom(membersOfMap(text, file), file);

/** The members of a map's YAML; every scalar is a text. @throws {MapFault} */
export function membersOfMap(text: string, file: string): unknown {
  try {
    // every scalar is a text: YAML would change pincodes, ids and Y
    return load(text, { schema: FAILSAFE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new MapFault(`${file}:${(error.mark?.line ?? 0) + 1}: is not YAML: ${error.reason}`);
  }
}
