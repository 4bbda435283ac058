/** What a change does to prices, to who gets parcels, and to the findings of the linter. */
import type { ChangeAnswer } from '../../contract/apply.js';
import type { AllocationImpact } from '../../contract/impact.js';
import { Table } from '../parts/table.js';
import { inConsoleWords, moment, signedRupees } from '../parts/words.js';
import { counted, whole } from '../../words.js';
import { bandWords, differenceWords, MoveGroups, numeric, RuleFigures, Shares } from './allocation-figures.js';
import { beginsAt } from './begins.js';

interface ImpactProps extends Pick<ChangeAnswer, 'impact' | 'diff'> {
  /** The name of the courier that the change is about; absent: several, or not known. */
  courier: string | undefined;
}

export function ImpactInWords({ impact, diff, courier }: ImpactProps) {
  const { sampled, changed, serviceable, unserviceable, allocation } = impact;
  const isAllocated = allocation !== undefined && allocation.parcels > 0;
  // the node prices its sample by the rows of now: of rows to come it finds nothing, which is not "no effect"
  const begins = beginsAt(diff, new Date().toISOString());
  const isFelt = begins === null || changed + serviceable + unserviceable > 0;
  const isMoving = begins === null || (allocation?.moved ?? 0) + (allocation?.refused ?? 0) > 0;
  return (
    <>
      {begins !== null && (
        <p>
          It begins on {moment(begins).replace(', 00:00 IST', '')}. Parcels before that keep their prices and couriers;
          what it does to later ones is not measured.
        </p>
      )}
      {begins === null && sampled === 0 && !isAllocated && (
        <p>Not known: nobody has asked lately for what it touches.</p>
      )}
      {sampled > 0 && isFelt && (
        <PricesInWords
          {...impact}
          courier={courier}
          isOfHolds={diff.every(({ collection }) => collection === 'holds')}
        />
      )}
      {isAllocated && isMoving && <AllocationInWords {...allocation} />}
    </>
  );
}

interface PricesProps extends Omit<ChangeAnswer['impact'], 'allocation'> {
  courier: string | undefined;
  isOfHolds: boolean;
}

function PricesInWords({ courier, isOfHolds, ...impact }: PricesProps) {
  const { sampled, changed, serviceable, unserviceable, groups, cut, sum } = impact;
  const by = courier ?? 'their courier';
  const effects = [
    changed > 0 && `${whole(changed)} ${changed === 1 ? 'gets' : 'get'} another price (${signedRupees(sum)} in all)`,
    unserviceable > 0 && `${whole(unserviceable)} could no longer be carried by ${by}`,
    serviceable > 0
      && `${whole(serviceable)} could be carried by ${by} ${isOfHolds ? 'again' : 'only with this change'}`,
  ].filter((effect) => effect !== false);
  return (
    <>
      <p>
        Of the last {counted(sampled, 'parcel')} asked about or assigned
        {courier === undefined && ', once for each courier'}, {effects.join('; ') || 'none is affected'}.
        {cut === true && ' It was measured on a part of them: the whole took too long.'}
      </p>
      {groups.length > 0 && (
        <Table name="Impact by lane and weight" columns={['Lane', 'Weight', numeric('Parcels'), numeric('Difference')]}>
          {groups.map(({ lane, kgFrom, kgTo, changed: count, sum: ofGroup }) => (
            <tr key={`${lane} ${kgFrom}`}>
              <th scope="row">{lane}</th>
              <td>{bandWords(kgFrom, kgTo)}</td>
              <td class="number">{whole(count)}</td>
              <td class="number">{signedRupees(ofGroup)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

function AllocationInWords({ parcels, moved, refused, cost, shares, cut, rules, never, groups }: AllocationImpact) {
  const changed = shares
    .filter(({ before, after }) => before !== after)
    .toSorted((a, b) => b.after - b.before - (a.after - a.before));
  return (
    <>
      <p>
        Of the latest {counted(parcels, 'parcel')} {moved === 0 ? 'none' : whole(moved)} would change courier
        {cost.difference !== 0 ? `: ${differenceWords(cost)}` : moved > 0 && `, ${differenceWords(cost)}`}
        {refused > 0 && `; ${whole(refused)} would be refused`}.
        {cut === true && ' It took too long and was cut: the newest parcels are missing.'}
      </p>
      {changed.length > 0 && (
        <details>
          <summary>{counted(changed.length, 'courier gains or loses', 'couriers gain or lose')}</summary>
          <Shares shares={changed} />
        </details>
      )}
      {rules.length > 0 && (
        <details>
          <summary>What rules cost</summary>
          <RuleFigures rules={rules} never={never} />
        </details>
      )}
      {groups.length > 0 && (
        <details>
          <summary>Where it changes most</summary>
          <MoveGroups groups={groups} />
        </details>
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
