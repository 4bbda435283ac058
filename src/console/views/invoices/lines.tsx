/** The lines of an invoice that differ, the largest difference first; a row opens to its waterfall. */
import { useEffect, useState } from 'preact/hooks';
import type { ComponentAmounts } from '../../../reconcile/components.js';
import type { ReportSummary } from '../../../reconcile/report/input.js';
import { causeInWords, day, weight } from '../../../reconcile/report/words.js';
import { counted, whole } from '../../../words.js';
import { Choice } from '../../parts/field.js';
import { Table } from '../../parts/table.js';
import { rupees, signedRupees } from '../../parts/words.js';
import type { LineFilter, ShownLine, ShownLines } from '../../reader/invoice-messages.js';
import { Steps, stepOf } from './steps.js';

const FIRST = 50;
const COLUMNS = [
  'AWB',
  'Order',
  'Date',
  'Lane',
  { name: 'Expected', isNumber: true },
  { name: 'Billed', isNumber: true },
  { name: 'Difference', isNumber: true },
  'Cause',
];

interface LinesProps {
  summary: ReportSummary;
  lines: ShownLines | null;
  show(filter: LineFilter, most: number): void;
}

export function Lines({ summary, lines, show }: LinesProps) {
  const [filter, setFilter] = useState<LineFilter>({ cause: '', lane: '', week: '' });
  const [most, setMost] = useState(FIRST);
  const [opened, setOpened] = useState<number | null>(null);
  useEffect(() => show(filter, most), [summary, filter, most]);
  const set = (name: keyof LineFilter) => (value: string) => {
    setMost(FIRST);
    setFilter((present) => ({ ...present, [name]: value }));
  };
  return (
    <section aria-label="Lines">
      <h2>Lines that differ</h2>
      <form class="fields" aria-label="Which lines" onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Cause"
          value={filter.cause}
          set={set('cause')}
          options={[['', 'all'], ...summary.causes.map(({ cause }) => [cause, causeInWords(cause)] as const)]}
        />
        <Choice
          label="Lane"
          value={filter.lane}
          set={set('lane')}
          options={[['', 'all'], ...summary.lanes.map(({ lane }) => [lane, lane] as const)]}
        />
        <Choice
          label="Week from"
          value={filter.week}
          set={set('week')}
          options={[['', 'all'], ...summary.weeks.map(({ from }) => [from, day(from)] as const)]}
        />
      </form>
      {lines !== null && (
        <>
          <p role="status">
            {lines.count === 0
              ? 'No line differs.'
              : `${counted(lines.count, 'line')}, the largest difference first; a line opens to its waterfall.`}
          </p>
          {lines.count > 0 && (
            <Table name="Lines" columns={COLUMNS} class="offers">
              {lines.rows.map((line) => [
                <LineRow
                  key={line.line}
                  {...line}
                  isOpen={opened === line.line}
                  open={() => setOpened(opened === line.line ? null : line.line)}
                />,
                opened === line.line && (
                  <tr key={`${line.line} opened`} class="opened">
                    <td colSpan={COLUMNS.length}>
                      <Opened {...line} />
                    </td>
                  </tr>
                ),
              ])}
            </Table>
          )}
          {lines.count > lines.rows.length && (
            <p class="row">
              <button type="button" onClick={() => setMost(most * 4)}>
                Show more
              </button>
              <span class="quiet">{whole(lines.rows.length)} are shown; lines.csv has all.</span>
            </p>
          )}
        </>
      )}
    </section>
  );
}

function LineRow({ isOpen, open, ...line }: ShownLine & { isOpen: boolean; open(): void }) {
  const { awb, ref, date, expectedLane, expected, billed, difference, causes } = line;
  return (
    <tr>
      <th scope="row">
        <button type="button" class="opens" aria-expanded={isOpen} onClick={open}>
          {awb || `line ${line.line}`}
        </button>
      </th>
      <td>{ref}</td>
      <td>{date === null ? '–' : day(date)}</td>
      <td>{expectedLane || '–'}</td>
      <td class="number">{rupees(expected / 100)}</td>
      <td class="number">{rupees(billed / 100)}</td>
      <td class="number price">{signedRupees(difference / 100)}</td>
      <td class="words">{causes.map(({ cause }) => causeInWords(cause)).join(' + ')}</td>
    </tr>
  );
}

function Opened({ line, direction, expectedGrams, chargedGrams, expectedLane, billedLane, ...rest }: ShownLine) {
  const steps = (
    <Steps name="Waterfall" expected={rest.expected} steps={rest.causes.map(stepOf)} billed={rest.billed} />
  );
  return (
    <div class="detail">
      <dl class="facts inner">
        <dt>Line of the sheet</dt>
        <dd>
          {whole(line)}, {direction}
        </dd>
        <dt>Weight</dt>
        <dd>
          {weight(expectedGrams)}
          {chargedGrams !== null && `, charged ${weight(chargedGrams)}`}
        </dd>
        <dt>Lane</dt>
        <dd>
          {expectedLane || '–'}
          {billedLane !== '' && billedLane !== expectedLane && `, billed as ${billedLane}`}
        </dd>
      </dl>
      {rest.components.length === 0 ? (
        steps
      ) : (
        <div class="columns">
          <div>{steps}</div>
          <Components {...rest} />
        </div>
      )}
    </div>
  );
}

const NAMES: Readonly<Record<ComponentAmounts['name'], string>> = {
  freight: 'Freight',
  rto: 'Return freight',
  fsc: 'Fuel surcharge',
  cod: 'COD charge',
  docket: 'Docket charge',
  insurance: 'Insurance',
  other: 'Other charges',
  discount: 'Discount',
  tax: 'Tax',
};

/** The total may be another than the sum above it, which is a cause then. */
function Components({ components, billed, expected }: Pick<ShownLine, 'components' | 'billed' | 'expected'>) {
  const row = (name: string, billedPaise: number | null, expectedPaise: number) => (
    <tr key={name}>
      <th scope="row">{name}</th>
      <td class="number">{billedPaise === null ? '–' : rupees(billedPaise / 100)}</td>
      <td class="number">{rupees(expectedPaise / 100)}</td>
    </tr>
  );
  const amounts = [
    { name: 'Billed', isNumber: true },
    { name: 'Expected', isNumber: true },
  ];
  return (
    <Table name="Components" columns={['Component', ...amounts]}>
      {components.map(({ name, billedPaise, expectedPaise }) => row(NAMES[name], billedPaise, expectedPaise))}
      {row('Total', billed, expected)}
    </Table>
  );
}
