import { isInUse } from '../../contract/documents/credential-status.js';
import type { Credential } from '../../contract/documents/documents.js';

/** Whether one of the credentials may change credentials over the API. */
export const hasAdmin = (credentials: readonly Credential[]): boolean =>
  credentials.some((credential) => isInUse(credential) && credential.scopes?.includes('admin') === true);
