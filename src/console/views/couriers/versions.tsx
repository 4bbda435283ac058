/** Versions of a courier's card: two of them as sheets, and what differs. */
import { useMemo, useState } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { all } from '../../../client/lists.js';
import { getCardVersion, listCardVersions } from '../../../client/operations.js';
import { DAY_MS } from '../../../domain/calendar.js';
import { useAsk } from '../../parts/ask.js';
import { Download } from '../../parts/download.js';
import { Fault } from '../../parts/fault.js';
import { Choice, Tick } from '../../parts/field.js';
import { Grid } from '../../parts/grid/grid.js';
import { setParameter, Link } from '../../parts/location.js';
import { moment } from '../../parts/words.js';
import { DifferenceTable, differencesOf } from '../../review/differences.js';
import { counted } from '../../../words.js';
import type { Doc } from './read.js';
import { lanesOf } from './sheets/card-tab.js';
import { compared } from './sheets/compare.js';
import { type Rate, rateSheets } from './sheets/rates.js';
import type { Sheet } from './sheets/sheet.js';
import type { Zone } from './sheets/zones.js';

type Version = Awaited<ReturnType<typeof listCardVersions>>['data'][number];

interface VersionsProps {
  courierId: string;
  query: URLSearchParams;
}

const LOOKS_BACK_MS = 30 * DAY_MS;
const MOST_VERSIONS = 500;

export function Versions({ courierId, query }: VersionsProps) {
  const {
    value: versions,
    error,
    again,
  } = useAsk((pinrate, signal) => versionsOf(pinrate, courierId, signal), [courierId]);
  if (error !== undefined) return <Fault error={error} again={again} />;
  if (versions === undefined)
    return (
      <p class="quiet" role="status">
        Reading the versions …
      </p>
    );
  if (versions.length === 0) return <p class="empty">The history has no card of this courier.</p>;
  const chosen = (name: string): Version | undefined => versions.find((version) => keyOf(version) === query.get(name));
  const before = chosen('before') ?? versionBefore(versions);
  const after = chosen('after') ?? versions[0]!;
  const options = versions.map((version) => [keyOf(version), nameOf(version)] as const);
  return (
    <>
      <div class="fields">
        <Choice label="Before" value={keyOf(before)} set={setParameter('before')} options={options} />
        <Choice label="After" value={keyOf(after)} set={setParameter('after')} options={options} />
      </div>
      <Comparison key={`${keyOf(before)} ${keyOf(after)}`} courierId={courierId} before={before} after={after} />
    </>
  );
}

/** By its change: an address goes on meaning the same when there are newer ones. A card may come back to a version. */
const keyOf = ({ changeId }: Version): string => String(changeId ?? 0);

const thirtyDaysAgo = (): string => new Date(Date.now() - LOOKS_BACK_MS).toISOString();

/** The moment within the time of a version that is nearest: rows may begin and end without a change. */
function momentIn({ from, to }: Version, wanted: string): string {
  if (to !== null && to < wanted) return to;
  return from !== null && from > wanted ? from : wanted;
}

/** That of 30 days ago, or else the oldest. The newest is the first. */
function versionBefore(versions: readonly Version[]): Version {
  const then = thirtyDaysAgo();
  return versions.find(({ from }) => from === null || from <= then) ?? versions.at(-1)!;
}

const nameOf = ({ from, to, changeId }: Version): string =>
  `${from === null ? 'Before the history' : `Since ${moment(from)}`}${to === null ? ', the present' : ''}`
  + (changeId === null ? '' : ` (change ${changeId})`);

async function versionsOf(pinrate: Pinrate, courierId: string, signal: AbortSignal): Promise<Version[]> {
  const versions: Version[] = [];
  for await (const version of all(pinrate, listCardVersions, courierId, { limit: 100 }, { signal })) {
    versions.push(version);
    if (versions.length === MOST_VERSIONS) break;
  }
  return versions;
}

interface Card {
  documents: Map<string, { collection: string; document: Doc }>;
  sheets: Sheet[];
}

/** @param at the moment whose rows are in force, ISO 8601 */
async function cardOf(
  pinrate: Pinrate,
  courierId: string,
  version: Version,
  at: string,
  signal: AbortSignal,
): Promise<Card> {
  const documents: Card['documents'] = new Map();
  for await (const line of getCardVersion(pinrate, courierId, version.rateCardVersion, {}, { signal }))
    documents.set(`${line.collection}/${documentKeyOf(line)}`, line);
  const of = (collection: string): Doc[] =>
    [...documents.values()].filter((line) => line.collection === collection).map(({ document }) => document);
  const names = { partnerId: courierId, zones: of('zones') as Zone[], lanes: lanesOf(of('lane-rules')) };
  return { documents, sheets: rateSheets(of('packages') as Rate[], names, at) };
}

