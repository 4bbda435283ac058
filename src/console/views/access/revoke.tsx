/** The end of a login. */
import { revokeCredential } from '../../../client/operations.js';
import { useAct } from '../../parts/act.js';
import { Dialog } from '../../parts/dialog.js';
import { Fault } from '../../parts/fault.js';
import { useSession } from '../../parts/session.js';
import { nameOf } from '../../shell/credential.js';
import type { Login, LoginDialogProps } from './login.js';

export function RevokeLogin({ login, close, onDone }: LoginDialogProps & { login: Login }) {
  const { session } = useSession();
  const { isActing, error, act } = useAct();
  const name = nameOf(login);
  const isOwn = session.kind === login.kind && session.id === login.id;
  const revoke = () =>
    act(
      (pinrate) => revokeCredential(pinrate, login.kind, login.id),
      () => onDone(`${name} was revoked: its requests are refused.`),
    );
  return (
    <Dialog name={`Revoke ${name}`} close={close}>
      <p>From now on, every request of {name} is refused: by this node at once, by others within moments.</p>
      {isOwn && <p class="alert warn">You are signed in with it: you will be asked for another one.</p>}
      {error !== null && <Fault error={error} />}
      <p class="row end">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" class="main" disabled={isActing} onClick={() => void revoke()}>
          {isActing ? 'Revoking …' : 'Revoke'}
        </button>
      </p>
    </Dialog>
  );
}
