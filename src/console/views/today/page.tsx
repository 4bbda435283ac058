/** Today: what is assigned, what couriers have left, one shipment, and a courier's parcels that go to others. */
import { useEffect, useState } from 'preact/hooks';
import { Field } from '../../parts/field.js';
import { go } from '../../parts/location.js';
import type { PageProps } from '../../parts/page.js';
import { useScope } from '../../parts/session.js';
import { Capacities } from './capacities.js';
import { shipmentPath } from './find.js';
import { MoveParcels } from './move.js';
import { Refusals } from './refusals.js';
import { ShipmentPage } from './shipment.js';
import { Sums } from './sums.js';

/** The address has the shipment: `/today/SHIP-1` or `?shipment=SHIP-1`, and its caller. */
export function TodayPage({ parts, query }: PageProps) {
  const number = parts[0] || (query.get('shipment') ?? '');
  const caller = query.get('caller') ?? '';
  return number === '' ? <Day /> : <ShipmentPage key={`${number} ${caller}`} number={number} caller={caller} />;
}

function Day() {
  const mayMove = useScope('manage');
  const [moves, setMoves] = useState(0);
  useEffect(() => {
    document.title = 'Today · pinrate';
  }, []);
  return (
    <>
      <h1>Today</h1>
      <FindShipment />
      <Sums moves={moves} />
      <Capacities moves={moves} />
      <Refusals />
      {mayMove && <MoveParcels onMoved={() => setMoves((count) => count + 1)} />}
    </>
  );
}

function FindShipment() {
  const [number, setNumber] = useState('');
  const [caller, setCaller] = useState('');
  const typed = number.trim();
  return (
    <form
      class="fields"
      aria-label="Find a shipment"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') go(shipmentPath(typed, callerOf(caller)));
      }}
    >
      <Field label="Shipment" value={number} set={setNumber} hint="Its number, or its AWB" />
      <Field
        label="Assigned by"
        value={caller}
        set={setCaller}
        placeholder="anybody"
        hint="The login, where two use the same numbers"
      />
      <div class="field">
        <span class="label" aria-hidden="true">
          {'\u00a0'}
        </span>
        <button type="submit" class="main" disabled={typed === ''}>
          Show
        </button>
      </div>
    </form>
  );
}

/** As the API names it: kind and id. */
function callerOf(text: string): string {
  const login = text.trim();
  return login === '' || /^(service|partner):/.test(login) ? login : `service:${login}`;
}
