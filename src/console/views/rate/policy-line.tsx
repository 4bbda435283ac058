/** What the house's policy makes of a parcel that couriers carry: it is refused, or who gets it. */
import type { Pinrate } from '../../../client/connect.js';
import { explainAllocation, getDocument } from '../../../client/operations.js';
import type { AllocationPolicy } from '../../../model/documents.js';
import { useAsk } from '../../parts/ask.js';
import { Link } from '../../parts/location.js';
import { pathWith } from '../../parts/paths.js';
import type { Offers } from './offers.js';
import type { Form, Question } from './question.js';

/** Between the answer with the prices, which come first, and this question. */
const TYPING_MS = 250;
type ExplainBody = Parameters<typeof explainAllocation>[1];

interface PolicyLineProps {
  question: Question;
  form: Form;
  offers: Offers;
}

/** Nothing while it is not known, or if it cannot be. */
export function PolicyLine({ question, form, offers }: PolicyLineProps) {
  const { value, error, isLoading } = useAsk(
    (pinrate, signal) => readOutcome(pinrate, question, offers, signal),
    [offers],
  );
  if (!value || error !== undefined) return null;
  const { policyId, words, link } = value;
  const { from, to, weight, cod, customer } = form;
  return (
    <p class={isLoading ? 'notice older' : 'notice'}>
      {words} <Link to={pathWith('/allocation', { policy: policyId, from, to, weight, cod, customer })}>{link}</Link>
    </p>
  );
}

/** @returns null: no policy decides anything */
async function readOutcome(pinrate: Pinrate, asked: Question, { offers }: Offers, signal: AbortSignal) {
  await new Promise((resolve) => setTimeout(resolve, TYPING_MS));
  const body = {
    shipmentDetails: { shipmentId: 'ASKED', ...asked },
    assignmentPreferences: { assignmentStrategy: 'BEST_MATCH' },
  };
  const { data: decision } = await explainAllocation(pinrate, body as ExplainBody, { signal });
  const { policyId, refused, candidates, sentence } = decision;
  if (policyId === null) return null;
  const { data } = await getDocument(pinrate, 'allocation-policies', policyId, {}, { signal });
  const { name, rules, rank } = data as AllocationPolicy;
  const labels = (ids: readonly string[]): string =>
    rules
      .filter(({ ruleId }) => ids.includes(ruleId))
      .map(({ label }) => `“${label}”`)
      .join(' and ');
  if (refused !== null) {
    const words = `Policy ${name}: refused by the rule ${labels([refused.ruleId])}.`;
    return { policyId, words, link: 'Try it in Allocation' };
  }
  const link = 'See why';
  const chosen = candidates.find(({ result }) => result === 'CHOSEN')?.partnerId;
  if (chosen === undefined) return { policyId, words: `Policy ${name}: ${sentence}`, link };
  const acted = labels(decision.rules.filter(({ result }) => result === 'ACTED').map(({ ruleId }) => ruleId));
  if (acted === '' && !rank) return null;
  const courier = offers.find(({ courierId }) => courierId === chosen)?.name ?? chosen;
  return { policyId, words: `Policy ${name} chooses ${courier}${acted === '' ? '' : ` by ${acted}`}.`, link };
}
