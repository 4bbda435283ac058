/** What a change does to prices, and to the findings of the linter. */
import type { ChangeAnswer } from '../../contract/apply.js';
import { Table } from '../parts/table.js';
import { inConsoleWords, signedRupees } from '../parts/words.js';
import { counted, whole } from '../../words.js';

export function ImpactInWords({ impact }: Pick<ChangeAnswer, 'impact'>) {
  const { sampled, changed, serviceable, unserviceable, groups, cut, sum } = impact;
  if (sampled === 0) return <p>Not known: nobody has asked lately for what it touches.</p>;
  return (
    <>
      <p>
        Of {counted(sampled, 'recent parcel')}, {whole(changed)} {changed === 1 ? 'gets' : 'get'} another price
        {changed === 0 ? '.' : `: ${signedRupees(sum)} in all.`}
        {cut === true && ' It was measured on a part of them: the whole took too long.'}
      </p>
      {serviceable > 0 && <p>Only with it {counted(serviceable, 'parcel')} can be carried.</p>}
      {unserviceable > 0 && <p>With it {counted(unserviceable, 'parcel')} can no longer be carried.</p>}
      {groups.length > 0 && (
        <Table
          name="Impact by lane and weight"
          columns={['Lane', 'Weight', { name: 'Parcels', isNumber: true }, { name: 'Difference', isNumber: true }]}
        >
          {groups.map(({ lane, kgFrom, kgTo, changed: count, sum: ofGroup }) => (
            <tr key={`${lane} ${kgFrom}`}>
              <th scope="row">{lane}</th>
              <td>{kgTo === null ? `from ${kgFrom} kg` : `${kgFrom} to ${kgTo} kg`}</td>
              <td class="number">{whole(count)}</td>
              <td class="number">{signedRupees(ofGroup)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

export function LintInWords({ lint: { brings, clears, unchecked, cut } }: Pick<ChangeAnswer, 'lint'>) {
  return (
    <>
      {brings.length === 0 && clears.length === 0 && <p>Nothing is found that was not there before.</p>}
      {brings.length > 0 && (
        <ul class="findings">
          {brings.map(({ code, severity, message }, at) => (
            <li key={at}>
              <strong class={severity === 'error' ? 'fault' : ''}>{severity}</strong> {inConsoleWords(message)}{' '}
              <code>{code}</code>
            </li>
          ))}
        </ul>
      )}
      {clears.length > 0 && <p>It clears {counted(clears.length, 'earlier finding')}.</p>}
      {cut === true && <p>The check took too long and was cut.</p>}
      {unchecked > 0 && <p>{counted(unchecked, 'courier was', 'couriers were')} not checked.</p>}
    </>
  );
}
