/** Keys: `/` searches, `g` and a letter goes to a page, `?` shows them and switches them off. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { Tick } from '../parts/field.js';
import { go } from '../parts/location.js';
import type { Page } from './pages.js';

const OFF = 'shortcuts-off';
const SECOND_KEY_MS = 1_500;

interface ShortcutsProps {
  pages: readonly Page[];
  search(): void;
}

export function Shortcuts({ pages, search }: ShortcutsProps) {
  const [isShown, setIsShown] = useState(false);
  const [isOff, setIsOff] = useState(localStorage.getItem(OFF) !== null);
  const goPressedAt = useRef(-Infinity);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') !== null) return;
      // it must stay reachable, to switch the others on again
      if (event.key === '?') setIsShown(true);
      else if (isOff) return;
      else if (event.key === '/') search();
      else if (event.key === 'g') goPressedAt.current = event.timeStamp;
      else {
        const page =
          event.timeStamp - goPressedAt.current < SECOND_KEY_MS && pages.find(({ key }) => key === event.key);
        if (!page) return;
        go(`/${page.path}`);
      }
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  if (!isShown) return null;
  const switchOff = (off: boolean) => {
    if (off) localStorage.setItem(OFF, '1');
    else localStorage.removeItem(OFF);
    setIsOff(off);
  };
  return (
    <Dialog name="Keyboard" close={() => setIsShown(false)}>
      <dl class="keys">
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>Search</dd>
        {pages.map(({ path, name, key }) => [
          <dt key={`${path}-key`}>
            <kbd>g</kbd> <kbd>{key}</kbd>
          </dt>,
          <dd key={path}>{name}</dd>,
        ])}
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>These keys</dd>
      </dl>
      <Tick label="Keys are on" checked={!isOff} set={(on) => switchOff(!on)} />
      <p class="row end">
        <button type="button" onClick={() => setIsShown(false)}>
          Close
        </button>
      </p>
    </Dialog>
  );
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement
  && target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null;
