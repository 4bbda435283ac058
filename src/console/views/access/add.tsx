/** A new login: its form, then its secret, once. */
import { useState } from 'preact/hooks';
import { createCredential } from '../../../client/operations.js';
import { type Scope, SCOPES, mayHave, scopesOfNew } from '../../../model/scopes.js';
import { useAct } from '../../parts/act.js';
import { Dialog } from '../../parts/dialog.js';
import { useDraft } from '../../parts/drafts.js';
import { Fault } from '../../parts/fault.js';
import { Choice, Field } from '../../parts/field.js';
import { nameOf } from '../../shell/credential.js';
import type { Login, LoginDialogProps } from './login.js';
import { ScopeBoxes, TierChoice } from './scopes.js';
import { NewSecret } from './secret.js';

const ID = /^[A-Za-z0-9_-]{3,50}$/;
const HINTS = {
  partner: 'The courier’s id, as dharaline-surface; it signs in as partner:dharaline-surface',
  service: 'As checkout or billing; what its programs send as x-service-id',
};

export function AddLogin({ close, onDone }: LoginDialogProps) {
  const [kindText, setKind] = useDraft('login kind', 'partner');
  const [id, setId] = useDraft('login id');
  const [scopeText, setScopes] = useDraft('login scopes', 'usual');
  const [tier, setTier] = useDraft('login tier', 'TIER_1');
  const { isActing, error, act } = useAct();
  const [secret, setSecret] = useState<string | null>(null);
  const kind: Login['kind'] = kindText === 'service' ? 'service' : 'partner';
  const scopes: readonly Scope[] =
    scopeText === 'usual'
      ? scopesOfNew(kind)
      : SCOPES.filter((scope) => scopeText.split(',').includes(scope) && mayHave(kind, scope));
  const login = { kind, id: id.trim() };
  const isWrong = login.id !== '' && !ID.test(login.id);
  const forget = () => {
    for (const drop of [setKind, setId, setScopes, setTier]) drop(null);
  };
  const create = () =>
    act(
      (pinrate) => createCredential(pinrate, { ...login, tier: tier as Login['tier'], scopes: [...scopes] }),
      ({ data }) => setSecret(data.secret),
    );
  if (secret !== null)
    return (
      <Dialog name="Add login" close={null}>
        <NewSecret
          name={nameOf(login)}
          secret={secret}
          done={() => {
            forget();
            onDone(`${nameOf(login)} was added.`);
          }}
        />
      </Dialog>
    );
  const leave = () => {
    forget();
    close();
  };
  return (
    <Dialog name="Add login" close={leave}>
      <form
        class="sign-in"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <div class="fields">
          <Choice
            label="Kind"
            value={kind}
            set={setKind}
            options={[
              ['partner', 'Courier'],
              ['service', 'System'],
            ]}
          />
          <Field
            label="Id"
            value={id}
            set={setId}
            hint={HINTS[kind]}
            fault={isWrong ? '3 to 50 letters, digits, _ and -' : undefined}
          />
          <TierChoice tier={tier as Login['tier']} set={setTier} />
        </div>
        <ScopeBoxes kind={kind} scopes={scopes} set={(chosen) => setScopes(chosen.join(','))} />
        {error !== null && <Fault error={error} />}
        <p class="row end">
          <button type="button" onClick={leave}>
            Cancel
          </button>
          <button class="main" disabled={isActing || !ID.test(login.id) || scopes.length === 0}>
            {isActing ? 'Creating …' : 'Create'}
          </button>
        </p>
      </form>
    </Dialog>
  );
}
