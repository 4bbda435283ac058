/** What is wrong with a document by the schema of its collection alone. */
import { MAX_SCHEMA_ERRORS_PER_DOCUMENT } from '../../limits/store.js';
import { COLLECTIONS, type CollectionName } from '../documents.js';
import { type RequestFault, SchemaValidator } from '../schema-faults.js';

const validators = new Map<CollectionName, SchemaValidator<(typeof COLLECTIONS)[CollectionName]>>();

/** The faults of `value`, one for each field; empty when it has the shape of a document of the collection. */
export function schemaFaults(collection: CollectionName, value: unknown): RequestFault[] {
  let validator = validators.get(collection);
  if (validator === undefined) {
    validator = new SchemaValidator(COLLECTIONS[collection], MAX_SCHEMA_ERRORS_PER_DOCUMENT);
    validators.set(collection, validator);
  }
  return validator.accepts(value) ? [] : validator.faults(value);
}
