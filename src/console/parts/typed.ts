/** The typed texts of a form as one draft. */
import { useDraft } from './drafts.js';

interface TypedForm<T> {
  typed: T;
  set<K extends keyof T>(name: K): (text: string) => void;
  /** The draft goes: it is sent. */
  forget(): void;
}

/** @param name of the draft @param initial the texts before anything is typed */
export function useTyped<T extends Record<string, string>>(name: string, initial: T): TypedForm<T> {
  const [text, setText] = useDraft(name, JSON.stringify(initial));
  const typed = JSON.parse(text) as T;
  return {
    typed,
    set: (field) => (value) => setText(JSON.stringify({ ...typed, [field]: value })),
    forget: () => setText(null),
  };
}
