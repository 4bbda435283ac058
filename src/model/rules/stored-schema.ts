/** The faults of a document by the schema of its collection alone. */
import { MAX_SCHEMA_ERRORS_PER_DOCUMENT } from '../../limits/store.js';
import { COLLECTIONS, type CollectionName } from '../documents.js';
import { type RequestFault, SchemaValidator } from '../schema-faults.js';
import { derived } from '../derived.js';

const validatorOf = derived(
  (schema: (typeof COLLECTIONS)[CollectionName]) => new SchemaValidator(schema, MAX_SCHEMA_ERRORS_PER_DOCUMENT),
);

/** The faults of `value`, one for each field; empty when it has the shape of a document of the collection. */
export function schemaFaults(collection: CollectionName, value: unknown): RequestFault[] {
  const validator = validatorOf(COLLECTIONS[collection]);
  return validator.accepts(value) ? [] : validator.faults(value);
}
