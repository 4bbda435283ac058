/** What came of a change of a shipment, in words. */
import { PinrateError } from '../../../client/error.js';
import { inConsoleWords } from '../../parts/words.js';
import { STATES } from './words.js';

export interface ActOutcome {
  /** STAYED: the node answered that nothing is done. */
  kind: 'DONE' | 'STAYED';
  words: string;
  /** Why, courier by courier. */
  details?: readonly string[];
}

export const OutcomeWords = ({ outcome: { kind, words, details = [] } }: { outcome: ActOutcome }) =>
  kind === 'DONE' ? (
    <p class="notice good" role="status">
      {words}
    </p>
  ) : (
    <div class="alert warn" role="alert">
      <p>
        <strong>{words}</strong>
      </p>
      {details.length > 0 && (
        <ul>
          {details.map((detail) => (
            <li key={detail}>{inConsoleWords(detail)}</li>
          ))}
        </ul>
      )}
    </div>
  );

/** The shipment is no longer as the page shows it; null: the failure is another one. */
export function staleOutcome(failure: unknown): ActOutcome | null {
  if (!(failure instanceof PinrateError) || failure.status !== 409) return null;
  const { attempt, state, awb } = (failure.details ?? {}) as {
    attempt?: number;
    state?: keyof typeof STATES;
    awb?: string;
  };
  const why = {
    ATTEMPT_CHANGED: `Somebody else chose again meanwhile: attempt ${attempt} is the current one.`,
    WRONG_STATE: `The shipment is ${state === undefined ? 'in another state' : STATES[state]} by now, which leaves no room for this.`,
    AWB_DIFFERS: `The shipment has the AWB ${awb} already.`,
  }[failure.code as string];
  return why === undefined
    ? null
    : { kind: 'STAYED', words: `${why} Nothing was done; below is the shipment as it is now.` };
}
