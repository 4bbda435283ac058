/** A labelled input with its hint and its fault. */
import { useId } from 'preact/hooks';

interface FieldProps {
  label: string;
  value: string;
  set(text: string): void;
  type?: 'text' | 'date' | 'password' | 'number';
  inputMode?: 'numeric' | 'decimal' | 'text';
  placeholder?: string;
  hint?: string | undefined;
  fault?: string | undefined;
  autoComplete?: string;
  lines?: number;
  /** Of two columns. */
  isWide?: boolean;
}

export function Field({ label, value, set, hint, fault, lines, isWide, type = 'text', ...rest }: FieldProps) {
  const id = useId();
  const note = fault ?? hint;
  const common = {
    id,
    value,
    'aria-invalid': fault !== undefined,
    'aria-describedby': note === undefined ? undefined : `${id}-note`,
    onInput: (event: Event) => set((event.currentTarget as HTMLInputElement).value),
  };
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      {lines === undefined ? (
        // Preact's types want one literal type; a phone would begin an id with a capital
        <input type={type as 'text'} spellcheck={false} autoComplete="off" autoCapitalize="off" {...rest} {...common} />
      ) : (
        <textarea rows={lines} placeholder={rest.placeholder} {...common} />
      )}
      {note !== undefined && (
        <small id={`${id}-note`} class={fault === undefined ? 'quiet' : 'fault'}>
          {note}
        </small>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  set(value: string): void;
  options: readonly (readonly [value: string, text: string])[];
  /** Of two columns. */
  isWide?: boolean;
}

export function Choice({ label, value, set, options, isWide }: ChoiceProps) {
  const id = useId();
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => set(event.currentTarget.value)}>
        {options.map(([of, text]) => (
          <option key={of} value={of}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

interface TickProps {
  label: string;
  checked: boolean;
  disabled?: boolean;
  set(checked: boolean): void;
}

export function Tick({ label, checked, disabled = false, set }: TickProps) {
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}
