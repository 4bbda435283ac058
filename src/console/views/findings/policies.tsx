/** What the linter finds in the policies. It cannot be accepted. */
import { lintPolicies } from '../../../client/operations.js';
import { counted } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Link } from '../../parts/location.js';
import { pathWith } from '../../parts/paths.js';
import { Table } from '../../parts/table.js';
import { inConsoleWords } from '../../parts/words.js';

interface PolicyFindingsProps {
  /** Empty: both. */
  severity: string;
}

/** For services alone: the node refuses it to a courier. */
export function PolicyFindings({ severity }: PolicyFindingsProps) {
  const { value, error, isLoading, again } = useAsk(
    async (pinrate, signal) => (await lintPolicies(pinrate, {}, { signal })).data,
    [],
  );
  const found = value?.findings ?? [];
  const findings = found.filter((each) => severity === '' || each.severity === severity);
  const unlisted = Object.values(value?.counts ?? {}).reduce((sum, count) => sum + count, 0) - found.length;
  return (
    <section aria-labelledby="findings-allocation">
      <h2 id="findings-allocation">Allocation</h2>
      {error !== undefined && <Fault error={error} again={again} />}
      {isLoading && <p role="status">Checking the policies …</p>}
      {value !== undefined && findings.length === 0 && (
        <p class="quiet">{found.length === 0 ? 'Nothing is found in the policies.' : 'None of this severity.'}</p>
      )}
      {findings.length > 0 && (
        <Table name="Allocation" columns={['Severity', 'Policy', 'What is wrong']}>
          {findings.map(({ severity: own, code, message, action, policyId, ruleId }, at) => (
            <tr key={at}>
              <td class={own === 'error' ? 'fault' : ''}>
                <strong>{own}</strong>
              </td>
              <th scope="row">
                <Link to={pathWith('/allocation', { policy: policyId })}>{policyId}</Link>
                {ruleId !== undefined && <p class="quiet">{ruleId}</p>}
              </th>
              <td class="words">
                {inConsoleWords(message)} <code>{code}</code>
                {action !== undefined && <p class="quiet">{action}</p>}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {unlisted > 0 && <p class="quiet">{counted(unlisted, 'more finding')} of the same codes not listed</p>}
      {value?.cut === true && <p class="alert warn">The check took too long and was cut.</p>}
    </section>
  );
}
