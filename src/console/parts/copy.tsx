/** A button that puts a text into the clipboard, and says so. */
import { useState } from 'preact/hooks';

export function Copy({ label, text }: { label: string; text: () => Promise<string> }) {
  const [said, setSaid] = useState('');
  const [shown, setShown] = useState<string | null>(null);
  const copy = async () => {
    let made = '';
    try {
      made = await text();
      await navigator.clipboard.writeText(made);
      setShown(null);
      setSaid('Copied');
    } catch {
      // the browser lets nobody write there: the text is shown to be taken by hand
      setShown(made === '' ? null : made);
      setSaid(made === '' ? 'This did not work. Try again.' : 'Copy this text:');
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
      <span role="status">{said}</span>
      {shown !== null && <textarea class="copied" readOnly rows={4} aria-label={label} value={shown} />}
    </>
  );
}
