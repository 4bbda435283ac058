/** What a person should know before an invoice is reconciled. */
import { counted, whole } from '../../../words.js';
import type { Doubt } from '../../reader/invoice-messages.js';

export function Doubts({ of }: { of: readonly Doubt[] }) {
  return of.map((doubt) => (
    <p key={doubt.about} class="alert warn">
      {sentenceOf(doubt)}
    </p>
  ));
}

function sentenceOf(doubt: Doubt): string {
  if (doubt.about === 'weights')
    return (
      'No column of any sheet is read as a weight: lines of parcels that this node did not assign will have no price. '
      + 'If a column of the invoice has weights, choose charged_weight for it below.'
    );
  const where = `in ${whole(doubt.against)} of ${counted(doubt.lines, 'line')}`;
  return doubt.withTax
    ? `The total leaves the tax out ${where}: choose “Without tax” under Amounts.`
    : `The total includes the tax ${where}: choose “With tax” under Amounts.`;
}
