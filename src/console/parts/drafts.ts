/** Typed texts that must outlive a reload, a refusal and a new build: in this tab's storage, by credential. */
import { useState } from 'preact/hooks';
import { useSession } from './session.js';

const PREFIX = 'draft ';

/** `null` drops it. A function makes it of the present text, which may be a later one than that of the last drawing. */
type DraftChange = string | null | ((present: string) => string);

/** A typed text. @param name names its field within the console */
export function useDraft(name: string, initial = ''): [text: string, set: (next: DraftChange) => void] {
  const drafts = useDrafts();
  const [text, setText] = useState(() => drafts.get(name) ?? initial);
  return [
    text,
    (change) => {
      const next = typeof change === 'function' ? change(drafts.get(name) ?? initial) : change;
      setText(next ?? initial);
      drafts.set(name, next);
    },
  ];
}

/** Drafts whose names are known only later. */
export function useDrafts(): { get(name: string): string | null; set(name: string, text: string | null): void } {
  const { session } = useSession();
  const keyOf = (name: string): string => `${PREFIX}${session.kind}:${session.id} ${name}`;
  return {
    get: (name) => sessionStorage.getItem(keyOf(name)),
    set: (name, text) =>
      text === null ? sessionStorage.removeItem(keyOf(name)) : sessionStorage.setItem(keyOf(name), text),
  };
}

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
