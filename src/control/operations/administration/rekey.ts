import { rekey as contract } from '../../../contract/credentials.js';
import { answer, implement, refuse } from '../operation.js';

/** POST /admin/rekey. Credentials do not change while a step of it runs. */
export const rekey = implement(contract, async (_, { reseal, turns }) => {
  const data = await reseal((batch) => turns.credentials.run(batch));
  if (data !== null) return answer({ data });
  return refuse('BUSINESS_VALIDATION_FAILED', {
    details: ['SECRETS_KEY is not set: there is no key to encrypt under'],
  });
});
