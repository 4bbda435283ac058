import { isInUse } from '../../model/credential-status.js';
import type { Credential } from '../../model/documents.js';

/** Whether one of the credentials may change credentials over the API. */
export const hasAdmin = (credentials: readonly Credential[]): boolean =>
  credentials.some((credential) => isInUse(credential) && credential.scopes?.includes('admin') === true);
