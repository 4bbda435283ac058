/** A new secret, shown this once: it is in no storage, and gone with its dialog. */
import { useEffect, useId, useRef } from 'preact/hooks';
import { Copy } from '../../parts/copy.js';

export function NewSecret({ name, secret, done }: { name: string; secret: string; done(): void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <>
      <p>
        The secret of <strong>{name}</strong>. Nobody can show it again: copy it now, and hand it over by a way that
        others do not read.
      </p>
      <div class="field">
        <label for={id}>Secret</label>
        <input id={id} ref={field} readOnly autoComplete="off" spellcheck={false} class="copied" value={secret} />
      </div>
      <p class="row end">
        <Copy label="Copy the secret" text={async () => secret} />
        <button type="button" class="main" onClick={done}>
          Done
        </button>
      </p>
    </>
  );
}
