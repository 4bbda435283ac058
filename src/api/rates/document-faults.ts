import type { CollectionName, Documents } from '../../schemas/documents.js';
import type { Fault } from '../../schemas/faults.js';
import { documentFaults } from '../../store/document-rules.js';
import { schemaFaults } from '../../store/schema-faults.js';

/** What the store would refuse in a document, as faults of the request that it was made from: their fields have the same names. */
export function faultsOfDocument<C extends CollectionName>(collection: C, document: Documents[C]): Fault[] {
  const faults = schemaFaults(collection, document);
  if (faults.length === 0) faults.push(...documentFaults(collection, document));
  return faults.map(({ field, message }) => ({ field, code: 'INVALID_VALUE', message, value: (document as unknown as Record<string, unknown>)[field] }));
}
