/**
 * The schema faults of a dataset's line, for the person who wrote it: with the value, or with the name that was
 * probably meant.
 */
import { derived } from '../../model/derived.js';
import { COLLECTIONS, type CollectionName } from '../../model/documents.js';
import { KnownFields } from '../../model/unknown-fields.js';
import type { Fault } from '../../model/schema-faults.js';
import { schemaFaults } from '../../model/rules/stored-schema.js';
import { valueAt } from '../../model/members.js';

/** Longer values are not shown: the field is more useful than the text. */
const MAX_SHOWN_CHARACTERS = 40;

const knownFields = derived((schema: (typeof COLLECTIONS)[CollectionName]) => new KnownFields(schema));

/** The schema's faults. Values of credentials are never shown: they may be secrets. */
export function importFaults(collection: CollectionName, value: unknown): Fault[] {
  const faults = schemaFaults(collection, value);
  if (faults.length === 0) return faults;
  const meant = new Map(unknownIn(collection, value).map(({ field, didYouMean }) => [field, didYouMean]));
  return faults.map(({ field, message }) => {
    const didYouMean = meant.get(field);
    if (didYouMean === null) return { field, message };
    if (didYouMean !== undefined) return { field, message: `${message}: did you mean ${didYouMean}?` };
    const shown = collection === 'credentials' ? undefined : shownText(valueAt(value, field));
    return { field, message: shown === undefined ? message : `${message}, but is ${shown}` };
  });
}

function unknownIn(collection: CollectionName, value: unknown): ReturnType<KnownFields['unknownIn']> {
  return knownFields(COLLECTIONS[collection]).unknownIn(value);
}

/** The value as it is written in the file. Undefined: it is missing, a list, an object, or too long to show. */
function shownText(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null) return undefined;
  const text: string | undefined = JSON.stringify(value);
  return text === undefined || text.length > MAX_SHOWN_CHARACTERS ? undefined : text;
}
