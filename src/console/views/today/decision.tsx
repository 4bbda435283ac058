/** Why a shipment went to its courier: the decision of its current attempt, or of a former one. */
import { PinrateError } from '../../../client/error.js';
import { getDecision } from '../../../client/operations.js';
import type { Decision } from '../../../contract/allocation.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Link } from '../../parts/location.js';
import { documentPath } from '../../parts/paths.js';
import { Table } from '../../parts/table.js';
import { noteWords } from '../allocation/rules.js';
import { Candidates } from '../allocation/try-parcel.js';
import { ofCaller, type Shipment } from './find.js';

interface DecisionOfProps {
  shipment: Shipment;
  /** The current one unless given. */
  attempt?: number;
}

export function DecisionOf({ shipment, attempt: given }: DecisionOfProps) {
  const { shipmentId, caller, lifecycle } = shipment;
  const attempt = given ?? lifecycle.attempt;
  const { value, error, isLoading, again } = useAsk(
    async (pinrate, signal) => {
      try {
        const query = { ...ofCaller(caller), attempt };
        return (await getDecision(pinrate, shipmentId, query, { signal })).data;
      } catch (failure) {
        if (failure instanceof PinrateError && failure.status === 404) return null;
        throw failure;
      }
    },
    [shipmentId, caller, attempt],
  );
  const name = given === undefined ? 'Why this courier' : `Why attempt ${attempt} went where it did`;
  return (
    <section aria-label={name}>
      <h2>{name}</h2>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && <p class="quiet">Reading the decision …</p>}
      {value === null && (
        <p class="quiet">The decision is not kept: it is too old, or it was made by an earlier release.</p>
      )}
      {value && <OneDecision decision={value} />}
    </section>
  );
}

function OneDecision({ decision }: { decision: Decision }) {
  const { sentence, policyId, strategy, rules } = decision;
  return (
    <>
      <p class="notice">{sentence}</p>
      <details>
        <summary>Rules and couriers</summary>
        <div class="panel">
          <p>
            {policyId === null ? (
              `No policy counted; by ${strategy}.`
            ) : (
              <>
                By the policy <Link to={documentPath(`allocation-policies/${policyId}`)!}>{policyId}</Link> as it was
                then; {strategy}.
              </>
            )}
          </p>
          {rules.length > 0 && (
            <Table name="Rules" columns={['Rule', 'What became of it']}>
              {rules.map((rule) => (
                <tr key={rule.ruleId}>
                  <th scope="row">{rule.ruleId}</th>
                  <td class="words">{noteWords(rule)}</td>
                </tr>
              ))}
            </Table>
          )}
          <Candidates decision={decision} />
        </div>
      </details>
    </>
  );
}
