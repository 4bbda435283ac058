/** The field that takes a file, dropped or chosen. */
import { useId, useState } from 'preact/hooks';
import type { DroppedFile } from './reader.js';

interface SheetFieldProps {
  label?: string;
  /** What is said before there is a file. */
  hint?: string;
  /** Endings. */
  accept?: string;
  file: Pick<DroppedFile, 'name'> | null;
  set(file: DroppedFile): void;
}

export function SheetField({
  label = 'Sheet',
  hint = '.xlsx or CSV; or drop it here',
  accept = '.csv,.tsv,.txt,.xlsx,.xlsm',
  file,
  set,
}: SheetFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const take = async (dropped: File | null | undefined) => {
    if (!dropped) return;
    try {
      const bytes = await dropped.arrayBuffer();
      setFault(null);
      set({ name: dropped.name, bytes });
    } catch {
      setFault(`${dropped.name} cannot be read: it may be a folder, or gone. Drop the file again.`);
    }
  };
  return (
    <div
      class={isOver ? 'field drop over' : 'field drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void take(event.dataTransfer?.files[0]);
      }}
    >
      <label for={id}>{label}</label>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-note`}
        aria-invalid={fault !== null}
        onChange={(event) => {
          void take(event.currentTarget.files?.[0]);
        }}
      />
      <small id={`${id}-note`} class={fault === null ? 'quiet' : 'fault'}>
        {fault ?? (file === null ? hint : `${file.name}; drop a corrected one here`)}
      </small>
    </div>
  );
}
