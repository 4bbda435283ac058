/** Typed texts that must outlive a reload, a refusal and a new build: in this tab's storage, by credential. */
import { useState } from 'preact/hooks';
import { useSession } from './session.js';

const PREFIX = 'draft ';

/** A typed text. @param name names its field within the console; `null` drops the draft */
export function useDraft(name: string, initial = ''): [text: string, set: (text: string | null) => void] {
  const drafts = useDrafts();
  const [text, setText] = useState(() => drafts.get(name) ?? initial);
  return [
    text,
    (next) => {
      setText(next ?? initial);
      drafts.set(name, next);
    },
  ];
}

/**
 * The values of a form as one draft. What is set changes the values of now, whatever the last drawing had.
 * @param initial what counts unless set
 */
export function useDraftValues<T extends object>(
  name: string,
  initial: T,
): { values: T; set(changed: Partial<T>): void; forget(): void } {
  const drafts = useDrafts();
  const [text, setText] = useDraft(name);
  const valuesOf = (draft: string): T => ({ ...initial, ...(draft !== '' && (JSON.parse(draft) as T)) });
  return {
    values: valuesOf(text),
    set: (changed) => setText(JSON.stringify({ ...valuesOf(drafts.get(name) ?? ''), ...changed })),
    forget: () => setText(null),
  };
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
