/** The form that takes an id and a secret, and tries them at once. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { PinrateError } from '../../client/error.js';
import { Fault } from '../parts/fault.js';
import { Field, Tick } from '../parts/field.js';
import type { DemoCredential } from './build.js';
import { credentialOf, openSession, type Session, storeCredential } from './credential.js';

interface SignInProps {
  /** As the form takes it; empty: not known. */
  id: string;
  demo: DemoCredential | null;
  onSession(session: Session): void;
}

export function SignIn({ id: known, demo, onSession }: SignInProps) {
  const [id, setId] = useState(known);
  const [secret, setSecret] = useState('');
  const [stays, setStays] = useState(false);
  const [isTrying, setIsTrying] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  useEffect(
    () => form.current?.querySelector<HTMLInputElement>(known === '' ? 'input' : '[type=password]')?.focus(),
    [],
  );
  if (!isSecureContext) return <NotSecure />;

  const sign = async (withId: string, withSecret: string) => {
    setIsTrying(true);
    setError(null);
    try {
      const session = await openSession(await credentialOf(withId, withSecret));
      if (stays) await storeCredential(session);
      setSecret('');
      onSession(session);
    } catch (failure) {
      setError(failure);
    } finally {
      setIsTrying(false);
    }
  };
  const isWrong = error instanceof PinrateError && error.status === 401;
  return (
    <form
      ref={form}
      class="sign-in"
      aria-label="Sign in"
      onSubmit={(event) => {
        event.preventDefault();
        void sign(id, secret);
      }}
    >
      <Field
        label="Id"
        value={id}
        set={setId}
        autoComplete="username"
        hint="A courier’s id begins with partner:, as partner:acme"
      />
      <Field label="Secret" type="password" value={secret} set={setSecret} autoComplete="off" />
      <Tick label="Stay signed in on this computer" checked={stays} set={setStays} />
      <p class="quiet">For 30 days. The secret itself is not kept, only a key that signs and cannot be read.</p>
      {isWrong && (isOfClock(error) ? <WrongClock /> : <WrongSecret />)}
      {error !== null && !isWrong && (error instanceof TypeError ? <NoId /> : <Fault error={error} />)}
      <p class="row">
        <button class="main" disabled={isTrying || id.trim() === '' || secret.trim() === ''}>
          {isTrying ? 'Trying …' : 'Sign in'}
        </button>
        {demo !== null && (
          <button type="button" disabled={isTrying} onClick={() => void sign(demo.id, demo.secret)}>
            Use the demo credential
          </button>
        )}
      </p>
    </form>
  );
}

/** The client corrects a clock that is off by less. */
const isOfClock = ({ details }: PinrateError): boolean =>
  (details as { reason?: string } | null)?.reason === 'TIMESTAMP_OUT_OF_RANGE';

const WrongClock = () => (
  <div class="alert bad" role="alert">
    <p>
      <strong>The clock of this computer is more than two days off.</strong> Set its date and time, then sign in again.
    </p>
  </div>
);

const WrongSecret = () => (
  <div class="alert bad" role="alert">
    <p>
      <strong>The node does not take this id and secret.</strong> Check both; a courier’s id begins with partner:. A
      secret that was rotated or revoked no longer counts: ask who gave it to you for the new one.
    </p>
  </div>
);

const NoId = () => (
  <div class="alert bad" role="alert">
    <p>
      <strong>This is no id.</strong> An id has letters, digits and signs without blanks, as main-system or
      partner:acme.
    </p>
  </div>
);

const NotSecure = () => (
  <div class="alert bad" role="alert">
    <p>
      <strong>This address is not secure, so no secret is taken here.</strong> Others on the network could read along.
    </p>
    <p>Open the console by https, or on the machine of the node at http://127.0.0.1.</p>
  </div>
);