function documentKeyOf({ collection, document }: { collection: string; document: Doc }): string {
  if (collection === 'partners') return String(document['partnerId']);
  return collection === 'zone-pincodes'
    ? `${String(document['partnerId'])}:${String(document['pincode'])}`
    : String(document['id']);
}

interface ComparisonProps {
  courierId: string;
  before: Version;
  after: Version;
}

function Comparison({ courierId, before, after }: ComparisonProps) {
  const [isAll, setIsAll] = useState(false);
  const [chosen, setChosen] = useState('');
  const { value, error, again } = useAsk(
    (pinrate, signal) =>
      Promise.all([
        cardOf(pinrate, courierId, before, momentIn(before, thirtyDaysAgo()), signal),
        cardOf(pinrate, courierId, after, momentIn(after, new Date().toISOString()), signal),
      ]),
    [],
  );
  const [sheets, differing] = useMemo(() => {
    if (value === undefined) return [[], []];
    const all = [true, false].map((differingOnly) => compared(value[0]!.sheets, value[1]!.sheets, differingOnly));
    return [all[1]!, all[0]!.filter(({ dearer, cheaper, others: more }) => dearer + cheaper + more > 0)];
  }, [value]);
  if (error !== undefined) return <Fault error={error} again={again} />;
  if (value === undefined)
    return (
      <p class="quiet" role="status">
        Reading both …
      </p>
    );
  // where nothing differs the sheets are there all the same
  const listed = isAll || differing.length === 0 ? sheets : differing;
  const sheet = listed.find(({ key }) => key === chosen) ?? listed[0];
  const others = otherDifferences(value[0]!, value[1]!);
  return (
    <>
      <div class="row">
        {listed.length > 1 && (
          <Choice
            label="Sheet"
            value={sheet?.key ?? ''}
            set={setChosen}
            options={listed.map(({ key, title }) => [key, title])}
          />
        )}
        <Tick label="Also what is the same" checked={isAll} set={setIsAll} />
        <Download
          label="Download before"
          file={`${courierId}-rates-${before.rateCardVersion}`}
          rows={() => csvOf(value[0]!.sheets)}
        />
        <Download
          label="Download after"
          file={`${courierId}-rates-${after.rateCardVersion}`}
          rows={() => csvOf(value[1]!.sheets)}
        />
      </div>
      {differing.length === 0 && <p>No rate differs.</p>}
      {sheet !== undefined && (
        <>
          <p>
            <strong>{sheet.title}</strong>: {counted(sheet.dearer, 'cell')} dearer, {sheet.cheaper} cheaper,{' '}
            {sheet.others} new or gone.
          </p>
          <Grid name="Compared" rowHead={sheet.rowHead} columns={sheet.columns} rows={sheet.rows} cell={sheet.cell} />
        </>
      )}
      {others.length > 0 && (
        <section>
          <h2>What else differs</h2>
          <DifferenceTable label="Differences of other documents" differences={others} />
        </section>
      )}
      {after.changeId !== null && (
        <p>
          Made by <Link to={`/changes/${after.changeId}`}>change {after.changeId}</Link>.
        </p>
      )}
    </>
  );
}

/** Rates are in the sheet. */
function otherDifferences(before: Card, after: Card) {
  const names = new Set([...before.documents.keys(), ...after.documents.keys()]);
  return [...names].flatMap((name) => {
    const [was, is] = [before.documents.get(name), after.documents.get(name)];
    const line = (is ?? was)!;
    return line.collection === 'packages'
      ? []
      : differencesOf({
          collection: line.collection,
          key: documentKeyOf(line),
          before: was?.document ?? null,
          after: is?.document ?? null,
        });
  });
}

/** As `pinrate import rates` reads it. */
const csvOf = (sheets: readonly Sheet[]): string[][] =>
  sheets.flatMap(({ title, columns, rows, text }) => [
    [title],
    ['slab', ...columns.map(({ name }) => name)],
    ...rows.map((row) => [row.name, ...columns.map(({ key }) => text(row.key, key))]),
    [],
  ]);
