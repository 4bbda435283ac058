import type { Credential } from './documents.js';

/** Whether requests may be signed with a credential: its status has one of the two forms of other collections. */
export const isInUse = ({ status }: Pick<Credential, 'status'>): boolean => status === true || status === 'ACTIVE';
