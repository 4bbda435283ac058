/** Many pincodes as a table and a sheet: who delivers there, in which zones. The address has them behind its #. */
import { useEffect, useState } from 'preact/hooks';
import { counted } from '../../../words.js';
import { MAP_FLAGS } from '../../../contract/map-flags.js';
import { useAsk } from '../../parts/ask.js';
import { Download } from '../../parts/download.js';
import { useDraft } from '../../parts/drafts.js';
import { Fault } from '../../parts/fault.js';
import { Field } from '../../parts/field.js';
import { go, Link, useAddress } from '../../parts/location.js';
import {
  delivers,
  has,
  indexOf,
  type MapCourier,
  type MapPlaces,
  placeAt,
  readCouriers,
  readPlaces,
} from '../../parts/map-data.js';
import { PincodeField } from '../../parts/pincode-field.js';
import { Table } from '../../parts/table.js';

const MOST = 1_000;
/** More are in the sheet. */
const ROWS_SHOWN = 200;
const FAULTS_SHOWN = 5;
const PINCODE = /^[1-9]\d{5}$/;

export function PincodeList() {
  const { hash } = useAddress();
  const listed =
    hash === ''
      ? []
      : hash
          .slice(1)
          .split(',')
          .filter((text) => PINCODE.test(text));
  useEffect(() => {
    document.title = 'Pincodes · pinrate';
  }, []);
  return (
    <>
      <h1>Pincodes</h1>
      <PincodeForm key={hash} listed={listed} />
      {listed.length > 0 && <Listed key={hash} pincodes={listed.slice(0, MOST).map(Number)} />}
    </>
  );
}

function PincodeForm({ listed }: { listed: readonly string[] }) {
  const [one, setOne] = useState('');
  const [many, setMany] = useDraft('pincodes', listed.join('\n'));
  const [fault, setFault] = useState<string | undefined>(undefined);
  const show = () => {
    const words = many.split(/[^\w]+/).filter((word) => word !== '');
    const wrong = words.filter((word) => !PINCODE.test(word));
    const pincodes = [...new Set(words)];
    if (PINCODE.test(one.trim())) return go(`/pincodes/${one.trim()}`);
    const further = wrong.length > FAULTS_SHOWN ? ' …' : '';
    if (wrong.length > 0) return setFault(`No pincode: ${wrong.slice(0, FAULTS_SHOWN).join(', ')}${further}`);
    if (pincodes.length === 0) return setFault('Type or paste at least one pincode');
    if (pincodes.length > MOST)
      return setFault(`${counted(pincodes.length, 'pincode')}: at most ${MOST} are shown at once`);
    setMany(null);
    go(pincodes.length === 1 ? `/pincodes/${pincodes[0]!}` : `/pincodes#${pincodes.join(',')}`);
  };
  return (
    <form
      class="fields"
      aria-label="Choose pincodes"
      onSubmit={(event) => {
        event.preventDefault();
        show();
      }}
    >
      <PincodeField label="Pincode" value={one} set={setOne} />
      <Field
        label="Pincodes"
        value={many}
        set={(text) => {
          setMany(text);
          setFault(undefined);
        }}
        lines={3}
        placeholder={'110001\n560001'}
        hint={`Up to ${MOST} at once, as copied from a sheet`}
        fault={fault}
      />
      <div class="field">
        <span class="label" aria-hidden="true">
          {'\u00a0'}
        </span>
        <button type="submit" class="main">
          Show
        </button>
      </div>
    </form>
  );
}

function Listed({ pincodes }: { pincodes: readonly number[] }) {
  const [progress, setProgress] = useState('');
  const { value, error, isLoading, again } = useAsk(async (pinrate, signal) => {
    const [places, couriers] = await Promise.all([
      readPlaces(pinrate, signal),
      readCouriers(pinrate, signal, (done, of) => setProgress(`${done} of ${of}`)),
    ]);
    return { places, couriers };
  }, []);
  if (error !== undefined) return <Fault error={error} again={again} />;
  if (value === undefined)
    return isLoading ? (
      <p class="quiet" role="status">
        Reading what couriers serve: {progress || '…'}
      </p>
    ) : null;
  const { places, couriers } = value;
  const unknown = pincodes.filter((pincode) => indexOf(places, pincode) === -1);
  const known = pincodes.filter((pincode) => indexOf(places, pincode) !== -1);
  return (
    <>
      {unknown.length > 0 && (
        <p class="alert warn" role="alert">
          {unknown.length === 1 ? 'No place has this pincode' : 'No places have these pincodes'}:{' '}
          {unknown.slice(0, 20).join(', ')}
          {unknown.length > 20 && ` and ${unknown.length - 20} more`}
        </p>
      )}
      <p class="row">
        <Download file="pincodes" rows={() => sheetOf(known, places, couriers)} />
        <span class="quiet">
          {counted(known.length, 'pincode')}
          {known.length > ROWS_SHOWN && `; the first ${ROWS_SHOWN} are shown, the sheet has all`}
        </span>
      </p>
      <Table name="Pincodes" columns={['Pincode', 'Place', { name: 'Deliver', isNumber: true }, ...namesOf(couriers)]}>
        {known.slice(0, ROWS_SHOWN).map((pincode) => {
          const at = indexOf(places, pincode);
          return (
            <tr key={pincode}>
              <th scope="row">
                <Link to={`/pincodes/${pincode}`}>{pincode}</Link>
              </th>
              <td class="nowrap">{placeAt(places, at)}</td>
              <td class="number">{couriers.filter((courier) => delivers(courier, at)).length}</td>
              {couriers.map((courier) => (
                <td key={courier.id} class="nowrap">
                  {inWords(courier, at)}
                </td>
              ))}
            </tr>
          );
        })}
      </Table>
    </>
  );
}

const namesOf = (couriers: readonly MapCourier[]): string[] => couriers.map(({ name }) => name);

/** `Metro North, COD, ODA`; `–`: the courier does not cover it. */
function inWords(courier: MapCourier, at: number): string {
  const zone = courier.zones[courier.zone[at]! - 1];
  if (zone === undefined) return '–';
  const is = (flag: number): boolean => has(courier, at, flag);
  return [
    zone.name,
    ...(is(MAP_FLAGS.DELIVERY) ? [] : ['no delivery']),
    ...(is(MAP_FLAGS.COD) ? ['COD'] : []),
    ...(is(MAP_FLAGS.ODA) ? ['ODA'] : []),
    ...(is(MAP_FLAGS.HILL) ? ['hills'] : []),
    ...(is(MAP_FLAGS.BLOCKED) ? ['blocked'] : []),
    ...(is(MAP_FLAGS.PICKUP_HELD) || is(MAP_FLAGS.DELIVERY_HELD) ? ['on hold'] : []),
  ].join(', ');
}

function sheetOf(pincodes: readonly number[], places: MapPlaces, couriers: readonly MapCourier[]): string[][] {
  return [
    ['pincode', 'city', 'state', 'couriers', ...namesOf(couriers)],
    ...pincodes.map((pincode) => {
      const at = indexOf(places, pincode);
      const { city, cities, state, states } = places;
      return [
        String(pincode),
        cities[city[at]!]!.name,
        states[state[at]!]!.name,
        String(couriers.filter((courier) => delivers(courier, at)).length),
        ...couriers.map((courier) => (courier.zone[at] === 0 ? '' : inWords(courier, at))),
      ];
    }),
  ];
}
