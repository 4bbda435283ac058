/** The history: who changed what and when, the newest first. */
import { useEffect, useState } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { listChanges } from '../../../client/operations.js';
import { useAsk } from '../../parts/ask.js';
import { useCouriers } from '../../parts/couriers.js';
import { Fault } from '../../parts/fault.js';
import { Choice } from '../../parts/field.js';
import { setParameter, go, Link } from '../../parts/location.js';
import { Table } from '../../parts/table.js';
import { countsInWords, moment } from '../../parts/words.js';
import { COLLECTIONS, collectionName } from '../../parts/names.js';

type ChangeSet = Awaited<ReturnType<typeof listChanges>>['data'][number];

const PAGE_SIZE = 50;

export function ChangeList({ query }: { query: URLSearchParams }) {
  const courier = query.get('courier') ?? '';
  const collection = query.get('collection') ?? '';
  const [pages, setPages] = useState(1);
  const filter = {
    ...(courier !== '' && { partnerId: courier }),
    ...(collection !== '' && { collection }),
  };
  useEffect(() => {
    document.title = 'Changes · pinrate';
  }, []);
  useEffect(() => setPages(1), [courier, collection]);
  const { value, error, isLoading, again } = useAsk(
    (pinrate, signal) => changesOf(pinrate, filter, pages, signal),
    [courier, collection, pages],
  );
  const couriers = useCouriers();
  const changes = value?.changes;
  return (
    <>
      <h1>Changes</h1>
      <form class="fields" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Courier"
          value={courier}
          set={setParameter('courier')}
          options={withAll('All couriers', courier, couriers)}
        />
        <Choice
          label="Kind"
          value={collection}
          set={setParameter('collection')}
          options={withAll('All kinds', collection, COLLECTIONS)}
        />
      </form>
      {error !== undefined && <Fault error={error} again={again} />}
      {changes === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading the history …
        </p>
      )}
      {changes?.length === 0 && (
        <p class="empty">
          Nothing was changed{courier === '' && collection === '' ? ' yet' : ' of this'}.{' '}
          {(courier !== '' || collection !== '') && (
            <button type="button" onClick={() => go('/changes')}>
              Show all changes
            </button>
          )}
        </p>
      )}
      {changes !== undefined && changes.length > 0 && <ChangeTable changes={changes} isOlder={isLoading} />}
      {value?.hasMore === true && (
        <p class="row">
          <button type="button" disabled={isLoading} onClick={() => setPages(pages + 1)}>
            Show older changes
          </button>
        </p>
      )}
    </>
  );
}

function ChangeTable({ changes, isOlder }: { changes: readonly ChangeSet[]; isOlder: boolean }) {
  return (
    <Table
      name="Changes"
      columns={[{ name: 'Change', isNumber: true }, 'When', 'Who', 'What', 'Courier', 'Note']}
      isOlder={isOlder}
    >
      {changes.map((change) => (
        <tr key={change.id}>
          <th scope="row" class="number">
            <Link to={`/changes/${change.id}`}>{change.id}</Link>
          </th>
          <td class="nowrap">{moment(change.at)}</td>
          <td class="nowrap">{change.by.id || change.by.kind}</td>
          <td class="words">
            {countsInWords(change.counts)}
            <small class="quiet"> {firstOf(change.collections.map(collectionName))}</small>
          </td>
          <td class="words">{firstOf(change.partnerIds)}</td>
          <td class="words">{change.note ?? <small class="quiet">{change.route}</small>}</td>
        </tr>
      ))}
    </Table>
  );
}

const NAMES_SHOWN = 3;

/** `a, b, c and 5 more`. */
export function firstOf(names: readonly string[]): string {
  const further = names.length - NAMES_SHOWN;
  return names.slice(0, NAMES_SHOWN).join(', ') + (further > 0 ? ` and ${further} more` : '') || '–';
}

interface Filter {
  partnerId?: string;
  collection?: string;
}

async function changesOf(pinrate: Pinrate, filter: Filter, pages: number, signal: AbortSignal) {
  const changes: ChangeSet[] = [];
  let before: number | null = null;
  for (let page = 0; page < pages; page += 1) {
    const query: Filter & { limit: number; before?: number } = {
      ...filter,
      limit: PAGE_SIZE,
      ...(before !== null && { before }),
    };
    const { data, next }: Awaited<ReturnType<typeof listChanges>> = await listChanges(pinrate, query, { signal });
    changes.push(...data);
    before = next;
    if (next === null) break;
  }
  return { changes, hasMore: before !== null };
}

type Option = readonly [value: string, text: string];

/** The chosen value is there before the others have come, and when it is unknown. */
const withAll = (everything: string, chosen: string, options: readonly Option[]): Option[] => [
  ['', everything],
  ...(chosen !== '' && options.every(([value]) => value !== chosen) ? [[chosen, chosen] as const] : []),
  ...options,
];
