/** Who gets parcels before and after, and what that costs, in tables: of a backtest, and of the impact of a change. */
import type { BacktestFigures } from '../../contract/allocation-figures.js';
import { CourierName, useCouriers } from '../parts/couriers.js';
import { Table } from '../parts/table.js';
import { rupees, signedRupees } from '../parts/words.js';
import { whole } from '../../words.js';

export const numeric = (name: string) => ({ name, isNumber: true });

/** `+12`, `−3`, `0`. */
const signed = (count: number): string => (count > 0 ? '+' : count < 0 ? '−' : '') + whole(Math.abs(count));

export const bandWords = (kgFrom: number, kgTo: number | null): string =>
  kgTo === null ? `from ${kgFrom} kg` : `${kgFrom} to ${kgTo} kg`;

export function Shares({ shares }: Pick<BacktestFigures, 'shares'>) {
  const couriers = useCouriers();
  return (
    <Table name="Parcels by courier" columns={['Courier', ...['Before', 'After', 'Difference'].map(numeric)]}>
      {shares.map(({ partnerId, before, after }) => (
        <tr key={partnerId}>
          <th scope="row">
            <CourierName id={partnerId} couriers={couriers} />
          </th>
          <td class="number">{whole(before)}</td>
          <td class="number">{whole(after)}</td>
          <td class="number">{signed(after - before)}</td>
        </tr>
      ))}
    </Table>
  );
}

interface RuleFiguresProps extends Pick<BacktestFigures, 'rules' | 'never'> {
  labelOf?(ruleId: string): string;
}

/** What each rule costs, and those that did nothing. */
export const RuleFigures = ({ rules, never, labelOf = (ruleId) => ruleId }: RuleFiguresProps) => (
  <>
    {never.length > 0 && (
      <p class="alert warn">
        {never.length === 1 ? 'This rule' : 'These rules'} never acted: {never.map(labelOf).join(', ')}.
      </p>
    )}
    <Table name="What rules cost" columns={['Rule', ...['Acted', 'Relaxed', 'Premium'].map(numeric)]}>
      {rules.map(({ ruleId, policyId, acted, relaxed, premium }) => (
        <tr key={`${policyId} ${ruleId}`}>
          <th scope="row" class="words">
            {labelOf(ruleId)} {labelOf(ruleId) !== ruleId && <code>{ruleId}</code>}
          </th>
          <td class={acted === 0 ? 'number faint' : 'number'}>{whole(acted)}</td>
          <td class={relaxed === 0 ? 'number faint' : 'number'}>{whole(relaxed)}</td>
          <td class="number">{premium === null ? 'refuses' : signedRupees(premium)}</td>
        </tr>
      ))}
    </Table>
  </>
);

export const MoveGroups = ({ groups }: Pick<BacktestFigures, 'groups'>) => (
  <Table name="Largest groups" columns={['To', 'Weight', 'Payment', ...['Moved', 'Difference'].map(numeric)]}>
    {groups.map(({ toState, kgFrom, kgTo, paymentType, moved, difference }) => (
      <tr key={`${toState} ${kgFrom} ${paymentType}`}>
        <th scope="row">{toState}</th>
        <td>{bandWords(kgFrom, kgTo)}</td>
        <td>{paymentType === 'COD' ? 'COD' : 'prepaid'}</td>
        <td class="number">{whole(moved)}</td>
        <td class="number">{signedRupees(difference)}</td>
      </tr>
    ))}
  </Table>
);

/** `₹12.00 dearer (₹0.40 a parcel)`, or `at the same cost`. */
export const differenceWords = ({ difference, perParcel }: BacktestFigures['cost']): string =>
  difference === 0
    ? 'at the same cost'
    : `${rupees(Math.abs(difference))} ${difference > 0 ? 'dearer' : 'cheaper'} `
      + `(${rupees(Math.abs(perParcel ?? 0))} a parcel)`;
