/** What a backtest found: tiles before → after, what each rule costs, and which parcels moved. */
import type { ComponentChildren } from 'preact';
import { assumedInWords, uncomparedInWords } from '../../../backtest-caveats.js';
import type { BacktestFigures } from '../../../contract/allocation-figures.js';
import type { AllocationPolicy, Capacity } from '../../../model/documents.js';
import { counted, whole } from '../../../words.js';
import { Link } from '../../parts/location.js';
import { documentPath } from '../../parts/paths.js';
import { Table } from '../../parts/table.js';
import { inConsoleWords, rupees, signedRupees } from '../../parts/words.js';
import { differenceWords, MoveGroups, numeric, RuleFigures, Shares } from '../../review/allocation-figures.js';
import { percent } from '../performance/figures.js';
import { shipmentPath } from '../today/find.js';
import { quantityWords } from './capacity-words.js';

/** More windows of capacities are in the answer of the API. */
const WINDOWS_SHOWN = 20;

interface BacktestOutcomeProps {
  figures: BacktestFigures;
  policy: AllocationPolicy;
  capacities: readonly Capacity[];
  /** Of a file: the node has no such shipments. */
  isOfOrders: boolean;
}

export function BacktestOutcome({ figures, policy, capacities, isOfOrders }: BacktestOutcomeProps) {
  const { parcels, cost, shares, rules, never, groups, moves } = figures;
  if (parcels === 0) return <p class="empty">No parcel was assigned in that period: choose another one, or a file.</p>;
  const labels = new Map(policy.rules.map(({ ruleId, label }) => [ruleId, label]));
  const { difference } = cost;
  const sum =
    cost.perParcel === null
      ? 'There is nothing to compare'
      : difference === 0
        ? 'It would have cost the same'
        : `You would have paid ${rupees(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`;
  return (
    <>
      <p class={difference < 0 ? 'notice good' : 'notice'} role="status">
        <strong>{sum}.</strong> {whole(figures.moved)} of {counted(parcels, 'parcel')} would go to another courier.
      </p>
      {[...uncomparedInWords(figures, 'parcel'), ...assumedInWords(figures, 'parcel')].map((words) => (
        <p key={words} class="alert warn">
          {inConsoleWords(words)}
        </p>
      ))}
      <Tiles {...figures} />
      {rules.length > 0 && (
        <Part name="What rules cost" note="A rule’s premium is what its choices cost more than the choices without it.">
          {policy.appliesTo && never.length === rules.length && (
            <p>Parcels that the policy does not apply to keep their courier; perhaps it applies to none of these.</p>
          )}
          <RuleFigures rules={rules} never={never} labelOf={(ruleId) => labels.get(ruleId) ?? ruleId} />
        </Part>
      )}
      <Part name="Couriers">
        <Shares shares={shares} />
      </Part>
      <Windows of={figures.capacities} capacities={capacities} />
      {groups.length > 0 && (
        <Part name="Where it changes most">
          <MoveGroups groups={groups} />
        </Part>
      )}
      {moves.length > 0 && (
        <Part name="Largest moves">
          <Table name="Largest moves" class="moves" columns={['Shipment', 'From', 'To', numeric('Difference'), 'Rule']}>
            {moves.map(({ shipmentId, from, to, difference: ofMove, ruleId }) => (
              <tr key={shipmentId}>
                <th scope="row">
                  {isOfOrders ? shipmentId : <Link to={shipmentPath(shipmentId, null)}>{shipmentId}</Link>}
                </th>
                <td>{from}</td>
                <td>{to}</td>
                <td class="number">{signedRupees(ofMove)}</td>
                <td class="words">{ruleId === null ? 'none: by its score' : (labels.get(ruleId) ?? ruleId)}</td>
              </tr>
            ))}
          </Table>
        </Part>
      )}
    </>
  );
}

interface PartProps {
  name: string;
  note?: string;
  children: ComponentChildren;
}

const Part = ({ name, note, children }: PartProps) => (
  <section aria-label={name}>
    <h3>{name}</h3>
    {note !== undefined && <p class="quiet">{note}</p>}
    {children}
  </section>
);

const rate = (value: number | null): string => (value === null ? '–' : percent(value));

function Tiles({ parcels, moved, refused, unpriced, cost, landed, hours, expectedRto }: BacktestFigures) {
  const sums = ({ before, after }: BacktestFigures['cost']) => [rupees(before), rupees(after)] as const;
  const half = [hours.before.p50, hours.after.p50].map((each) => `${each ?? '–'} h`);
  const slow = [hours.before.p90, hours.after.p90].map((each) => each ?? '–');
  return (
    <dl class="tiles" aria-label="Before and after">
      <Tile name="Cost" values={sums(cost)} note={differenceWords(cost)} />
      {landed !== null && <Tile name="Landed cost" values={sums(landed)} note={differenceWords(landed)} />}
      <Tile
        name="Expected returns"
        values={[rate(expectedRto.before), rate(expectedRto.after)]}
        note="of parcels, by outcomes at their pincodes"
      />
      <Tile name="Hours, half of parcels" values={half} note={`90 of 100 within ${slow[0]} → ${slow[1]} h`} />
      <Tile name="Other courier" values={[whole(moved)]} note={`of ${counted(parcels, 'parcel')}`} />
      <Tile name="Refused" values={[whole(refused)]} note="nobody gets them" />
      {unpriced > 0 && <Tile name="Without a price" values={[whole(unpriced)]} note="before; not in the sums" />}
    </dl>
  );
}

const Tile = ({ name, values, note }: { name: string; values: readonly string[]; note: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <strong>{values.join(' → ')}</strong>
    </dd>
    <dd class="quiet">{note}</dd>
  </div>
);

interface WindowsProps {
  of: BacktestFigures['capacities'];
  capacities: readonly Capacity[];
}

/** Those that turned parcels away, the most first; else those that were used most. */
function Windows({ of, capacities }: WindowsProps) {
  if (of.length === 0) return null;
  const inOrder = of.toSorted((a, b) => b.turnedAway - a.turnedAway || b.used / b.limit - a.used / a.limit);
  const byId = new Map(capacities.map((capacity) => [capacity.id, capacity]));
  return (
    <Part name="Capacities in it">
      <Table name="Capacities in it" columns={['Capacity', 'Day', ...['Used', 'Limit', 'Turned away'].map(numeric)]}>
        {inOrder.slice(0, WINDOWS_SHOWN).map(({ id, day, used, limit, turnedAway }) => {
          const { name, partnerId, unit = 'PARCELS', per } = byId.get(id) ?? {};
          return (
            <tr key={`${id} ${day}`}>
              <th scope="row">
                <Link to={documentPath(`capacities/${id}`)!}>{name ?? id}</Link>{' '}
                <small class="quiet">{partnerId}</small>
              </th>
              <td>{per === 'MONTH' ? day.slice(0, 7) : day}</td>
              <td class="number">{quantityWords(used, unit)}</td>
              <td class="number">{quantityWords(limit, unit)}</td>
              <td class={turnedAway === 0 ? 'number faint' : 'number'}>{whole(turnedAway)}</td>
            </tr>
          );
        })}
      </Table>
      {of.length > WINDOWS_SHOWN && <p class="quiet">The {WINDOWS_SHOWN} that turned away or were used most.</p>}
    </Part>
  );
}
