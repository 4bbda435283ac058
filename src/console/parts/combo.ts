/** The keys of a field with a list of what was found for its text. */
import { useLayoutEffect, useState } from 'preact/hooks';

interface ComboList<Option> {
  /** What is found for the text, the best first. */
  options: readonly Option[];
  isOpen: boolean;
  /** The options are those of an earlier text: the present one is on its way to the node. */
  isOlder: boolean;
  choose(option: Option): void;
  close(): void;
}

export interface Combo {
  /** Of the option that Enter chooses. */
  active: number;
  onKeyDown(event: KeyboardEvent): void;
  /** Another text: the best of its options is the active one. */
  restart(): void;
}

/** Of the list: the focus stays in the field. Browsers make a stop of Tab of a list that scrolls. */
export const LIST_PROPS = { tabIndex: -1, onMouseDown: (event: MouseEvent) => event.preventDefault() };

/**
 * Arrows go through the list, Enter and Tab choose, Escape closes. A person who types fast presses Enter before the
 * options of the text are there: the best of them is chosen as they come, never one of an earlier text.
 */
export function useCombo<Option>({ options, isOpen, isOlder, choose, close }: ComboList<Option>): Combo {
  const [active, setActive] = useState(0);
  const [isWaiting, setIsWaiting] = useState(false);
  const take = (option: Option | undefined): void => {
    setActive(0);
    setIsWaiting(false);
    if (option !== undefined) choose(option);
  };
  // at once: a key that comes before would be of another drawing
  useLayoutEffect(() => {
    if (isWaiting && !isOlder) take(options[0]);
  }, [isWaiting, isOlder]);
  return {
    active,
    restart() {
      setActive(0);
      setIsWaiting(false);
    },
    onKeyDown(event) {
      const { key } = event;
      if (!isOpen) return;
      const isChoice = key === 'Enter' || (key === 'Tab' && !event.shiftKey);
      if (isOlder && isChoice) setIsWaiting(true);
      else if (options.length === 0) return;
      else if (key === 'ArrowDown') setActive((active + 1) % options.length);
      else if (key === 'ArrowUp') setActive((active + options.length - 1) % options.length);
      else if (isChoice) take(options[active]);
      else if (key === 'Escape') close();
      else return;
      // the next field is where Tab goes all the same
      if (key !== 'Tab') event.preventDefault();
    },
  };
}
