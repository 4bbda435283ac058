/** A pincode: its place, and each courier there with zone, services, limit, holds and block. */
import { useEffect, useState } from 'preact/hooks';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { go, Link } from '../../parts/location.js';
import { useScope } from '../../parts/session.js';
import { Table } from '../../parts/table.js';
import { moment, rupees } from '../../parts/words.js';
import { Applied } from '../../review/applied.js';
import { Hold } from '../../review/hold.js';
import { SwitchCod } from '../../review/switch-cod.js';
import { type CourierThere, type Offer, type PincodeThere, readPincode } from './read.js';

const SERVICES = ['PICKUP', 'DELIVERY', 'PREPAID', 'COD', 'REVERSE', 'EXPRESS'] as const;
/** What assigns a pincode to a zone. */
const LEVELS: Readonly<Record<Offer['level'], string>> = {
  pincode: 'the pincode itself',
  area: 'its area',
  city: 'its city',
  state: 'its state',
};
const SOURCES = {
  offices: 'its post offices',
  geonames: 'GeoNames',
  sheet: 'the list of a courier',
  prefix: 'similar pincodes',
  couriers: 'its city: couriers deliver there, India Post’s directory does not have it',
} as const;

type Form = { courier: CourierThere } & ({ does: 'hold' } | { does: 'cod'; isOn: boolean; zoneId: number });

export function OnePincode({ pincode }: { pincode: string }) {
  const { value, error, isLoading, again } = useAsk((pinrate, signal) => readPincode(pinrate, pincode, signal), []);
  const [form, setForm] = useState<Form | null>(null);
  const [applied, setApplied] = useState<{ changeId: number | null; words: string } | null>(null);
  useEffect(() => {
    document.title = `${pincode} · pinrate`;
  }, []);
  const done = (changeId: number | null, words: string) => {
    setForm(null);
    setApplied({ changeId, words });
    again();
  };
  return (
    <>
      <p class="trail">
        <Link to="/pincodes">Pincodes</Link>
      </p>
      <h1>{pincode}</h1>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Asking what couriers do there …
        </p>
      )}
      {applied !== null && (
        <Applied changeId={applied.changeId} onUndone={again}>
          {applied.words}
        </Applied>
      )}
      {value !== undefined && (
        <>
          <Place place={value.place} />
          <Couriers couriers={value.couriers} pincode={pincode} isOlder={isLoading} open={setForm} />
        </>
      )}
      {form?.does === 'hold' && (
        <Hold
          courierId={form.courier.id}
          courierName={form.courier.name}
          places={[{ kind: 'PINCODE', name: pincode }]}
          close={() => setForm(null)}
          onApplied={({ changeId = null }, words) => done(changeId, words)}
        />
      )}
      {form?.does === 'cod' && (
        <SwitchCod
          courier={form.courier}
          pincodes={[{ pincode, zoneId: form.zoneId }]}
          isOn={form.isOn}
          close={() => setForm(null)}
          onApplied={({ changeId = null }, words) => done(changeId, words)}
        />
      )}
    </>
  );
}

function Place({ place }: Pick<PincodeThere, 'place'>) {
  const { pincode, cityName, stateName, areaCount, latitude, longitude, source } = place;
  return (
    <>
      <dl class="facts">
        <dt>Place</dt>
        <dd>
          {cityName}, {stateName}
          {areaCount > 0 && ` (${areaCount} ${areaCount === 1 ? 'area' : 'areas'})`}
        </dd>
        <dt>Position</dt>
        <dd>
          {latitude === null || longitude === null ? 'not known' : `${latitude}° N, ${longitude}° E`}
          {source !== null && <span class="quiet"> by {SOURCES[source]}</span>}
        </dd>
      </dl>
      <p class="row">
        <Link to={`/rate?to=${pincode}`}>What a parcel to there costs</Link>
        <Link to={`/documents/pincodes/${pincode}`}>Its document and changes</Link>
      </p>
    </>
  );
}

interface CouriersProps {
  couriers: readonly CourierThere[];
  pincode: string;
  isOlder: boolean;
  open(form: Form): void;
}

