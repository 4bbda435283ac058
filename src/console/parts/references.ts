/** Names of the places and zones that documents refer to by ids: asked as they are shown, kept for the session. */
import type { Pinrate } from '../../client/connect.js';
import { PinrateError } from '../../client/error.js';
import { getDocument } from '../../client/operations.js';
import { useAsk } from './ask.js';
import { askAtOnce } from './at-once.js';
import { isObject, type NameOf } from './names.js';

type ReferredCollection = 'zones' | 'states' | 'cities' | 'areas';

/** Fields with an id, or a list of ids. */
const REFERENCES: Readonly<Record<string, ReferredCollection>> = {
  zoneId: 'zones',
  fromZoneId: 'zones',
  toZoneId: 'zones',
  states: 'states',
  stateId: 'states',
  cities: 'cities',
  cityId: 'cities',
  areas: 'areas',
};
const MOST_NAMED = 60;
const AT_ONCE = 4;

/** A value and the field that has it; '' if none has. */
export type FieldValue = readonly [field: string, value: unknown];

const keyOf = (field: string, id: unknown): string | undefined => {
  const collection = REFERENCES[field];
  return collection === undefined || typeof id !== 'number' ? undefined : `${collection}/${id}`;
};

/** `states/5`, `zones/201`: what a value refers to, and what its members do. */
function referencesIn([field, value]: FieldValue): string[] {
  if (Array.isArray(value)) return value.flatMap((each: unknown) => referencesIn([field, each]));
  if (isObject(value)) return Object.entries(value).flatMap(referencesIn);
  const key = keyOf(field, value);
  return key === undefined ? [] : [key];
}

/** Of each session: names that were read. */
const known = new WeakMap<Pinrate, Map<string, string>>();

/** The first of them by name; the others, and what cannot be read, keep their ids. */
export function useNames(values: readonly FieldValue[]): NameOf {
  const wanted = [...new Set(values.flatMap(referencesIn))].slice(0, MOST_NAMED);
  const { value: names } = useAsk(wanted.length === 0 ? null : (pinrate, signal) => namesOf(pinrate, wanted, signal), [
    wanted.join(),
  ]);
  return (field, id) => names?.get(keyOf(field, id) ?? '');
}

async function namesOf(pinrate: Pinrate, wanted: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const names = known.get(pinrate) ?? new Map<string, string>();
  known.set(pinrate, names);
  const missing = wanted.filter((key) => !names.has(key));
  await askAtOnce(missing, AT_ONCE, async (key) => {
    const [collection, id] = key.split('/') as [ReferredCollection, string];
    try {
      const { data } = await getDocument(pinrate, collection, id, {}, { signal });
      names.set(key, (data as { name: string }).name);
    } catch (error) {
      // it is gone, or not for this credential
      if (!(error instanceof PinrateError) || ![403, 404].includes(error.status)) throw error;
    }
  });
  return names;
}
