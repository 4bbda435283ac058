import { rekey as contract } from '../../../contract/credentials.js';
import { inTurn } from '../in-turn.js';
import { answer, implement, refuse } from '../operation.js';
import { CREDENTIALS_QUEUE } from './credentials.js';

/** POST /admin/rekey. Credentials do not change while a step of it runs. */
export const rekey = implement(contract, async (_, { catalog, reseal }) => {
  const data = await reseal((batch) => inTurn(catalog, CREDENTIALS_QUEUE, batch));
  if (data !== null) return answer({ data });
  return refuse('BUSINESS_VALIDATION_FAILED', {
    details: ['SECRETS_KEY is not set: there is no key to encrypt under'],
  });
});
