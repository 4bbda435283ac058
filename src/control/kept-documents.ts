/** How the history keeps documents: it has no secrets, and contacts only sealed. */
import type { CollectionName, Credential, Partner } from '../contract/documents/documents.js';
import type { ChangeNote } from '../store/port.js';
import { open, seal, type SecretsKeys } from '../store/sealing.js';

/** Contacts are sealed if there is a key. */
export function keptUnder(keys: SecretsKeys): ChangeNote['kept'] {
  return (collection, document) => {
    if (collection === 'credentials') return withoutSecrets(document as Credential);
    if (collection === 'partners' && keys.length > 0) return withSealedContact(document as Partner, keys);
    return document;
  };
}

/** The document as it was, of how the history keeps it; not of credentials. */
export function openedUnder(keys: SecretsKeys): (collection: CollectionName, kept: object) => object {
  return (collection, kept) => {
    const { partnerId, contact } = kept as { partnerId: string; contact?: Partner['contact'] | { sealed: string } };
    if (collection !== 'partners' || contact === undefined || !('sealed' in contact)) return kept;
    const text = open(contact.sealed, placeOf(partnerId), keys, `the contact of ${partnerId} in the history`);
    return { ...kept, contact: JSON.parse(text) as Partner['contact'] };
  };
}

function withoutSecrets({ secrets, ...credential }: Credential): object {
  return { ...credential, secrets: secrets.map(({ version, notAfter }) => ({ version, notAfter })) };
}

function withSealedContact({ contact, ...partner }: Partner, keys: SecretsKeys): object {
  return { ...partner, contact: { sealed: seal(JSON.stringify(contact), placeOf(partner.partnerId), keys) } };
}

/** Binds the sealed text to its place: a copy of it elsewhere cannot be opened. */
const placeOf = (partnerId: string): readonly string[] => ['pinrate history', partnerId];
