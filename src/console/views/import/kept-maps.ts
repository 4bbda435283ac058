/**
 * What people said of columns and words, kept in this browser by courier: proposed for the same headings, never used
 * unasked.
 */
import { type Dispatch, type StateUpdater, useEffect, useRef } from 'preact/hooks';
import type { SeenColumn } from '../../../sheets/tables/look.js';
import { useDrafts } from '../../parts/drafts.js';
import type { Choices } from '../../reader/messages.js';

/** Equal for sheets with the same headings in the same columns. */
export const headingsMark = (columns: readonly SeenColumn[]): string =>
  columns.map(({ letters, title }) => `${letters} ${title.trim().toLowerCase()}`).join('\n');

const nameOf = (kind: string, partner: string, mark: string): string => `sheet ${partner} ${kind} ${mark}`;

/** @param kind of an import, or what a sheet is for an invoice @returns null: such a sheet had no choices */
export function keptChoices(kind: string, partner: string, mark: string): Choices | null {
  const text = localStorage.getItem(nameOf(kind, partner, mark));
  return text === null ? null : choicesOf(text);
}

export function keepChoices(kind: string, partner: string, mark: string, choices: Choices): void {
  if (Object.keys(choices).length === 0) return;
  localStorage.setItem(nameOf(kind, partner, mark), JSON.stringify(choices));
}

/** null: others may have written there. */
export function choicesOf(text: string): Choices | null {
  try {
    const found: unknown = JSON.parse(text);
    if (found === null || typeof found !== 'object') return null;
    const isSound = Object.entries(found).every(
      ([name, field]) => /^(?:[A-Z]{1,3}$|status:|partner:)/.test(name) && typeof field === 'string',
    );
    return isSound ? (found as Choices) : null;
  } catch {
    return null;
  }
}

export interface KeptChoices {
  /** What was chosen for such a sheet before; null: nothing, or something is chosen already. */
  proposed: Choices | null;
  /** In addition to what is chosen already. A reload loses nothing of it. */
  choose(more: Choices): void;
  /** Another sheet is read. */
  forget(): void;
  /** The sheet was imported. */
  keep(): void;
}

/** @param columns null: nothing is read yet */
export function useKeptChoices(
  kind: string,
  partner: string,
  columns: readonly SeenColumn[] | null,
  [choices, setChoices]: readonly [Choices, Dispatch<StateUpdater<Choices>>],
): KeptChoices {
  const drafts = useDrafts();
  const mark = columns === null ? null : headingsMark(columns);
  const draft = `columns of ${partner} ${kind} ${mark}`;
  // what was chosen before a reload is as typed
  const restored = useRef('');
  useEffect(() => {
    if (mark === null || restored.current === draft) return;
    restored.current = draft;
    const before = choicesOf(drafts.get(draft) ?? '');
    if (before !== null) setChoices(before);
  }, [draft]);
  return {
    proposed: mark === null || Object.keys(choices).length > 0 ? null : keptChoices(kind, partner, mark),
    choose: (more) => {
      setChoices((present) => ({ ...present, ...more }));
      drafts.set(draft, JSON.stringify({ ...choicesOf(drafts.get(draft) ?? ''), ...more }));
    },
    forget: () => {
      setChoices({});
      restored.current = '';
    },
    keep: () => {
      if (mark !== null) keepChoices(kind, partner, mark, choices);
      drafts.set(draft, null);
    },
  };
}
