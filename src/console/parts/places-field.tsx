/** Several places, found by what people type: states, cities, areas, pincodes, or all of India. */
import { useId, useState } from 'preact/hooks';
import { searchPlaces } from '../../client/operations.js';
import type { Place } from '../../contract/places.js';
import { useAsk } from './ask.js';
import { LIST_PROPS, useCombo } from './combo.js';

/** `everywhere` is all of India, next to which no other place is named. */
export type ChosenPlace =
  | { kind: 'EVERYWHERE'; name: string }
  | { kind: 'PINCODE'; name: string }
  | { kind: 'STATE' | 'CITY' | 'AREA'; id: number; name: string };

export const EVERYWHERE: ChosenPlace = { kind: 'EVERYWHERE', name: 'All of India' };

const INDIA_NAMES = ['all of india', 'india', 'everywhere'];
const CHIPS_SHOWN = 30;

interface PlacesFieldProps {
  chosen: readonly ChosenPlace[];
  /** Of the places chosen by then, which may be others than those of the last drawing. */
  change(of: (chosen: readonly ChosenPlace[]) => readonly ChosenPlace[]): void;
}

export function PlacesField({ chosen, change }: PlacesFieldProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const typed = text.trim();
  const { value: found, error } = useAsk(
    typed === ''
      ? null
      : async (pinrate, signal) => {
          const { data } = await searchPlaces(pinrate, { search: typed }, { signal });
          return { of: typed, places: data };
        },
    [typed],
  );
  const isIndia = typed !== '' && INDIA_NAMES.some((name) => name.startsWith(typed.toLowerCase()));
  const places = typed === '' || found === undefined || error !== undefined ? [] : found.places.map(placeOf);
  const options = [...(isIndia ? [EVERYWHERE] : []), ...places];
  const isListed = isOpen && options.length > 0;
  const choose = (place: ChosenPlace) => {
    change((present) => {
      const others = present.filter(({ kind, name }) => kind !== 'EVERYWHERE' && name !== place.name);
      return place.kind === 'EVERYWHERE' ? [place] : [...others, place];
    });
    setText('');
    setIsOpen(false);
  };
  const isOlder = typed !== '' && found?.of !== typed && error === undefined;
  const isUnknown = typed !== '' && !isOlder && !isIndia && found?.places.length === 0;
  const combo = useCombo({ options, isOpen, isOlder, choose, close: () => setIsOpen(false) });
  const { active } = combo;
  const note = isUnknown ? 'No place is called that' : 'Not chosen yet: choose it from the list';
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
        aria-expanded={isListed}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isListed ? `${id}-${active}` : undefined}
        aria-invalid={isUnknown}
        aria-describedby={`${id}-note`}
        onInput={(event) => {
          setText(event.currentTarget.value);
          combo.restart();
          setIsOpen(true);
        }}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && text === '') change((present) => present.slice(0, -1));
          else combo.onKeyDown(event);
        }}
      />
      <ul id={`${id}-list`} role="listbox" aria-label="Found" hidden={!isListed} {...LIST_PROPS}>
        {options.map((place, at) => (
          <li
            key={`${place.kind} ${place.name}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            onMouseDown={() => choose(place)}
          >
            <span>{place.name}</span> <small class="quiet">{KINDS[place.kind]}</small>
          </li>
        ))}
      </ul>
      {(isUnknown || (typed !== '' && !isOpen && !isOlder)) && (
        <small id={`${id}-note`} class="fault">
          {note}
        </small>
      )}
      {chosen.length > 0 && (
        <span class="chips">
          {chosen.slice(0, CHIPS_SHOWN).map((place) => (
            <button
              key={place.name}
              type="button"
              class="chip"
              aria-label={`Without ${place.name}`}
              onClick={() => change((present) => present.filter(({ name }) => name !== place.name))}
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
