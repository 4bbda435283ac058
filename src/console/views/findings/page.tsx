/** Findings: what the linter finds in the cards of all couriers, errors first, and in the policies. */
import { useEffect, useState } from 'preact/hooks';
import { Fault } from '../../parts/fault.js';
import { Choice } from '../../parts/field.js';
import { setParameter, go, Link } from '../../parts/location.js';
import type { PageProps } from '../../parts/page.js';
import { changingPath, documentPath } from '../../parts/paths.js';
import { useScope, useSession } from '../../parts/session.js';
import { Table } from '../../parts/table.js';
import { asSentence, inConsoleWords } from '../../parts/words.js';
import { Applied } from '../../review/applied.js';
import { counted } from '../../../words.js';
import { Accept } from './accept.js';
import { pathOfExample } from './example.js';
import { PolicyFindings } from './policies.js';
import { bySeverity, type CourierFinding, useReports } from './reports.js';

/** More are shown on demand. */
const ROWS_SHOWN = 100;
const DOCUMENTS_SHOWN = 3;

interface AcceptedFinding {
  changeId: number | null;
  words: string;
}

export function FindingsPage({ query }: PageProps) {
  const { session } = useSession();
  const only = query.get('courier') ?? '';
  const severity = query.get('severity') ?? '';
  const { couriers, reports, error, isLoading, stop, again } = useReports(only);
  const [accepting, setAccepting] = useState<CourierFinding | null>(null);
  const [accepted, setAccepted] = useState<AcceptedFinding | null>(null);
  const [shown, setShown] = useState(ROWS_SHOWN);
  useEffect(() => {
    document.title = 'Findings · pinrate';
  }, []);
  useEffect(() => setShown(ROWS_SHOWN), [only, severity]);
  const all = (couriers ?? []).flatMap((courier) =>
    (reports.get(courier.id)?.findings ?? []).map((finding): CourierFinding => ({ ...finding, courier })),
  );
  const findings = bySeverity(all.filter((each) => severity === '' || each.severity === severity));
  const looked = (couriers ?? []).filter(({ id }) => only === '' || id === only);
  const acceptedCount = looked.reduce((sum, courier) => sum + courier.accepted, 0);
  return (
    <>
      <h1>Findings</h1>
      <form class="fields" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Courier"
          value={only}
          set={setParameter('courier')}
          options={[
            ['', 'All couriers'],
            ...(couriers ?? []).map(
              ({ id, name, isActive }) => [id, isActive ? name : `${name} (not active)`] as const,
            ),
            ...(couriers === null && only !== '' ? [[only, only] as const] : []),
          ]}
        />
        <Choice
          label="Severity"
          value={severity}
          set={setParameter('severity')}
          options={[
            ['', 'Errors and warnings'],
            ['error', 'Errors'],
            ['warning', 'Warnings'],
          ]}
        />
      </form>
      {accepted !== null && (
        <Applied changeId={accepted.changeId} onUndone={again}>
          {accepted.words}
        </Applied>
      )}
      {error !== undefined && <Fault error={error} again={again} />}
      <p class="row" role="status">
        {isLoading
          ? `Checking the couriers’ cards: ${reports.size} of ${looked.length || '…'}`
          : summary([...reports.values()], acceptedCount)}
        {isLoading && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
      </p>
      {[...reports.values()].some(({ cut }) => cut === true) && (
        <p class="alert warn">A check took too long and was cut: there may be more findings.</p>
      )}
      {!isLoading && error === undefined && findings.length === 0 && (
        <p class="empty">
          {severity === ''
            ? 'Nothing is found: every served route and weight has one price.'
            : 'None of this severity.'}{' '}
          <button type="button" onClick={() => (severity === '' ? again() : go('/findings'))}>
            {severity === '' ? 'Check again' : 'Show all findings'}
          </button>
        </p>
      )}
      {findings.length > 0 && <FindingTable findings={findings.slice(0, shown)} accept={setAccepting} />}
      {findings.length > shown && (
        <p class="row">
          <button type="button" onClick={() => setShown(shown + ROWS_SHOWN)}>
            Show more
          </button>
          <span class="quiet">{counted(findings.length - shown, 'finding')} below</span>
        </p>
      )}
      {session.kind === 'service' && only === '' && <PolicyFindings severity={severity} />}
      {accepting !== null && (
        <Accept
          finding={accepting}
          close={() => setAccepting(null)}
          onApplied={({ changeId = null }, until) => {
            setAccepting(null);
            setAccepted({
              changeId,
              words: `Accepted until ${until}: ${accepting.code} of ${accepting.courier.name}.`,
            });
            again();
          }}
        />
      )}
    </>
  );
}

interface ReportCounts {
  severities: { error: number; warning: number };
  findings: readonly unknown[];
}

/** `2 errors and 1 warning; 3 accepted.` */
function summary(reports: readonly ReportCounts[], accepted: number): string {
  const sum = (of: (report: ReportCounts) => number): number => reports.reduce((all, report) => all + of(report), 0);
  const errors = sum(({ severities }) => severities.error);
  const warnings = sum(({ severities }) => severities.warning);
  const unlisted = errors + warnings - sum(({ findings }) => findings.length);
  return [
    `${counted(errors, 'error')} and ${counted(warnings, 'warning')} of ${counted(reports.length, 'courier')}`,
    ...(unlisted > 0 ? [`${counted(unlisted, 'more finding')} of the same codes not listed`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
  ].join('; ');
}

interface FindingTableProps {
  findings: readonly CourierFinding[];
  accept(finding: CourierFinding): void;
}

function FindingTable({ findings, accept }: FindingTableProps) {
  const mayMend = useScope('manage');
  const columns = ['Severity', 'Courier', 'What is wrong', 'Where', 'Example'];
  return (
    <Table name="Findings" columns={mayMend ? [...columns, 'What to do'] : columns}>
      {findings.map((finding, at) => {
        const { courier, severity, code, message, documents, examples } = finding;
        const mend = mendPath(finding);
        return (
          <tr key={`${courier.id} ${code} ${documents.join(' ')} ${at}`}>
            <td class={severity === 'error' ? 'fault' : ''}>
              <strong>{severity}</strong>
            </td>
            <th scope="row">
              <Link to={`/couriers/${encodeURIComponent(courier.id)}`}>{courier.name}</Link>
            </th>
            <td class="words">
              {asSentence(inConsoleWords(message))} <code>{code}</code>
            </td>
            <td>
              {documents.slice(0, DOCUMENTS_SHOWN).map((name) => (
                <p key={name}>
                  <Link to={documentPath(name)!}>{name}</Link>
                </p>
              ))}
              {documents.length > DOCUMENTS_SHOWN && <p class="quiet">and {documents.length - DOCUMENTS_SHOWN} more</p>}
            </td>
            <td>
              {examples.map((example, number) => (
                <p key={number} class="nowrap">
                  <Link to={pathOfExample(example)}>
                    {examples.length === 1
                      ? 'Open on Rate'
                      : number === 0
                        ? 'The lighter on Rate'
                        : 'The heavier on Rate'}
                  </Link>
                </p>
              ))}
              {examples.length === 0
                && (code.startsWith('PERFORMANCE_') ? (
                  <Link to={`/performance/${courier.id}`}>Open on Performance</Link>
                ) : (
                  <span class="quiet">none</span>
                ))}
            </td>
            {mayMend && (
              <td>
                <div class="acts">
                  {mend !== null && <Link to={mend}>Mend</Link>}
                  <button type="button" onClick={() => accept(finding)}>
                    Accept
                  </button>
                </div>
              </td>
            )}
          </tr>
        );
      })}
    </Table>
  );
}

/** Where the row can be changed, of several the first one; null: what happened to parcels is no row. */
function mendPath({ code, documents, courier }: CourierFinding): string | null {
  if (code.startsWith('PERFORMANCE_')) return null;
  const document = documents[0] ?? `partners/${courier.id}`;
  return changingPath(document, courier.id) ?? documentPath(document);
}
