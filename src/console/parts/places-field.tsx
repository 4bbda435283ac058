/** Several places, found by what people type: states, cities, areas, pincodes, or all of India. */
import { useId, useState } from 'preact/hooks';
import { searchPlaces } from '../../client/operations.js';
import type { Place } from '../../contract/places.js';
import { useAsk } from './ask.js';

/** `everywhere` is all of India, next to which no other place is named. */
export type ChosenPlace =
  | { kind: 'EVERYWHERE'; name: string }
  | { kind: 'PINCODE'; name: string }
  | { kind: 'STATE' | 'CITY' | 'AREA'; id: number; name: string };

export const EVERYWHERE: ChosenPlace = { kind: 'EVERYWHERE', name: 'All of India' };

const CHIPS_SHOWN = 30;

interface PlacesFieldProps {
  chosen: readonly ChosenPlace[];
  set(chosen: readonly ChosenPlace[]): void;
}

export function PlacesField({ chosen, set }: PlacesFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const typed = text.trim();
  const { value: found = [] } = useAsk(
    isOpen && typed !== ''
      ? async (pinrate, signal) => (await searchPlaces(pinrate, { search: typed }, { signal })).data
      : null,
    [typed],
  );
  const isIndia = 'all of india'.includes(typed.toLowerCase()) || 'everywhere'.startsWith(typed.toLowerCase());
  const options = isOpen ? [...(isIndia ? [EVERYWHERE] : []), ...(typed === '' ? [] : found.map(placeOf))] : [];
  const choose = (place: ChosenPlace | undefined) => {
    if (place === undefined) return;
    const others = chosen.filter(({ kind, name }) => kind !== 'EVERYWHERE' && name !== place.name);
    set(place.kind === 'EVERYWHERE' ? [place] : [...others, place]);
    setText('');
    setIsOpen(false);
    setActive(0);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Backspace' && text === '') return set(chosen.slice(0, -1));
    if (options.length === 0) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % options.length);
    else if (event.key === 'ArrowUp') setActive((active + options.length - 1) % options.length);
    else if (event.key === 'Enter') choose(options[active]);
    else if (event.key === 'Escape') setIsOpen(false);
    else return;
    event.preventDefault();
  };
  return (
    <div class="field combo">
      <label for={id}>Places</label>
      <input
        id={id}
        role="combobox"
        autoComplete="off"
        spellcheck={false}
        value={text}
        placeholder={chosen.length === 0 ? 'Bihar, Pune, 411001, all of India' : 'One more'}
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          setIsOpen(true);
        }}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={press}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Found" hidden={options.length === 0}>
        {options.map((place, at) => (
          <li
            key={`${place.kind} ${place.name}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            // before the field loses the focus
            onMouseDown={(event) => {
              event.preventDefault();
              choose(place);
            }}
          >
            <span>{place.name}</span> <small class="quiet">{KINDS[place.kind]}</small>
          </li>
        ))}
      </ul>
      {chosen.length > 0 && (
        <span class="chips">
          {chosen.slice(0, CHIPS_SHOWN).map((place) => (
            <button
              key={place.name}
              type="button"
              class="chip"
              aria-label={`Without ${place.name}`}
              onClick={() => set(chosen.filter((other) => other !== place))}
            >
              {place.name} <span aria-hidden="true">×</span>
            </button>
          ))}
          {chosen.length > CHIPS_SHOWN && <span class="quiet">and {chosen.length - CHIPS_SHOWN} more</span>}
        </span>
      )}
    </div>
  );
}

const KINDS: Readonly<Record<ChosenPlace['kind'], string>> = {
  EVERYWHERE: 'everywhere',
  STATE: 'state',
  CITY: 'city',
  AREA: 'area',
  PINCODE: 'pincode',
};

function placeOf({ kind, id, name, city, state }: Place): ChosenPlace {
  if (kind === 'PINCODE' || id === null) return { kind: 'PINCODE', name };
  const inCity = kind === 'CITY' || city === null ? '' : `${city}, `;
  return { kind, id, name: kind === 'STATE' ? name : `${name}, ${inCity}${state}` };
}
