/**
 * Encrypts secrets that are still in clear text. Several nodes may do so at once: the transaction of all but one is
 * repeated.
 */
import type { Db } from 'mongodb';
import { MONGO_READ_TIMEOUT_MS, MONGO_WRITE_DEADLINE_MS } from '../../limits/mongo.js';
import type { Credential } from '../../model/documents.js';
import { documentOf } from './documents.js';
import type { Transactions } from './transactions.js';

/** A document whose secrets are no list is not looked at: it is refused when it is loaded. */
const IN_CLEAR_TEXT = { 'secrets': { $type: 'array' as const }, 'secrets.secret': { $type: 'string' as const } };

export async function sealCredentials(
  db: Db,
  transactions: Transactions,
  seal: (credential: Credential) => Credential,
): Promise<number> {
  const { result } = await transactions.run(performance.now() + MONGO_WRITE_DEADLINE_MS, async ({ session }) => {
    const credentials = db.collection('credentials');
    const found = await credentials.find(IN_CLEAR_TEXT, { session, maxTimeMS: MONGO_READ_TIMEOUT_MS }).toArray();
    let sealed = 0;
    for (const stored of found) {
      const document = documentOf('credentials', stored);
      const { secrets } = seal(document);
      if (secrets === document.secrets) continue;
      await credentials.updateOne(
        { _id: stored._id },
        { $set: { secrets } },
        { session, bypassDocumentValidation: true },
      );
      sealed++;
    }
    return sealed;
  });
  return result;
}
