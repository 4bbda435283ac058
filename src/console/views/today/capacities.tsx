/** Which limits of couriers are used today, and how far. */
import type { Pinrate } from '../../../client/connect.js';
import { listCapacity } from '../../../client/operations.js';
import { documentsOf } from '../../../import/node-documents.js';
import type { Documents } from '../../../model/documents.js';
import { counted, whole } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { CourierLink, useCouriers } from '../../parts/couriers.js';
import { Fault } from '../../parts/fault.js';
import { Link } from '../../parts/location.js';
import { Table } from '../../parts/table.js';
import { moment, rupees, weightInWords } from '../../parts/words.js';
import { ShareBar } from './share-bar.js';

type Capacity = Documents['capacities'];
type CapacityUse = Awaited<ReturnType<typeof listCapacity>>['data'][number];

/** @param moves how many runs have moved parcels on this page: each asks again */
export function Capacities({ moves }: { moves: number }) {
  const { value, error, isLoading, again } = useAsk(read, [moves]);
  const couriers = useCouriers();
  const used = value?.filter(({ use }) => use.used > 0 || isClosed(use)) ?? [];
  return (
    <section aria-label="Capacities today">
      <h2>Capacities</h2>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading the capacities …
        </p>
      )}
      {value !== undefined && used.length === 0 && (
        <p class="quiet">
          {value.length === 0
            ? 'No courier has a limit in force today.'
            : `None of ${counted(value.length, 'capacity', 'capacities')} is used today.`}
        </p>
      )}
      {used.length > 0 && (
        <Table name="Capacities" isOlder={isLoading} columns={['Capacity', 'Courier', 'Used', 'Now']}>
          {used.map(({ use, document }) => (
            <tr key={use.id}>
              <th scope="row">
                <Link to={`/documents/capacities/${use.id}`}>{document?.name ?? `Capacity ${use.id}`}</Link>
              </th>
              <td>
                <CourierLink id={use.partnerId} couriers={couriers} />
              </td>
              <td>
                <ShareBar of={use.used / use.limit} words={usedWords(use, document)} isFull={use.full} />
              </td>
              <td class="words">{stateWords(use, document)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

async function read(pinrate: Pinrate, signal: AbortSignal) {
  const [{ data }, documents] = await Promise.all([
    listCapacity(pinrate, {}, { signal }),
    documentsOf(pinrate, 'capacities', undefined, signal),
  ]);
  const byId = new Map(documents.map((document) => [document.id, document]));
  return data.map((use) => ({ use, document: byId.get(use.id) }));
}

const isClosed = ({ closedUntil }: CapacityUse): boolean =>
  closedUntil !== null && closedUntil > new Date().toISOString();

const AMOUNTS: Readonly<Record<Capacity['unit'], (amount: number) => string>> = {
  PARCELS: (count) => counted(count, 'parcel'),
  PIECES: (count) => counted(count, 'piece'),
  GRAMS: weightInWords,
  COD_RUPEES: (amount) => `${rupees(amount)} to collect`,
};

/** `3,900 of 4,000 parcels a day`. */
function usedWords({ used, limit }: CapacityUse, document: Capacity | undefined): string {
  if (document === undefined) return `${whole(used)} of ${whole(limit)}`;
  const { unit, per } = document;
  const count = unit === 'GRAMS' ? weightInWords(used) : unit === 'COD_RUPEES' ? rupees(used) : whole(used);
  return `${count} of ${AMOUNTS[unit](limit)} a ${per.toLowerCase()}`;
}

function stateWords(use: CapacityUse, document: Capacity | undefined): string {
  if (isClosed(use)) return `closed until ${moment(use.closedUntil!)}`;
  if (!use.full) return 'open';
  return document?.kind === 'SOFT' ? 'full: others come first' : 'full';
}
