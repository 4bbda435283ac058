/** Backtest: what a policy would have done with the parcels of a period, or with orders from elsewhere. */
import { useEffect } from 'preact/hooks';
import { DAY_MS } from '../../../domain/calendar.js';
import type { AllocationPolicy, Capacity, Partner } from '../../../model/documents.js';
import { counted, whole } from '../../../words.js';
import { Fault } from '../../parts/fault.js';
import { Choice, Field } from '../../parts/field.js';
import { useTyped } from '../../parts/typed.js';
import { dayInIndia } from '../../parts/words.js';
import { OrderFields, OrdersRead, useBacktestOrders } from './backtest-orders.js';
import { BacktestOutcome } from './backtest-outcome.js';
import { type BacktestOrder, useBacktest } from './backtest-run.js';
import type { PolicyDraft } from './change.js';

const DAYS = 30;
const MOST = 100_000;
const INITIAL = { policy: 'SAVED', from: '', to: '', customer: '', most: '' };

interface BacktestProps {
  /** Of the section. */
  id: string;
  policy: AllocationPolicy;
  /** A change of its rules that is not applied; null: there is none. */
  draft: PolicyDraft | null;
  capacities: readonly Capacity[];
  couriers: readonly Partner[];
}

export function Backtest({ id, policy, draft, capacities, couriers }: BacktestProps) {
  const { typed, set } = useTyped(`backtest of ${policy.policyId}`, INITIAL);
  const orders = useBacktestOrders();
  const { file, lines } = orders;
  const { run, start, stop } = useBacktest();
  const { phase, tally, error, order } = run;
  const isRunning = phase === 'RUNNING';
  useEffect(() => {
    if (draft !== null) set('policy')('DRAFT');
  }, [draft]);
  const which = typed.policy === 'DRAFT' && draft === null ? 'SAVED' : typed.policy;
  const today = dayInIndia(new Date());
  const [from, to] = [typed.from || dayInIndia(new Date(Date.parse(today) - DAYS * DAY_MS)), typed.to || today];
  const most = typed.most.trim() === '' ? MOST : Number(typed.most.replaceAll(',', ''));
  const isWrongWay = to < from;
  const isWrongMost = !(Number.isInteger(most) && most >= 1 && most <= 1_000_000);
  const send = () => {
    const asked = which === 'DRAFT' && draft !== null ? { ...policy, rules: draft.rules } : policy;
    const question: BacktestOrder['question'] = {
      ...(which === 'DRAFT' ? { policy: asked } : { policyId: which === 'NONE' ? 'NONE' : policy.policyId }),
      ...(file === null && { from, to }),
      ...(typed.customer.trim() !== '' && { customerId: typed.customer.trim() }),
      limit: most,
    };
    orders.kept.keep();
    void start({ question, orders: lines, policy: asked });
  };
  return (
    <section id={id} aria-label="Backtest">
      <h2>Backtest</h2>
      <p class="quiet">
        The parcels that were assigned are asked again, at the rates of now: before, with the courier that has them;
        after, by the policy. Nothing is stored, counted or sent.
      </p>
      <form
        class="fields framed"
        aria-label="Backtest"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Choice
          label="Policy"
          isWide
          value={which}
          set={set('policy')}
          options={[
            ['SAVED', `${policy.name}, as saved`],
            ...(draft === null ? [] : [['DRAFT', `${policy.name}, with the change: ${draft.does}`] as const]),
            ['NONE', 'No policy: the best courier by its strategy'],
          ]}
        />
        <Field label="From day" type="date" value={from} set={set('from')} />
        <Field
          label="To day"
          type="date"
          value={to}
          set={set('to')}
          hint="That day included"
          fault={isWrongWay ? 'Must not be before the first day' : undefined}
        />
        <Field label="Customer" value={typed.customer} set={set('customer')} hint="Empty: all" />
        <Field
          label="At most"
          value={typed.most}
          set={set('most')}
          inputMode="numeric"
          placeholder={whole(MOST)}
          hint="Parcels, the latest first"
          fault={isWrongMost ? 'A whole number from 1 to 10,00,000' : undefined}
        />
        <OrderFields {...orders} />
        <p class="row whole">
          <button
            type="submit"
            class="main"
            disabled={isWrongWay || isWrongMost || isRunning || (file !== null && lines === null)}
          >
            Run
          </button>
          {file !== null && (
            <button type="button" onClick={() => orders.setFile(null)}>
              Take the period instead of {file.name}
            </button>
          )}
        </p>
      </form>
      <OrdersRead {...orders} couriers={couriers} />
      {isRunning && (
        <p class="row" role="status">
          {tally.of === null
            ? 'Reading the parcels …'
            : `${whole(tally.done)} of ${counted(tally.of, 'parcel')} asked again …`}
          <progress value={tally.of === null ? undefined : tally.done / Math.max(tally.of, 1)} aria-label="Done" />
          <button type="button" onClick={stop}>
            Cancel
          </button>
        </p>
      )}
      {phase === 'STOPPED' && (
        <p class="alert warn" role="alert">
          It ended early, after {counted(tally.done, 'parcel')}. Nothing was changed: run it again.
        </p>
      )}
      {phase === 'FAILED' && <Fault error={error} />}
      {phase === 'ENDED' && (
        <BacktestOutcome
          figures={tally.figures!}
          policy={order!.policy}
          capacities={capacities}
          isOfOrders={order!.orders !== null}
        />
      )}
    </section>
  );
}
