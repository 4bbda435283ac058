/** The search box: a parcel's question, a change, a courier, a place, a shipment. */
import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { PinrateError } from '../../client/error.js';
import { listPartners } from '../../client/operations.js';
import { isSignedOut } from '../parts/ask.js';
import { adviceOf } from '../parts/fault.js';
import { go } from '../parts/location.js';
import { useSession } from '../parts/session.js';
import { placesLike } from '../parts/places.js';
import { pageNamed, pagesFor } from './pages.js';
import { destinationOf, shipmentOf } from './search-text.js';

const UNKNOWN =
  'Nothing is called that. Try the name of a courier, a place or a page; the number of a shipment or of a '
  + 'change; a pincode; or two pincodes with a weight: 110001 560001 500g.';

export function Search({ box }: { box: Ref<HTMLInputElement> }) {
  const { session, expire } = useSession();
  const [text, setText] = useState('');
  /** Why the text leads nowhere; null: it does, or nobody has asked. */
  const [refusal, setRefusal] = useState<string | null>(null);

  /** A courier by id or name, else the pincode of a place, else a shipment. */
  const named = async (name: string): Promise<string | null> => {
    const { kind, pinrate, scopes } = session;
    const page = pageNamed(name, pagesFor(scopes, kind === 'service'));
    if (page !== undefined) return `/${page.path}`;
    if (!scopes.has('read')) return null;
    const { data: couriers } = await listPartners(pinrate, { search: name, limit: 1 });
    if (couriers[0] !== undefined) return `/couriers/${couriers[0].partnerId}`;
    const [place] = await placesLike(pinrate, name);
    if (place !== undefined) return `/pincodes/${place.pincode}`;
    return kind === 'service' ? shipmentOf(name) : null;
  };
  const search = async () => {
    const typed = text.trim();
    if (typed === '') return;
    try {
      const to = destinationOf(typed) ?? (typed.length < 2 ? null : await named(typed));
      if (to === null) return setRefusal(UNKNOWN);
      setText('');
      go(to);
    } catch (error) {
      if (isSignedOut(error)) expire();
      else setRefusal(error instanceof PinrateError ? adviceOf(error) : String(error));
    }
  };
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void search();
        }}
      >
        <input
          ref={box}
          type="search"
          aria-label="Search"
          aria-describedby={refusal === null ? undefined : 'search-note'}
          placeholder="Courier, place, AWB"
          title="Two pincodes with a weight, a place, a courier, a page, a change, a shipment, a quote token"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setRefusal(null);
          }}
        />
        {refusal !== null && (
          <small id="search-note" class="search-note" role="alert">
            {refusal}
          </small>
        )}
      </form>
    </search>
  );
}
