/** One shipment: where it is, why, its attempts, and what can be done with it. */
import { useEffect, useState } from 'preact/hooks';
import { listAttempts } from '../../../client/operations.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { go, Link } from '../../parts/location.js';
import { useScope } from '../../parts/session.js';
import { moment, rupees } from '../../parts/words.js';
import { whole } from '../../../words.js';
import { type ActOutcome, OutcomeWords } from './act-outcome.js';
import { Actions } from './actions.js';
import { Attempts } from './attempts.js';
import { DecisionOf } from './decision.js';
import { findShipment, LATEST_READ, ofCaller, type Shipment, shipmentPath } from './find.js';
import { reasonWords, STATES } from './words.js';

interface ShipmentPageProps {
  /** Its number, or its AWB. */
  number: string;
  /** Kind and id; empty: not named. */
  caller: string;
}

export function ShipmentPage({ number, caller }: ShipmentPageProps) {
  const [read, setRead] = useState(0);
  const { value, error, isLoading, again } = useAsk(
    async (pinrate, signal) => {
      const shipment = await findShipment(pinrate, number, caller, signal, setRead);
      if (shipment === null) return { shipment, attempts: [] };
      const { data } = await listAttempts(pinrate, shipment.shipmentId, ofCaller(shipment.caller), { signal });
      return { shipment, attempts: data };
    },
    [number, caller],
  );
  const [outcome, setOutcome] = useState<ActOutcome | null>(null);
  const mayAct = useScope('assign');
  const shipment = value?.shipment ?? null;
  useEffect(() => {
    document.title = `Shipment ${number} · pinrate`;
    // an address that names the shipment fully finds it when it is no longer among the latest
    if (shipment !== null && (shipment.shipmentId !== number || caller === ''))
      go(shipmentPath(shipment.shipmentId, shipment.caller), true);
  }, [shipment]);
  const finish = (next: ActOutcome) => {
    setOutcome(next);
    again();
  };
  return (
    <>
      <p class="trail">
        <Link to="/today">Today</Link>
      </p>
      <h1>Shipment {shipment?.shipmentId ?? number}</h1>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          {read === 0 ? 'Looking for it …' : `Looking among the latest: ${whole(read)} of ${whole(LATEST_READ)} …`}
        </p>
      )}
      {value !== undefined && shipment === null && <NotFound number={number} caller={caller} />}
      {outcome !== null && <OutcomeWords outcome={outcome} />}
      {shipment !== null && (
        <div class={isLoading ? 'older' : ''} aria-busy={isLoading}>
          <Facts shipment={shipment} />
          {mayAct && !isLoading && <Actions shipment={shipment} onDone={finish} />}
          <DecisionOf shipment={shipment} />
          <Attempts attempts={value!.attempts} shipment={shipment} />
        </div>
      )}
    </>
  );
}

const NotFound = ({ number, caller }: ShipmentPageProps) => (
  <p class="empty">
    {caller === ''
      ? `No shipment of your login has the number ${number}, nor has one of the ${whole(LATEST_READ)} latest of others it as number or AWB. `
      : `${caller} has assigned no shipment ${number}. `}
    <button type="button" onClick={() => go('/today')}>
      Look for another
    </button>
  </p>
);

function Facts({ shipment }: { shipment: Shipment }) {
  const { partnerId, partnerName, lifecycle, totalCost, pickupDate, deliveryDate, assignment } = shipment;
  const hubs = assignment?.operationalDetails;
  return (
    <dl class="facts">
      <dt>Courier</dt>
      <dd>
        <Link to={`/couriers/${partnerId}`}>{partnerName}</Link> <small class="quiet">{partnerId}</small>
      </dd>
      <dt>State</dt>
      <dd>{stateWords(lifecycle)}</dd>
      <dt>Cost</dt>
      <dd>{totalCost === null ? 'not known' : `${rupees(totalCost)} with tax`}</dd>
      <dt>AWB</dt>
      <dd>{lifecycle.awb ?? 'not known yet'}</dd>
      {shipment.trackingNumber !== null && (
        <>
          <dt>Tracking number</dt>
          <dd>{shipment.trackingNumber}</dd>
        </>
      )}
      <dt>Pickup</dt>
      <dd>{[moment(pickupDate), hubs?.pickupHub].filter(Boolean).join(', ')}</dd>
      <dt>Delivery</dt>
      <dd>{[moment(deliveryDate), hubs?.deliveryHub].filter(Boolean).join(', ')}</dd>
      <dt>Assigned</dt>
      <dd>
        {moment(shipment.assignedAt)}
        {shipment.caller !== null && ` by ${shipment.caller}`}, {shipment.assignmentType}
      </dd>
    </dl>
  );
}

function stateWords({ state, attempt, confirmedAt, handedOverAt, cancelledAt, reason }: Shipment['lifecycle']): string {
  const at = { ASSIGNED: null, CONFIRMED: confirmedAt, HANDED_OVER: handedOverAt, CANCELLED: cancelledAt }[state];
  const parts = [
    STATES[state],
    ...(at === null ? [] : [moment(at)]),
    ...(reason === null ? [] : [reasonWords(reason).toLowerCase()]),
    ...(attempt === 1 ? [] : [`attempt ${attempt}`]),
  ];
  return parts.join(', ');
}
