/** A button that saves a sheet of what is shown. */
import { csvLine } from '../../csv.js';

/** @param name with its ending */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser has taken it by then
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

interface DownloadProps {
  label?: string;
  /** Without its ending. */
  file: string;
  /** The headings first. */
  rows: () => readonly (readonly string[])[];
}

export function Download({ label = 'Download CSV', file, rows }: DownloadProps) {
  const save = () => {
    // spreadsheets take the text for UTF-8 only by this mark
    const text = `\ufeff${rows()
      .map((cells) => `${csvLine(cells)}\r\n`)
      .join('')}`;
    saveFile(`${file}.csv`, new Blob([text], { type: 'text/csv' }));
  };
  return (
    <button type="button" onClick={save}>
      {label}
    </button>
  );
}
