/** A pincode, typed as its digits or chosen by the name of its place. */
import { useId, useState } from 'preact/hooks';
import { PinrateError } from '../../client/error.js';
import { useAsk } from './ask.js';
import { LIST_PROPS, useCombo } from './combo.js';
import { adviceOf } from './fault.js';
import { type Place, placeOf, placesLike } from './places.js';

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
  const text = value.trim();
  const isPincode = PINCODE.test(text);
  const isName = !isPincode && text.length >= 2;
  const { value: found, error } = useAsk(
    isName ? async (pinrate, signal) => ({ of: text, places: await placesLike(pinrate, text, signal) }) : null,
    [text],
  );
  const place = useAsk(isPincode ? (pinrate, signal) => placeOf(pinrate, text, signal) : null, [text]);
  // those of an earlier text stay in sight until the next ones are there
  const isOlder = isName && found?.of !== text && error === undefined;
  const options = isName && found !== undefined && error === undefined ? found.places : [];
  const isListed = isOpen && options.length > 0;
  const choose = ({ pincode }: Place) => {
    set(pincode);
    setIsOpen(false);
  };
  const combo = useCombo({ options, isOpen, isOlder, choose, close: () => setIsOpen(false) });
  const isUnknown = isPincode
    ? place.error instanceof PinrateError && place.error.status === 404
    : isName && found?.of === text && options.length === 0;
  const unknown = isPincode ? 'No place has this pincode' : 'No place is called that';
  const failed = isPincode ? place.error : isName ? error : undefined;
  const unread = failed instanceof PinrateError ? `Places are not found now. ${adviceOf(failed)}` : undefined;
  const wrong = fault ?? (isUnknown ? unknown : unread);
  return (
    <div class="field combo">
      <label for={id}>{label}</label>
      <input
        id={id}
        role="combobox"
        autoComplete="off"
        spellcheck={false}
        placeholder="110001 or Delhi"
        aria-expanded={isListed}
        aria-controls={`${id}-places`}
        aria-autocomplete="list"
        aria-activedescendant={isListed ? `${id}-${combo.active}` : undefined}
        aria-invalid={fault !== undefined || isUnknown}
        aria-describedby={`${id}-note`}
        value={value}
        onInput={(event) => {
          setIsOpen(true);
          combo.restart();
          set(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          // digits that are missing are not guessed
          if (event.key !== 'Tab' || !/^\d*$/.test(text)) combo.onKeyDown(event);
        }}
        onBlur={() => setIsOpen(false)}
      />
      <ul id={`${id}-places`} role="listbox" aria-label={`Places for ${label}`} hidden={!isListed} {...LIST_PROPS}>
        {options.map((option, at) => (
          <li
            key={`${option.pincode} ${option.name}`}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === combo.active}
            onMouseDown={() => choose(option)}
          >
            <span>{option.name}</span> <span class="number quiet">{option.pincode}</span>
          </li>
        ))}
      </ul>
      <small id={`${id}-note`} class={wrong === undefined ? 'quiet' : 'fault'}>
        {wrong ?? ((isPincode && place.value) || '\u00a0')}
      </small>
    </div>
  );
}