function Couriers({ couriers, pincode, isOlder, open }: CouriersProps) {
  const mayChange = useScope('manage');
  if (couriers.length === 0)
    return (
      <p class="empty">
        There is no courier yet.{' '}
        <button type="button" onClick={() => go('/rate')}>
          Go to Rate
        </button>
      </p>
    );
  const heads = ['Zone', 'Hold or block', ...SERVICES.map(wordOf), 'ODA, hills', 'COD up to'];
  return (
    <Table name="Couriers" columns={['Courier', ...(mayChange ? ['Change'] : []), ...heads]} isOlder={isOlder}>
      {couriers.map((courier) => {
        const { id, name, isActive, offer } = courier;
        return (
          <tr key={id}>
            <th scope="row">
              <Link to={`/couriers/${id}`}>{name}</Link>
            </th>
            {mayChange && offer !== null && (
              <td class="nowrap">
                <span class="row tight">
                  <CodButton courier={courier} offer={offer} open={open} />
                  <button type="button" aria-label={`Hold: ${name}`} onClick={() => open({ courier, does: 'hold' })}>
                    Hold
                  </button>
                </span>
              </td>
            )}
            {offer === null ? (
              <td colSpan={heads.length + Number(mayChange)} class="words">
                {isActive ? 'Does not cover this pincode' : 'Not active: it serves nothing'}
              </td>
            ) : (
              <>
                <td>
                  <Link to={`/documents/zones/${offer.zoneId}`}>{offer.zone}</Link>{' '}
                  <small class="quiet">
                    {'by '}
                    {offer.level === 'pincode' ? (
                      <Link to={`/documents/zone-pincodes/${id}:${pincode}`}>{LEVELS[offer.level]}</Link>
                    ) : (
                      LEVELS[offer.level]
                    )}
                  </small>
                </td>
                <td class={courier.holds.length === 0 && offer.blocked === null ? '' : 'words'}>
                  <Stops courier={courier} offer={offer} />
                </td>
                {SERVICES.map((service) => (
                  <td key={service} class="nowrap">
                    <Is so={offer.services.includes(service)} />
                  </td>
                ))}
                <td>{offer.attributes.map((attribute) => ATTRIBUTES[attribute]).join(', ') || '–'}</td>
                <td class="nowrap">{offer.services.includes('COD') ? limitInWords(courier) : '–'}</td>
              </>
            )}
          </tr>
        );
      })}
    </Table>
  );
}

function CodButton({ courier, offer, open }: { courier: CourierThere; offer: Offer; open(form: Form): void }) {
  const isOn = offer.services.includes('COD');
  return (
    <button
      type="button"
      aria-label={`COD ${isOn ? 'off' : 'on'}: ${courier.name}`}
      onClick={() => open({ courier, does: 'cod', isOn: !isOn, zoneId: offer.zoneId })}
    >
      COD {isOn ? 'off' : 'on'}
    </button>
  );
}

const limitInWords = ({ codLimit }: CourierThere): string => (codLimit === null ? 'any' : rupees(codLimit));

const ATTRIBUTES = { ODA: 'ODA', HILL: 'hills' } as const;

const wordOf = (service: string): string =>
  service === 'COD' ? service : service.charAt(0) + service.slice(1).toLowerCase();

/** A tick, which readers of the screen hear as a word. */
const Is = ({ so }: { so: boolean }) => (
  <span role="img" aria-label={so ? 'yes' : 'no'} class={so ? 'tick-yes' : 'quiet'}>
    {so ? '✓' : '–'}
  </span>
);

const HELD_ENDS = { BOTH: 'On hold', PICKUP: 'No pickup', DELIVERY: 'No delivery' } as const;

function Stops({ courier: { holds }, offer: { blocked } }: { courier: CourierThere; offer: Offer }) {
  if (holds.length === 0 && blocked === null) return <>–</>;
  return (
    <>
      {holds.map(({ id, end, from, to, reason }) => (
        <p key={id}>
          <strong>{HELD_ENDS[end ?? 'BOTH']}</strong> {from && Date.parse(from) > Date.now() && `from ${moment(from)} `}
          {to ? `until ${moment(to)}` : 'until it is ended'}: <Link to={`/documents/holds/${id}`}>{reason}</Link>
        </p>
      ))}
      {blocked !== null && (
        <p>
          <strong>Blocked</strong> {blocked.to === null ? 'without end' : `until ${moment(blocked.to)}`}:{' '}
          {blocked.reason}
        </p>
      )}
    </>
  );
}
