/** One courier: its facts, and the sheets of its contract. */
import { useEffect, useState } from 'preact/hooks';
import { getDocument } from '../../../client/operations.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { go, Link } from '../../parts/location.js';
import { useScope } from '../../parts/session.js';
import { Applied } from '../../review/applied.js';
import { Hold } from '../../review/hold.js';
import { GroupsForm } from './groups.js';
import { Overview } from './overview.js';
import type { Courier } from './read.js';
import { CardTab, isCardTab } from './sheets/card-tab.js';
import { Versions } from './versions.js';

const TABS = ['Overview', 'Rates', 'Charges', 'Surcharges', 'Zones', 'Transit', 'Terms', 'Versions'];
const PANEL = 'courier-tab';

interface OneCourierProps {
  courierId: string;
  /** As in the address. */
  tab: string;
  query: URLSearchParams;
}

export function OneCourier({ courierId, tab, query }: OneCourierProps) {
  const mayChange = useScope('manage');
  const [isHolding, setIsHolding] = useState(false);
  const [isGrouping, setIsGrouping] = useState(false);
  const [done, setDone] = useState<{ changeId: number | null; does: string } | null>(null);
  const [changes, setChanges] = useState(0);
  const { value, error, again } = useAsk(
    async (pinrate, signal) =>
      (await getDocument(pinrate, 'partners', courierId, {}, { signal })).data as unknown as Courier,
    [courierId],
  );
  const shown = TABS.find((name) => name.toLowerCase() === tab) ?? TABS[0]!;
  const path = (name: string): string => `/couriers/${encodeURIComponent(courierId)}/${name.toLowerCase()}`;
  useEffect(() => {
    document.title = `${value?.name ?? courierId}, ${shown} · pinrate`;
  }, [value?.name, shown]);
  return (
    <>
      <p class="trail">
        <Link to="/couriers">Couriers</Link>
      </p>
      <div class="row spread">
        <h1>{value?.name ?? courierId}</h1>
        {mayChange && value !== undefined && (
          <button type="button" onClick={() => setIsHolding(true)}>
            Hold
          </button>
        )}
      </div>
      {error !== undefined && <Fault error={error} again={again} />}
      {done !== null && (
        <Applied
          key={done.changeId}
          changeId={done.changeId}
          onUndone={() => {
            again();
            setChanges(changes + 1);
          }}
        >
          {done.does}
        </Applied>
      )}
      <Tabs shown={shown} path={path} />
      <div id={PANEL} role="tabpanel" aria-labelledby={`tab-${shown}`} class="panel">
        {value === undefined && error === undefined && (
          <p class="quiet" role="status">
            Reading the courier …
          </p>
        )}
        {value !== undefined && shown === 'Overview' && (
          <Overview key={changes} courier={value} changeGroups={mayChange ? () => setIsGrouping(true) : undefined} />
        )}
        {value !== undefined && isCardTab(shown) && (
          <CardTab
            key={shown}
            tab={shown}
            courierId={courierId}
            courierName={value.name}
            chosen={query.get('sheet') ?? ''}
            document={query.get('document') ?? ''}
            mayChange={mayChange}
          />
        )}
        {value !== undefined && shown === 'Versions' && <Versions courierId={courierId} query={query} />}
      </div>
      {isGrouping && value !== undefined && (
        <GroupsForm
          courier={value}
          close={() => setIsGrouping(false)}
          onApplied={({ changeId }) => {
            setIsGrouping(false);
            again();
            setDone({ changeId: changeId ?? null, does: 'Its groups are changed.' });
          }}
        />
      )}
      {isHolding && value !== undefined && (
        <Hold
          courierId={courierId}
          courierName={value.name}
          close={() => setIsHolding(false)}
          onApplied={({ changeId }, does) => {
            setIsHolding(false);
            setChanges(changes + 1);
            setDone({ changeId: changeId ?? null, does });
          }}
        />
      )}
    </>
  );
}

interface TabsProps {
  shown: string;
  path(name: string): string;
}

/** Links, so that a tab can be kept and sent; arrows go from one to the next. */
function Tabs({ shown, path }: TabsProps) {
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = TABS[(TABS.indexOf(shown) + step + TABS.length) % TABS.length]!;
    go(path(next), true);
    document.getElementById(`tab-${next}`)?.focus();
    event.preventDefault();
  };
  return (
    <div role="tablist" aria-label="Of the courier" class="tabs" onKeyDown={press}>
      {TABS.map((name) => (
        <Link
          key={name}
          to={path(name)}
          id={`tab-${name}`}
          role="tab"
          aria-selected={name === shown}
          aria-controls={PANEL}
          tabIndex={name === shown ? 0 : -1}
        >
          {name}
        </Link>
      ))}
    </div>
  );
}
