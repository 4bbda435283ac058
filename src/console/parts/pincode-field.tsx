/** A pincode, typed as its digits or chosen by the name of its place. */
import { useId, useState } from 'preact/hooks';
import { PinrateError } from '../../client/error.js';
import { useAsk } from './ask.js';
import { placeOf, placesLike } from './places.js';

interface PincodeFieldProps {
  label: string;
  value: string;
  set(text: string): void;
  fault?: string | undefined;
}

const PINCODE = /^[1-9]\d{5}$/;

export function PincodeField({ label, value, set, fault }: PincodeFieldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(0);
  const text = value.trim();
  const isPincode = PINCODE.test(text);
  const isSearched = isOpen && !isPincode && text.length >= 2;
  const { value: places = [] } = useAsk(isSearched ? (pinrate, signal) => placesLike(pinrate, text, signal) : null, [
    text,
  ]);
  const place = useAsk(isPincode ? (pinrate, signal) => placeOf(pinrate, text, signal) : null, [text]);
  const options = isSearched ? places : [];
  const choose = (at: number) => {
    const chosen = options[at];
    if (chosen === undefined) return;
    set(chosen.pincode);
    setIsOpen(false);
  };
  const press = (event: KeyboardEvent) => {
    if (options.length === 0) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % options.length);
    else if (event.key === 'ArrowUp') setActive((active + options.length - 1) % options.length);
    else if (event.key === 'Enter') choose(active);
    else if (event.key === 'Escape') setIsOpen(false);
    else return;
    event.preventDefault();
  };
  const isUnknown = place.error instanceof PinrateError && place.error.status === 404;
  const note = fault ?? (isUnknown ? 'No place has this pincode' : isPincode ? place.value : undefined);
  return (
    <div class="field combo">
      <label for={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        autoComplete="off"
        spellcheck={false}
        placeholder="110001 or Delhi"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-places`}
        aria-autocomplete="list"
        aria-activedescendant={options.length > 0 ? `${id}-${active}` : undefined}
        aria-invalid={fault !== undefined || isUnknown}
        aria-describedby={`${id}-note`}
        value={value}
        onInput={(event) => {
          setIsOpen(true);
          setActive(0);
          set(event.currentTarget.value);
        }}
        onKeyDown={press}
        onBlur={() => setIsOpen(false)}
      />
      <ul id={`${id}-places`} role="listbox" aria-label={`Places for ${label}`} hidden={options.length === 0}>
        {options.map(({ pincode, name }, at) => (
          <li
            key={`${pincode} ${name}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            onMouseDown={(event) => {
              // before the field loses the focus
              event.preventDefault();
              choose(at);
            }}
          >
            <span>{name}</span> <span class="number quiet">{pincode}</span>
          </li>
        ))}
      </ul>
      <small id={`${id}-note`} class={fault === undefined && !isUnknown ? 'quiet' : 'fault'}>
        {note ?? '\u00a0'}
      </small>
    </div>
  );
}
