import type { CollectionName, Documents } from '../../../contract/documents/documents.js';
import type { Fault } from '../../../contract/faults.js';
import { documentFaults } from '../../../store/rules/document-rules.js';
import { type Fault as StoreFault, schemaFaults } from '../../../store/rules/schema-faults.js';

/**
 * The store's faults of a document, as faults of the request that it was made from: their fields have the same names.
 */
export function faultsOfDocument<C extends CollectionName>(collection: C, document: Documents[C]): Fault[] {
  const faults = schemaFaults(collection, document);
  return asOfRequest(faults.length === 0 ? documentFaults(collection, document) : faults, document);
}

/**
 * {@link faultsOfDocument} for a document whose members are single values: its rules run even if its schema finds
 * faults, and ignore members of a wrong type.
 */
export function faultsOfRow<C extends 'customer-charges' | 'discounts'>(collection: C, row: Documents[C]): Fault[] {
  return asOfRequest([...schemaFaults(collection, row), ...documentFaults(collection, row)], row);
}

function asOfRequest(found: readonly StoreFault[], document: object): Fault[] {
  const faults = new Map<string, Fault>();
  // the first fault of a field counts, as with schemas
  for (const { field, message } of found) {
    if (!faults.has(field))
      faults.set(field, { field, code: 'INVALID_VALUE', message, value: (document as Record<string, unknown>)[field] });
  }
  return [...faults.values()];
}
