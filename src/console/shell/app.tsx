/** The frame around all pages: who has signed in, where to go, and what is wrong with the page itself. */
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { MINUTE_MS } from '../../domain/calendar.js';
import { PinrateError } from '../../client/error.js';
import { Dialog } from '../parts/dialog.js';
import { forgetDrafts } from '../parts/drafts.js';
import { Fault } from '../parts/fault.js';
import { go, Link, useAddress } from '../parts/location.js';
import { ROOT } from '../parts/paths.js';
import { durationInWords } from '../parts/words.js';
import { SessionContext } from '../parts/session.js';
import { askForBuild, useBuild } from './build.js';
import { forgetCredential, nameOf, openSession, type Session, storedCredential } from './credential.js';
import type { PageProps } from '../parts/page.js';
import { type Page, PAGES, pagesFor } from './pages.js';
import { Search } from './search.js';
import { Shortcuts } from './shortcuts.js';
import { SignIn } from './sign-in.js';

/** All tabs of this origin hear of a sign-out. */
const tabs = new BroadcastChannel('pinrate-signed-out');
/** Less is of no interest to anybody. */
const CLOCK_SAID_MS = MINUTE_MS;

type State =
  | { phase: 'opening' }
  | { phase: 'closed'; id: string; error: unknown }
  | { phase: 'open'; session: Session; isExpired: boolean };

export function App() {
  const { demo, isOld } = useBuild();
  const [state, setState] = useState<State>({ phase: 'opening' });
  const close = () => {
    forgetDrafts();
    setState({ phase: 'closed', id: '', error: null });
  };
  const open = async () => {
    setState({ phase: 'opening' });
    const stored = await storedCredential();
    if (stored === null) return setState({ phase: 'closed', id: '', error: null });
    try {
      setState({ phase: 'open', session: await openSession(stored), isExpired: false });
    } catch (error) {
      const isRefused = error instanceof PinrateError && error.status === 401;
      setState({ phase: 'closed', id: nameOf(stored), error: isRefused ? null : error });
    }
  };
  useEffect(() => {
    tabs.onmessage = close;
    void open();
  }, []);
  const signOut = async () => {
    await forgetCredential();
    tabs.postMessage(null);
    close();
  };
  const onSession = (session: Session) => setState({ phase: 'open', session, isExpired: false });
  const reload = isOld && (
    <div class="notice" role="status">
      The node has a newer console. What was typed stays.
      <button type="button" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  );
  if (state.phase === 'opening') return <main class="lone" aria-busy="true" />;
  if (state.phase === 'closed')
    return (
      <main class="lone">
        {reload}
        <h1>pinrate</h1>
        <p class="quiet">Rates, couriers and their history. Sign in with your id and secret.</p>
        {state.error !== null && <Fault error={state.error} again={() => void open()} />}
        <SignIn key={state.id} id={state.id} demo={demo} onSession={onSession} />
      </main>
    );
  const { session, isExpired } = state;
  const expire = () => setState((now) => (now.phase === 'open' ? { ...now, isExpired: true } : now));
  return (
    <SessionContext.Provider value={{ session, expire }}>
      <Frame session={session} signOut={() => void signOut()} notice={reload} />
      {isExpired && (
        <Dialog name="Sign in again" close={null}>
          <p>The node no longer takes your credential. This page stays as it is, and nothing is lost.</p>
          <SignIn id={nameOf(session)} demo={demo} onSession={onSession} />
          <p class="row end">
            <button type="button" onClick={() => void signOut()}>
              Sign out instead
            </button>
          </p>
        </Dialog>
      )}
    </SessionContext.Provider>
  );
}

interface FrameProps {
  session: Session;
  signOut(): void;
  notice: preact.ComponentChildren;
}

function Frame({ session, signOut, notice }: FrameProps) {
  const address = useAddress();
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const isService = session.kind === 'service';
  const pages = pagesFor(session.scopes, isService);
  const linked = pages.filter(({ name }) => name !== null);
  const [first = '', ...parts] = address.pathname
    .slice(ROOT.length + 1)
    .split('/')
    .map(decoded);
  const page = pages.find(({ path }) => path === first);
  useEffect(() => {
    if (first === '' && linked[0] !== undefined) go(`/${linked[0].path}`, true);
  }, [first]);
  useEffect(() => setIsMenuOpen(false), [address.pathname]);
  return (
    <>
      <header>
        <Link to="/" class="brand">
          pinrate
        </Link>
        <button
          type="button"
          class="menu"
          aria-expanded={isMenuOpen}
          aria-controls="main-navigation"
          onClick={() => setIsMenuOpen(!isMenuOpen)}
        >
          Menu
        </button>
        <nav id="main-navigation" aria-label="Main" class={isMenuOpen ? 'open' : ''}>
          {linked.map(({ path, name }) => (
            <Link key={path} to={`/${path}`} aria-current={path === first ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
        <Search box={search} />
        <span class="who" title={`Signed in as ${nameOf(session)}`}>
          {nameOf(session)}
        </span>
        <button type="button" class="plain" onClick={signOut}>
          Sign out
        </button>
      </header>
      <main>
        {notice}
        <Clock session={session} />
        {page === undefined ? (
          first !== '' && (
            <NoPage key={first} page={PAGES.find(({ path }) => path === first) ?? null} session={session} />
          )
        ) : (
          <LoadedPage key={page.path} page={page} parts={parts} query={address.searchParams} />
        )}
      </main>
      <Shortcuts pages={linked} search={() => search.current?.focus()} />
    </>
  );
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function LoadedPage({ page, ...props }: PageProps & { page: Page }) {
  const [loaded, setLoaded] = useState<{ of: ComponentType<PageProps> } | { isMissing: true } | null>(null);
  const load = () => {
    setLoaded(null);
    import('../views/views.js').then(
      ({ VIEWS }) => setLoaded({ of: VIEWS[page.path]! }),
      () => {
        askForBuild();
        setLoaded({ isMissing: true });
      },
    );
  };
  useEffect(load, []);
  if (loaded === null) return <p class="quiet" aria-busy="true" />;
  if ('of' in loaded) return <loaded.of {...props} />;
  return (
    <div class="alert bad" role="alert">
      <p>
        <strong>A part of this page could not be loaded.</strong> The node is away, or has a newer console.
      </p>
      <p class="row">
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </div>
  );
}

/** A clock that is off makes no difference to requests; to what people type it may. */
function Clock({ session }: { session: Session }) {
  const offMs = session.pinrate.signer.clockDifferenceMs;
  if (Math.abs(offMs) < CLOCK_SAID_MS) return null;
  const seconds = Math.round(Math.abs(offMs) / 1_000);
  return (
    <div class="notice" role="status">
      The clock of this computer is {durationInWords(seconds)} {offMs > 0 ? 'behind' : 'ahead of'} the node’s. Requests
      go by the node’s clock; correct yours when you can.
    </div>
  );
}

/** @param page null: no page has this address */
function NoPage({ page, session: { kind, scopes } }: { page: Page | null; session: Session }) {
  useEffect(() => {
    document.title = 'pinrate';
  }, []);
  const why =
    page === null
      ? 'The address may have a mistake.'
      : kind === 'partner'
        ? 'This page is for the house; a courier’s login sees what is its own.'
        : `Your credential lacks the scope “${page.scope}”. A person with the scope “admin” can add it.`;
  return (
    <>
      <h1>{page === null ? 'There is no such page' : 'Not for this credential'}</h1>
      <p>{why}</p>
      {scopes.has('quote') && (
        <p>
          <Link to="/rate">Go to Rate</Link>
        </p>
      )}
    </>
  );
}
