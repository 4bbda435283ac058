/** What a sheet of outcomes says of parcels, and what the node makes of it. */
import { readingInWords } from '../../../import/words.js';
import type { OutcomeSummary } from '../../../sheets/outcomes/read.js';
import type { SheetReading } from '../../../sheets/tables/reading.js';
import { counted, whole } from '../../../words.js';
import { Table } from '../../parts/table.js';
import type { OutcomesRead } from '../../reader/messages.js';
import { Sentences } from './outcome.js';

export const STATUSES = [
  ['DELIVERED', 'Delivered'],
  ['RTO', 'Returned'],
  ['LOST', 'Lost or damaged'],
  ['OPEN', 'On its way'],
] as const;
const SHOWN_WORDS = 8;

/** Parcels of all couriers. */
export const totalOf = ({ sent }: OutcomesRead): number =>
  Object.values(sent?.partners ?? {}).reduce((sum, count) => sum + count, 0);

/** How many parcels are new, known and replaced, and whose they are. */
export function whatItDoes(outcomes: OutcomesRead, faultCount: number): string {
  const { sent } = outcomes;
  const faulty = faultCount === 0 ? '' : ` ${counted(faultCount, 'fault')}: nothing is imported.`;
  if (sent === null) return faulty.trim();
  const couriers = Object.entries(sent.partners).map(([id, count]) => `${id} ${whole(count)}`);
  const counts = [
    `${whole(sent.new)} new`,
    `${whole(sent.replaced)} replaced, which said something else before`,
    `${whole(sent.unchanged)} known already`,
    ...(sent.tooOld === 0 ? [] : [`${whole(sent.tooOld)} too old to count`]),
  ];
  return `${counted(totalOf(outcomes), 'parcel')} (${couriers.join(', ')}): ${counts.join(', ')}.${faulty}`;
}

export const StatusTable = ({ summary: { byStatus, words } }: { summary: OutcomeSummary }) => (
  <Table name="Outcomes" columns={['Outcome', { name: 'Parcels', isNumber: true }, 'Words of the sheet']}>
    {STATUSES.filter(([status]) => byStatus[status] > 0).map(([status, name]) => {
      const of = words.filter((each) => each.status === status && each.word !== '');
      const shown = of.slice(0, SHOWN_WORDS).map(({ word, count }) => `${word} ${whole(count)}`);
      return (
        <tr key={status}>
          <th scope="row">{name}</th>
          <td class="number">{whole(byStatus[status])}</td>
          <td class="words">
            {shown.join(', ')}
            {of.length > SHOWN_WORDS && ` and ${of.length - SHOWN_WORDS} more`}
          </td>
        </tr>
      );
    })}
  </Table>
);

interface HowReadProps {
  outcomes: OutcomesRead;
  reading: SheetReading | null;
}

export const HowRead = ({ outcomes: { map, summary }, reading }: HowReadProps) => (
  <Sentences
    of={[
      map === null ? 'by its headings, without a map' : `by the map ${map}`,
      ...(reading === null ? [] : readingInWords(reading)),
      ...(summary?.missing ?? []).map((figure) => `no figure of ${figure}: the sheet does not say it`),
    ]}
  />
);
