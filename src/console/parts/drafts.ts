/** Typed texts that must outlive a reload, a refusal and a new build: in this tab's storage, by credential. */
import { useState } from 'preact/hooks';
import { useSession } from './session.js';

const PREFIX = 'draft ';

/** A typed text. @param name names its field within the console; `null` drops the draft */
export function useDraft(name: string, initial = ''): [text: string, set: (text: string | null) => void] {
  const { session } = useSession();
  const key = `${PREFIX}${session.kind}:${session.id} ${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? initial);
  return [
    text,
    (next) => {
      setText(next ?? initial);
      if (next === null) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
    },
  ];
}

export function forgetDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}
