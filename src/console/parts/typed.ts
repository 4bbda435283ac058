/** What is typed into the fields of a form, as one draft. */
import { useMemo } from 'preact/hooks';
import { useDraft } from './drafts.js';

/** A choice's value comes as text. */
type FieldValue<T> = T extends string ? string : T;

interface TypedForm<T> {
  /** The same object until a field is another one. */
  typed: T;
  /** Changes one field. The others stay as they are by then, even if they were typed since the last drawing. */
  set<K extends keyof T>(name: K): (value: FieldValue<T[K]>) => void;
  /** The draft goes: it is sent. */
  forget(): void;
}

/** @param name of the draft @param initial the values before anything is typed, as JSON takes them */
export function useTyped<T extends object>(name: string, initial: T): TypedForm<T> {
  const [text, setText] = useDraft(name, JSON.stringify(initial));
  const read = (draft: string): T => ({ ...initial, ...(JSON.parse(draft) as T) });
  return {
    typed: useMemo(() => read(text), [text]),
    set: (field) => (value) => setText((present) => JSON.stringify({ ...read(present), [field]: value })),
    forget: () => setText(null),
  };
}
