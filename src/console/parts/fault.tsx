/** A failed request in words: code, sentence, request id, what to do. */
import { PinrateError, responseOf } from '../../client/error.js';
import { asSentence, durationInWords, inConsoleWords } from './words.js';

/** What the reader can do about it; by code, else by status. */
const ADVICE: Readonly<Record<string, string>> = {
  NOT_REACHED: 'The node does not answer. Check the network, or ask who runs the node; nothing that was typed is lost.',
  TIMEOUT: 'The node takes too long. Try again in a moment.',
  NOT_PINRATE: 'Something between this browser and the node answers in its place. Ask who runs the network.',
  PINCODE_NOT_FOUND: 'Check the digits, or type the name of the place.',
  CHANGED_SINCE: 'Somebody changed it meanwhile: look at the present state, then do it again.',
  NOT_REVERTIBLE: 'Change the documents themselves instead.',
  IN_USE: 'Something newer refers to it: change that first.',
  ALREADY_EXISTS: 'There is one with this id: change that one, or choose another id.',
  LAST_ADMIN: 'Nobody could grant it again: give it to another login first.',
  NOT_SUPPORTED: 'Use the tool that the message names.',
  NO_SPACE: 'Make space on the disk of the node, then try again.',
  BACKTEST_RUNNING: 'Wait for it to end, then try again.',
  BACKUP_RUNNING: 'Wait for it to end, then try again.',
  LINT_ERRORS: 'Review it again: the errors are shown there, and may be accepted.',
  TRANSACTION_TOO_LARGE: 'Do it in parts, such as one state or one sheet after another.',
  IDEMPOTENCY_KEY_REUSED: 'Reload the page, then do it again; what was typed stays.',
  OVERLOADED: 'The node is busy.',
  BAD_GATEWAY: 'The proxy before the node does not reach it. Try again in a moment, or ask who runs the node.',
  GATEWAY_TIMEOUT: 'The node takes too long for the proxy before it. Try again in a moment.',
  400: 'Correct what is named above.',
  401: 'Sign in again; what was typed stays.',
  403: 'A person with the scope “admin” can say who may do it.',
  404: 'It may have been removed, or the address has a mistake.',
  409: 'Look at the present state, then do it again.',
  412: 'Somebody changed it meanwhile: look at the present state, then do it again.',
  413: 'Do it in parts.',
  422: 'Correct what is named above, then do it again.',
  500: 'This is a fault of pinrate. The request id finds it in the log of the node.',
  503: 'The node cannot answer at present.',
};

export function Fault({ error, again }: { error: unknown; again?: (() => void) | undefined }) {
  if (!(error instanceof PinrateError))
    return (
      <div class="alert bad" role="alert">
        <p>
          <strong>This page has a fault.</strong> {String(error)}
        </p>
        <p>Reload the page; what was typed stays.</p>
      </div>
    );
  const { code, message, faults, requestId } = error;
  return (
    <div class="alert bad" role="alert">
      <p>
        <strong>{asSentence(inConsoleWords(message)).replace(/\.$/, '')}.</strong> <code>{code}</code>
      </p>
      {faults.length > 0 && (
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.line} ${fault.field} ${fault.message}`}>
              {fault.line !== undefined && `Line ${fault.line}: `}
              {fault.field === '' ? '' : `${fault.field}: `}
              {inConsoleWords(fault.message)}
            </li>
          ))}
        </ul>
      )}
      <p>{adviceOf(error)}</p>
      <p class="row">
        {again && (
          <button type="button" onClick={again}>
            Try again
          </button>
        )}
        {requestId !== null && (
          <span class="quiet">
            Request <code>{requestId}</code>
          </span>
        )}
      </p>
    </div>
  );
}

/** What to do about a refusal. */
export function adviceOf(error: PinrateError): string {
  const { code, status, details } = error;
  const { missingScope } = (details ?? {}) as { missingScope?: string };
  if (missingScope !== undefined)
    return `Your credential lacks the scope “${missingScope}”. A person with the scope “admin” can add it.`;
  const advice = status === 429 ? 'Your credential has asked too often.' : (ADVICE[code] ?? ADVICE[status]);
  if (status !== 429 && status !== 503) return advice ?? 'Try again, or ask who runs the node, with the request id.';
  const seconds = Number(responseOf(error)?.headers.get('retry-after') ?? 0);
  return `${advice} Try again in ${seconds > 0 ? durationInWords(seconds) : 'a moment'}.`;
}
