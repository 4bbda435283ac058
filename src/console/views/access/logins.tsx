/** The logins: what each may do, when it last asked, and its secrets, which are never shown again. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { listCredentials, patchCredential } from '../../../client/operations.js';
import { useAct } from '../../parts/act.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { useSession } from '../../parts/session.js';
import { Table } from '../../parts/table.js';
import { moment } from '../../parts/words.js';
import { AddLogin } from './add.js';
import { ChangeLogin } from './change.js';
import { nameOf } from '../../shell/credential.js';
import type { Login } from './login.js';
import { RevokeLogin } from './revoke.js';
import { RotateLogin } from './rotate.js';
import { tierInWords } from './scopes.js';

type OpenDialog = { what: 'add' } | { what: 'change' | 'rotate' | 'revoke'; login: Login };

export function Logins() {
  const { session } = useSession();
  const { value, error, isLoading, again } = useAsk(
    async (pinrate, signal) => (await listCredentials(pinrate, {}, { signal })).data,
    [],
  );
  const [opened, setOpened] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<ComponentChildren>(null);
  const close = () => setOpened(null);
  const onDone = (words: string) => {
    setDone(words);
    close();
    again();
  };
  const props = { close, onDone };
  return (
    <section aria-labelledby="logins">
      <h2 id="logins">Logins</h2>
      <p class="row">
        <button type="button" class="main" onClick={() => setOpened({ what: 'add' })}>
          Add login
        </button>
      </p>
      {done !== null && (
        <p class="notice good" role="status">
          {done}
        </p>
      )}
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading the logins …
        </p>
      )}
      {value !== undefined && (
        <LoginTable
          logins={value.toSorted((a, b) => Number(a.kind === 'partner') - Number(b.kind === 'partner'))}
          own={session}
          isOlder={isLoading}
          open={setOpened}
          onDone={onDone}
        />
      )}
      {opened?.what === 'add' && <AddLogin {...props} />}
      {opened?.what === 'change' && <ChangeLogin login={opened.login} {...props} />}
      {opened?.what === 'rotate' && <RotateLogin login={opened.login} {...props} />}
      {opened?.what === 'revoke' && <RevokeLogin login={opened.login} {...props} />}
    </section>
  );
}

interface LoginTableProps {
  logins: readonly Login[];
  own: Pick<Login, 'kind' | 'id'>;
  isOlder: boolean;
  open(dialog: OpenDialog): void;
  onDone(words: string): void;
}

const COLUMNS = ['Login', 'What to do', 'Kind', 'Scopes', 'May ask', 'Last use', 'Secret'];

function LoginTable({ logins, own, isOlder, open, onDone }: LoginTableProps) {
  return (
    <Table name="Logins" columns={COLUMNS} isOlder={isOlder}>
      {logins.map((login) => {
        const { kind, id, scopes, tier, lastUsed, status } = login;
        const isOwn = kind === own.kind && id === own.id;
        const name = nameOf(login);
        return (
          <tr key={`${kind} ${id}`}>
            <th scope="row" class="nowrap">
              {name}
              {isOwn && <small class="quiet"> (yours)</small>}
            </th>
            <td>
              <div class="acts">
                {status === 'INACTIVE' ? (
                  <AllowAgain login={login} onDone={onDone} />
                ) : (
                  <>
                    <button type="button" onClick={() => open({ what: 'change', login })}>
                      Change
                    </button>
                    <button type="button" onClick={() => open({ what: 'rotate', login })}>
                      Rotate
                    </button>
                    <button type="button" onClick={() => open({ what: 'revoke', login })}>
                      Revoke
                    </button>
                  </>
                )}
              </div>
            </td>
            <td>{kind === 'partner' ? 'Courier' : 'System'}</td>
            <td class="words">{scopes.join(', ')}</td>
            <td class="words">{tierInWords(tier)}</td>
            <td class="nowrap">
              {lastUsed === null ? <span class="quiet">not since the start</span> : moment(lastUsed)}
            </td>
            <td>{status === 'INACTIVE' ? <strong>revoked</strong> : <Secrets login={login} />}</td>
          </tr>
        );
      })}
    </Table>
  );
}

/** While two secrets count, until when the old one does. */
function Secrets({ login: { secrets } }: { login: Login }) {
  const ending = secrets.filter(({ notAfter }) => notAfter !== null && Date.parse(notAfter) > Date.now());
  const last = secrets.at(-1);
  return (
    <>
      {last?.notAfter === null && <p>in use</p>}
      {ending.map(({ version, notAfter }) => (
        <p key={version} class="nowrap">
          {secrets.length > 1 ? 'the old one too, until ' : 'until '}
          {moment(notAfter!)}
        </p>
      ))}
      {last?.notAfter !== null && ending.length === 0 && <p class="fault">ended</p>}
    </>
  );
}

function AllowAgain({ login, onDone }: { login: Login; onDone(words: string): void }) {
  const { isActing, error, act } = useAct();
  const allow = (pinrate: Pinrate) => patchCredential(pinrate, login.kind, login.id, { status: 'ACTIVE' });
  return (
    <>
      <button
        type="button"
        disabled={isActing}
        onClick={() => void act(allow, () => onDone(`${nameOf(login)} may ask again, with the secret that it had.`))}
      >
        Allow again
      </button>
      {error !== null && <Fault error={error} />}
    </>
  );
}
