/** Why questions of the last 24 hours were refused, by the sample of the node that serves this page. */
import { summarizeRefusals } from '../../../client/operations.js';
import type { RefusalRow } from '../../../contract/summary.js';
import { counted, whole } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Table } from '../../parts/table.js';
import { inConsoleWords } from '../../parts/words.js';

const QUESTIONS: Readonly<Record<RefusalRow['question'], string>> = {
  charges: 'a price',
  availability: 'who carries it',
  assignment: 'an assignment',
};

export function Refusals() {
  const { value, error, isLoading, again } = useAsk(
    async (pinrate, signal) => (await summarizeRefusals(pinrate, {}, { signal })).data,
    [],
  );
  return (
    <section aria-label="Refusals">
      <h2>Refusals</h2>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Counting refusals …
        </p>
      )}
      {value !== undefined && (
        <>
          <p class="quiet">
            Of {counted(value.questions, 'question')} that this node was asked in the last 24 hours and that stored
            nothing{value.rows.length === 0 ? ', none was refused.' : ', these were refused:'}
          </p>
          {value.rows.length > 0 && (
            <Table
              name="Refusals"
              isOlder={isLoading}
              columns={['Reason', 'Asked for', { name: 'Questions', isNumber: true }]}
            >
              {value.rows.map(({ question, reason, message, questions }) => (
                <tr key={`${question} ${reason}`}>
                  <th scope="row">{inConsoleWords(message)}</th>
                  <td>{QUESTIONS[question]}</td>
                  <td class="number">{whole(questions)}</td>
                </tr>
              ))}
            </Table>
          )}
        </>
      )}
    </section>
  );
}
