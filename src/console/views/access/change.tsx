/** Other scopes or another tier of a login, from its next request on. */
import { useState } from 'preact/hooks';
import { patchCredential } from '../../../client/operations.js';
import { useAct } from '../../parts/act.js';
import { Dialog } from '../../parts/dialog.js';
import { Fault } from '../../parts/fault.js';
import { Tick } from '../../parts/field.js';
import { nameOf } from '../../shell/credential.js';
import type { Login, LoginDialogProps } from './login.js';
import { ScopeBoxes, TierChoice } from './scopes.js';

export function ChangeLogin({ login, close, onDone }: LoginDialogProps & { login: Login }) {
  const [scopes, setScopes] = useState(login.scopes);
  const [tier, setTier] = useState(login.tier);
  const [requireBodyHash, setRequireBodyHash] = useState(login.requireBodyHash);
  const { isActing, error, act } = useAct();
  const name = nameOf(login);
  const save = () =>
    act(
      (pinrate) => patchCredential(pinrate, login.kind, login.id, { scopes, tier, requireBodyHash }),
      () => onDone(`${name} may now: ${scopes.join(', ')}.`),
    );
  return (
    <Dialog name={`Change ${name}`} close={close}>
      <ScopeBoxes kind={login.kind} scopes={scopes} set={setScopes} />
      <div class="fields">
        <TierChoice tier={tier} set={setTier} />
      </div>
      <Tick label="Every request must sign its body" checked={requireBodyHash} set={setRequireBodyHash} />
      {error !== null && <Fault error={error} />}
      <p class="row end">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" class="main" disabled={isActing || scopes.length === 0} onClick={() => void save()}>
          {isActing ? 'Saving …' : 'Save'}
        </button>
      </p>
    </Dialog>
  );
}
