/** How the history keeps documents: it has no secrets, and contacts only sealed. */
import type { ChangeEntries, CollectionName, Credential, Partner } from '../model/documents.js';
import type { ChangeNote } from '../store/port.js';
import { isUnderFirst, open, seal, type SecretsKeys } from '../store/sealing.js';

/** Contacts are sealed if there is a key. */
export function sealedUnder(keys: SecretsKeys): ChangeNote['sealed'] {
  return (collection, document) => {
    if (collection === 'credentials') return withoutSecrets(document as Credential);
    if (collection === 'partners' && keys.length > 0) return withSealedContact(document as Partner, keys);
    return document;
  };
}

/** The document as it was, of how the history keeps it; not of credentials. */
export function openedUnder(keys: SecretsKeys): (collection: CollectionName, stored: object) => object {
  return (collection, stored) => {
    const { partnerId, contact } = stored as { partnerId: string; contact?: Partner['contact'] | { sealed: string } };
    if (collection !== 'partners' || contact === undefined || !('sealed' in contact)) return stored;
    const text = open(contact.sealed, contextOf(partnerId), keys, `the contact of ${partnerId} in the history`);
    return { ...stored, contact: JSON.parse(text) as Partner['contact'] };
  };
}

/**
 * A part of a change set's entries with its contacts sealed under the first key; the same one when they are.
 * @throws DecryptionError when no key opens one
 */
export function resealEntries(part: ChangeEntries, keys: SecretsKeys): ChangeEntries {
  if (!part.entries.includes(OF_PARTNERS)) return part;
  let isChanged = false;
  const resealed = (partner: SealedPartner | null): object | null => {
    const sealed = partner?.contact?.sealed;
    if (partner?.contact === undefined || (sealed !== undefined && isUnderFirst(sealed, keys))) return partner;
    isChanged = true;
    return withSealedContact(openedUnder(keys)('partners', partner) as Partner, keys);
  };
  const entries = (JSON.parse(part.entries) as SealedEntry[]).map((entry) =>
    entry.collection === 'partners'
      ? { ...entry, before: resealed(entry.before), after: resealed(entry.after) }
      : entry,
  );
  return isChanged ? { ...part, entries: JSON.stringify(entries) } : part;
}

/** What the text of a part with entries of partners has. */
const OF_PARTNERS = '"partners"';

type SealedPartner = { partnerId: string; contact?: { sealed?: string } };
interface SealedEntry {
  collection: string;
  before: SealedPartner | null;
  after: SealedPartner | null;
}

function withoutSecrets({ secrets, ...credential }: Credential): object {
  return { ...credential, secrets: secrets.map(({ version, notAfter }) => ({ version, notAfter })) };
}

function withSealedContact({ contact, ...partner }: Partner, keys: SecretsKeys): object {
  return { ...partner, contact: { sealed: seal(JSON.stringify(contact), contextOf(partner.partnerId), keys) } };
}

/** Binds the sealed text to its document: a copy of it elsewhere cannot be opened. */
const contextOf = (partnerId: string): readonly string[] => ['pinrate history', partnerId];
