/**
 * Map: every pincode as a dot, coloured by what couriers serve. Those that filters and a lasso choose are saved or
 * changed.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { counted, whole } from '../../../words.js';
import { useAsk } from '../../parts/ask.js';
import { Download } from '../../parts/download.js';
import { Fault } from '../../parts/fault.js';
import { Choice, Field, Tick } from '../../parts/field.js';
import { setParameter, go } from '../../parts/location.js';
import { delivers, type MapCourier, type MapPlaces, placeAt, readCouriers, readPlaces } from '../../parts/map-data.js';
import type { PageProps } from '../../parts/page.js';
import { useScope } from '../../parts/session.js';
import { Changes } from './changes.js';
import { MapCanvas } from './canvas.js';
import { COLOURINGS, type Colours, coloursBy } from './colours.js';
import { Counts } from './counts.js';
import { sheetOf } from './sheet.js';
import { planeOf } from './view.js';

interface MapData {
  places: MapPlaces;
  couriers: readonly MapCourier[];
}

export function MapPage({ query }: PageProps) {
  const [progress, setProgress] = useState('');
  const { value, error, isLoading, again } = useAsk(async (pinrate, signal): Promise<MapData> => {
    const [places, couriers] = await Promise.all([
      readPlaces(pinrate, signal),
      readCouriers(pinrate, signal, (done, of) => setProgress(`${done} of ${of}`)),
    ]);
    return { places, couriers };
  }, []);
  useEffect(() => {
    document.title = 'Map · pinrate';
  }, []);
  return (
    <>
      <h1>Map</h1>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading every pincode, and what couriers serve there: {progress || '…'}
        </p>
      )}
      {value !== undefined && value.places.count === 0 && (
        <p class="empty">
          There are no pincodes yet: an import brings them.{' '}
          <button type="button" onClick={again}>
            Look again
          </button>
        </p>
      )}
      {value !== undefined && value.places.count > 0 && <LoadedMap data={value} query={query} again={again} />}
    </>
  );
}

function LoadedMap({ data, query, again }: { data: MapData; query: URLSearchParams; again(): void }) {
  const { places, couriers } = data;
  const form = {
    colour: query.get('colour') ?? '',
    courier: query.get('courier') ?? '',
    state: query.get('state') ?? '',
    deliver: query.get('deliver') ?? '',
  };
  const set: (name: keyof typeof form) => (text: string) => void = setParameter;
  const mayChange = useScope('manage');
  const [isLasso, setIsLasso] = useState(false);
  const [lassoed, setLassoed] = useState<Uint8Array | null>(null);
  const colouring = COLOURINGS.find(([name]) => name === form.colour)?.[0] ?? 'couriers';
  const courier = couriers.find(({ id }) => id === form.courier) ?? null;
  const plane = useMemo(() => planeOf(places), [places]);
  const colours = useMemo(
    () => coloursBy(colouring, places, couriers, courier),
    [places, couriers, colouring, courier],
  );
  const delivering = useMemo(() => deliveringAt(places, couriers), [places, couriers]);
  const wanted = /^\d{1,3}$/.test(form.deliver.trim()) ? Number(form.deliver) : null;
  const shown = useMemo(() => {
    const state = places.states.findIndex(({ code }) => code === form.state);
    return Uint8Array.from(delivering, (count, at) =>
      Number((wanted === null || count === wanted) && (form.state === '' || places.state[at] === state)),
    );
  }, [places, delivering, wanted, form.state]);
  const chosen = useMemo(() => indexesOf(shown, lassoed), [shown, lassoed]);
  const describe = (at: number): string => {
    const there = counted(delivering[at]!, 'courier delivers', 'couriers deliver');
    return `${places.pincodes[at]!} ${placeAt(places, at)}: ${colours.names[colours.of[at]!]!} · ${there}`;
  };
  const colourNames = colours.names.map((_, at) => `--map-${colours.palette}-${at}`);
  const what = COLOURINGS.find(([name]) => name === colouring)![1];
  return (
    <>
      <form class="fields" aria-label="Map" onSubmit={(event) => event.preventDefault()}>
        <Choice label="Colour by" value={colouring} set={set('colour')} options={COLOURINGS} />
        <Choice
          label="Courier"
          value={courier?.id ?? ''}
          set={set('courier')}
          options={[
            ['', colouring === 'zones' ? (couriers[0]?.name ?? 'No courier') : 'All couriers'],
            ...couriers.map(({ id, name }) => [id, name] as const),
          ]}
        />
        <Choice
          label="State"
          value={form.state}
          set={set('state')}
          options={[
            ['', 'All of India'],
            ...places.states
              .map(({ code, name }) => [code, name] as const)
              .toSorted(([, a], [, b]) => a.localeCompare(b)),
          ]}
        />
        <Field
          label="Couriers that deliver"
          value={form.deliver}
          set={set('deliver')}
          type="number"
          placeholder="any number"
          hint="0 or 1 finds gaps"
          fault={form.deliver.trim() !== '' && wanted === null ? 'A whole number, such as 1' : undefined}
        />
      </form>
      <div class="row">
        <Tick label="Draw a lasso" checked={isLasso} set={setIsLasso} />
        {lassoed !== null && (
          <button type="button" onClick={() => setLassoed(null)}>
            Without the lasso
          </button>
        )}
        <Download file="pinrate-map" rows={() => sheetOf(chosen, places, couriers, courier, { what, colours })} />
        <span class="quiet" role="status">
          {counted(chosen.length, 'pincode')} chosen
          {chosen.length < places.count && ` of ${whole(places.count)}`}
          {unplaced(places) > 0 && `; ${counted(unplaced(places), 'pincode')} of all without a known position`}
        </span>
      </div>
      <Legend colours={colours} />
      <MapCanvas
        plane={plane}
        colour={colours.of}
        shown={shown}
        colours={colourNames}
        label={`Map of ${counted(chosen.length, 'pincode')}, which the table of counts has as numbers`}
        fit={form.state}
        isLasso={isLasso}
        onLasso={(within) => {
          setLassoed(within);
          setIsLasso(false);
        }}
        describe={describe}
        open={(at) => go(`/pincodes/${places.pincodes[at]!}`)}
      />
      {mayChange && <Changes chosen={chosen} places={places} courier={courier} onChanged={again} />}
      <Counts chosen={chosen} places={places} colours={colours} />
    </>
  );
}

function Legend({ colours: { names, palette } }: { colours: Colours }) {
  return (
    <ul class="legend" aria-label="Colours">
      {names.map((name, at) => (
        <li key={name}>
          <svg width="12" height="12" aria-hidden="true" class={`${palette}-${at}`}>
            <rect width="12" height="12" rx="3" />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

const unplaced = ({ latitude }: MapPlaces): number =>
  latitude.reduce((sum, each) => sum + Number(Number.isNaN(each)), 0);

/** How many couriers deliver at each pincode. */
function deliveringAt({ count }: MapPlaces, couriers: readonly MapCourier[]): Uint16Array {
  const found = new Uint16Array(count);
  for (const courier of couriers) for (let at = 0; at < count; at++) if (delivers(courier, at)) found[at]!++;
  return found;
}

function indexesOf(shown: Uint8Array, within: Uint8Array | null): number[] {
  const found: number[] = [];
  for (let at = 0; at < shown.length; at++) if (shown[at] !== 0 && within?.[at] !== 0) found.push(at);
  return found;
}
