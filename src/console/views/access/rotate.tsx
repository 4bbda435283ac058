/** A new secret of a login. The old one goes on for a while, so that nothing stops meanwhile. */
import { useState } from 'preact/hooks';
import { PinrateError } from '../../../client/error.js';
import { rotateCredential } from '../../../client/operations.js';
import { OVERLAP_SECONDS } from '../../../limits/rate-limits.js';
import { useAct } from '../../parts/act.js';
import { Dialog } from '../../parts/dialog.js';
import { Fault } from '../../parts/fault.js';
import { Choice, Tick } from '../../parts/field.js';
import { useSession } from '../../parts/session.js';
import { moment } from '../../parts/words.js';
import { nameOf } from '../../shell/credential.js';
import type { Login, LoginDialogProps } from './login.js';
import { NewSecret } from './secret.js';

const OVERLAPS: readonly (readonly [seconds: string, text: string])[] = [
  ['0', 'ends at once'],
  ['3600', 'goes on for an hour'],
  ['86400', 'goes on for a day'],
  ['604800', 'goes on for a week'],
  ['2592000', 'goes on for 30 days'],
];

export function RotateLogin({ login, close, onDone }: LoginDialogProps & { login: Login }) {
  const { session } = useSession();
  const [overlap, setOverlap] = useState(String(OVERLAP_SECONDS));
  const [force, setForce] = useState(false);
  const [made, setMade] = useState<{ secret: string; until: string | null } | null>(null);
  const { isActing, error, act } = useAct();
  const name = nameOf(login);
  const isOwn = session.kind === login.kind && session.id === login.id;
  const isRunning = error instanceof PinrateError && error.code === 'ROTATION_RUNNING';
  const rotate = () =>
    act(
      (pinrate) =>
        rotateCredential(pinrate, login.kind, login.id, { overlapSeconds: Number(overlap) }, { query: { force } }),
      ({ data: { secret, secrets } }) =>
        setMade({ secret: secret!, until: secrets.find(({ notAfter }) => notAfter !== null)?.notAfter ?? null }),
    );
  if (made !== null) {
    const ends =
      made.until === null ? 'The old secret has ended.' : `The old secret goes on until ${moment(made.until)}.`;
    return (
      <Dialog name={`Rotate ${name}`} close={null}>
        <p>{ends}</p>
        <NewSecret name={name} secret={made.secret} done={() => onDone(`${name} has a new secret. ${ends}`)} />
      </Dialog>
    );
  }
  return (
    <Dialog name={`Rotate ${name}`} close={close}>
      <div class="fields">
        <Choice label="The old secret" value={overlap} set={setOverlap} options={OVERLAPS} />
      </div>
      {isOwn && overlap === '0' && (
        <p class="alert warn">You are signed in with it: you will be asked for the new one.</p>
      )}
      {error !== null && !isRunning && <Fault error={error} />}
      {(isRunning || force) && (
        <div class="alert warn" role="alert">
          <p>
            <strong>Two secrets count already.</strong> A third one ends the oldest at once.
          </p>
          <Tick label="End the oldest secret at once" checked={force} set={setForce} />
        </div>
      )}
      <p class="row end">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" class="main" disabled={isActing} onClick={() => void rotate()}>
          {isActing ? 'Rotating …' : 'Rotate'}
        </button>
      </p>
    </Dialog>
  );
}
