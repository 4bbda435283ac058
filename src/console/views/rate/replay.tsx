/** A quote token: the price of then, and what the same parcel costs now. */
import { replayQuote } from '../../../client/operations.js';
import { REASONS } from '../../../domain/reasons.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Link } from '../../parts/location.js';
import { moment, rupees, signedRupees } from '../../parts/words.js';
import { Waterfall } from './waterfall.js';

export function Replay({ token: quoteToken }: { token: string }) {
  const { value, error, again } = useAsk(
    async (pinrate, signal) => {
      const ask = async (as: 'then' | 'now') => (await replayQuote(pinrate, { quoteToken, as }, { signal })).data;
      return Promise.all([ask('then'), ask('now')]);
    },
    [quoteToken],
  );
  const [then, now] = value ?? [];
  return (
    <>
      <h1>Rate: a price again</h1>
      {error !== undefined && <Fault error={error} again={again} />}
      {then === undefined && error === undefined && (
        <p class="quiet" role="status">
          Computing the price of then …
        </p>
      )}
      {then !== undefined && now !== undefined && (
        <>
          <p>
            <Link to={`/documents/partners/${then.partnerId}`}>{then.partnerId}</Link>, priced for{' '}
            {moment(then.pricedAt)}. {then.exact ? 'The same answer as then, to the paisa.' : 'Computed again.'}
          </p>
          {now.difference && (
            <p class="notice" role="status">
              {changeInWords(now.difference.totalAmount ?? 0)}
            </p>
          )}
          <div class="columns">
            <Price name="Then" price={then} why={then.reasons.then} />
            <Price name="Now" price={now} why={now.reasons.now ?? []} />
          </div>
        </>
      )}
    </>
  );
}

function changeInWords(difference: number): string {
  if (difference === 0) return 'It costs the same today.';
  return `Today it costs ${signedRupees(difference)} ${difference > 0 ? 'more' : 'less'}.`.replace(/[+−]/, '');
}

type ReplayedPrice = Awaited<ReturnType<typeof replayQuote>>['data'];

function Price({ name, price, why }: { name: string; price: ReplayedPrice; why: readonly string[] }) {
  const { charges, breakdown } = price;
  return (
    <section aria-label={name}>
      <h2>
        {name}
        {charges !== null && `: ${rupees(charges.totalAmount)}`}
      </h2>
      {charges !== null && breakdown !== null ? (
        <Waterfall breakdown={breakdown} total={charges.totalAmount} />
      ) : (
        why.map((code) => <p key={code}>{code in REASONS ? REASONS[code as keyof typeof REASONS].message : code}.</p>)
      )}
    </section>
  );
}
