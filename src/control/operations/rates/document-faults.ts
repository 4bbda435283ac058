import type { CollectionName, Documents } from '../../../model/documents.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { documentFaults } from '../../../model/rules/document-rules.js';
import { schemaFaults } from '../../../model/rules/stored-schema.js';

/** The faults of a document that a request makes, as faults of the request: their fields have the same names. */
export function faultsOfDocument<C extends CollectionName>(collection: C, document: Documents[C]): RequestFault[] {
  const faults = schemaFaults(collection, document);
  return faults.length > 0 ? faults : ruleFaults(collection, document);
}

/**
 * {@link faultsOfDocument} for a document whose members are single values: its rules run even if its schema finds
 * faults, and ignore members of a wrong type. The first fault of a field counts.
 */
export function faultsOfRow<C extends 'customer-charges' | 'discounts'>(
  collection: C,
  row: Documents[C],
): RequestFault[] {
  const faults = schemaFaults(collection, row);
  for (const fault of ruleFaults(collection, row))
    if (!faults.some(({ field }) => field === fault.field)) faults.push(fault);
  return faults;
}

function ruleFaults<C extends CollectionName>(collection: C, document: Documents[C]): RequestFault[] {
  return documentFaults(collection, document).map(({ field, message }) => ({
    field,
    code: 'INVALID_VALUE',
    message,
    value: (document as Record<string, unknown>)[field],
  }));
}
