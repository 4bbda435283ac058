/** Random worlds and broken documents, as other programs write them. */
import { CATALOG_COLLECTIONS } from '../../../src/control/documents/catalog.js';
import { CONTRACT_COLLECTIONS } from '../../../src/model/documents.js';
import { type Change, keyOf } from '../../../src/model/change.js';
import { schemaFaults } from '../../../src/model/rules/stored-schema.js';
import { randomCardWorld } from '../../reference/random-cards.js';
import { randomWorld, seededRng } from '../../reference/random.js';
import type { Rng } from '../../reference/rng.js';
import type { World } from '../../reference/types.js';

/**
 * A world whose every pincode has coordinates: an index needs some in every state, which no rule of documents requires.
 */
export function locatedWorld(seed: number): World {
  const world = randomWorld(seededRng(seed));
  // the same world, from which only whole collections are taken
  const ofContracts = randomCardWorld(seededRng(seed));
  for (const collection of CONTRACT_COLLECTIONS) Object.assign(world, { [collection]: ofContracts[collection] });
  for (const pincode of world.pincodes) {
    pincode.latitude ??= 20;
    pincode.longitude ??= 77;
  }
  return world;
}

export const putsOfWorld = (world: World): Change[] =>
  CATALOG_COLLECTIONS.flatMap((collection) =>
    world[collection].map(
      (document) => ({ kind: 'put', collection, key: keyOf(collection, document), document }) as unknown as Change,
    ),
  );

/**
 * Breaks a document in some way: a field missing, unknown, of another type, out of bounds, or naming a missing
 * document. `isKeyed`: its key stays.
 */
export function spoilt(rng: Rng, change: Change, isKeyed: boolean): Change {
  if (change.kind === 'delete') return change;
  const document = structuredClone(change.document) as Record<string, unknown>;
  const field = rng.pick(Object.keys(document));
  const kinds: (() => void)[] = [
    () => {
      delete document[field];
    },
    () => {
      document['surprise'] = 1;
    },
    () => {
      document[field] = { $numberLong: '5' };
    },
    () => {
      document[field] = typeof document[field] === 'number' ? 1.23456789 : 'no such thing';
    },
    () => {
      for (const name of ['partnerId', 'stateId', 'cityId', 'zoneId', 'fromZoneId', 'gstStateCode'])
        if (name in document) document[name] = typeof document[name] === 'number' ? 987_654 : '99';
    },
  ];
  rng.pick(kinds)();
  const isOther = keyOf(change.collection, document as never) !== change.key;
  // a valid document with another key would be a different document
  if (isOther && (isKeyed || schemaFaults(change.collection, document).length === 0))
    return { ...change, document: { ...change.document, surprise: 1 } } as unknown as Change;
  return { ...change, document } as Change;
}
