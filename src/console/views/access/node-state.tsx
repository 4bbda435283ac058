/** How the node is: its state, version, store, and how fast it answers quotes; and a backup of it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { PinrateError } from '../../../client/error.js';
import { getHealth, getMetrics, makeBackup } from '../../../client/operations.js';
import { useAct } from '../../parts/act.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { bytesInWords, durationInWords } from '../../parts/words.js';
import { type QuoteCounts, quoteCounts, type QuoteFigures, quoteFigures } from './quote-figures.js';

/** Between two looks at the node. */
const LOOK_MS = 5_000;

type Health = Awaited<ReturnType<typeof getHealth>>;

interface Look {
  health: Health;
  /** null: /metrics is not open to this browser. */
  metrics: string | null;
  atMs: number;
}

const NO_COUNTS: QuoteCounts = { count: 0, within: [] };

export function NodeState() {
  const { value, error, again } = useAsk(lookAt, []);
  const before = useRef<Look | null>(null);
  const [lately, setLately] = useState<QuoteFigures | null>(null);
  useEffect(() => {
    if (value === undefined) return undefined;
    const { metrics } = value;
    const former = before.current;
    if (metrics !== null && former?.metrics) {
      const seconds = (value.atMs - former.atMs) / 1_000;
      if (seconds > 0) setLately(quoteFigures(quoteCounts(former.metrics), quoteCounts(metrics), seconds));
    }
    before.current = value;
    return undefined;
  }, [value]);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') again();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <section aria-labelledby="node">
      <h2 id="node">This node</h2>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && error === undefined && (
        <p class="quiet" role="status">
          Asking the node …
        </p>
      )}
      {value !== undefined && <Facts look={value} lately={lately} />}
      <Backup />
    </section>
  );
}

async function lookAt(pinrate: Pinrate, signal: AbortSignal): Promise<Look> {
  const health = await getHealth(pinrate, {}, { signal, retries: 0 });
  const metrics = await getMetrics(pinrate, {}, { signal, retries: 0 }).catch((error: unknown) => {
    if (error instanceof PinrateError) return null;
    throw error;
  });
  return { health, metrics, atMs: Date.now() };
}

function Facts({ look: { health, metrics }, lately }: { look: Look; lately: QuoteFigures | null }) {
  const { status, message, pinrateVersion, apiVersion, environment, uptime, components, buildInfo } = health;
  const { database, control, redis, memory } = components;
  const { state, refusedDocuments } = database.changes;
  const store = /^pinrate_build_info\{.*\bstore="([^"]*)"/m.exec(metrics ?? '')?.[1];
  const sinceStart = metrics === null ? null : quoteFigures(NO_COUNTS, quoteCounts(metrics), uptime);
  return (
    <dl class="facts">
      <dt>State</dt>
      <dd>
        <strong class={status === 'healthy' ? 'good' : 'fault'}>{status}</strong>. {message}
        {control.status !== 'healthy' && `; busy with changes for ${durationInWords(control.busy / 1_000)}`}
      </dd>
      <dt>Version</dt>
      <dd>
        pinrate {pinrateVersion}, API {apiVersion}, Node.js {buildInfo.nodeVersion.replace(/^v/, '')} ({environment})
      </dd>
      <dt>Running for</dt>
      <dd>{durationInWords(uptime)}</dd>
      <dt>Store</dt>
      <dd>
        {store === undefined ? '' : `${STORES[store] ?? store}; `}
        {database.status}, {database.responseTime.toFixed(1)} ms; {STATES[state] ?? state}
        {refusedDocuments > 0 && <strong class="fault">; {refusedDocuments} documents refused</strong>}
      </dd>
      {redis.status !== 'not_configured' && (
        <>
          <dt>Redis</dt>
          <dd>{redis.status}</dd>
        </>
      )}
      <dt>Memory</dt>
      <dd>{bytesInWords(memory.usage)}</dd>
      <dt>Quotes</dt>
      <dd>
        {sinceStart === null
          ? 'not known: /metrics is not open from here'
          : [
              ...(lately === null ? [] : [`${rateInWords(lately)} in the last seconds`]),
              `${rateInWords(sinceStart)} since the start`,
            ].join('; ')}
      </dd>
    </dl>
  );
}

const STORES: Readonly<Record<string, string>> = { lmdb: 'embedded (LMDB)', mongodb: 'MongoDB', mongo: 'MongoDB' };
const STATES: Readonly<Record<string, string>> = {
  following: 'follows every change',
  resuming: 'restores its connection',
  reloading: 'reads everything again',
};

/** `12 a second, p99 4 ms`. */
function rateInWords({ perSecond, p99Ms }: QuoteFigures): string {
  const rate = perSecond === 0 ? 'none' : `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)} a second`;
  return p99Ms === null ? rate : `${rate}, p99 at most ${p99Ms} ms`;
}

function Backup() {
  const { isActing, error, act } = useAct();
  const [made, setMade] = useState<Awaited<ReturnType<typeof makeBackup>>['data'] | null>(null);
  return (
    <>
      <p class="row">
        <button
          type="button"
          disabled={isActing}
          onClick={() =>
            void act(
              (pinrate) => makeBackup(pinrate),
              ({ data }) => setMade(data),
            )
          }
        >
          {isActing ? 'Copying the store …' : 'Back up'}
        </button>
        <span class="quiet">A copy of this moment, in the folder backups of the node; quotes go on.</span>
      </p>
      {made !== null && (
        <p class="notice good" role="status">
          Copied to <code>{made.path}</code>: {bytesInWords(made.bytes)}, SHA-256 <code>{made.sha256}</code>
        </p>
      )}
      {error !== null && <Fault error={error} />}
    </>
  );
}
