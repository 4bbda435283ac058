/** The search box: a parcel's question, a change, a courier, a place, a shipment. */
import type { Ref } from 'preact';
import { useState } from 'preact/hooks';
import { listPartners } from '../../client/operations.js';
import { isSignedOut } from '../parts/ask.js';
import { go } from '../parts/location.js';
import { useSession } from '../parts/session.js';
import { placesLike } from '../parts/places.js';
import { destinationOf, shipmentOf } from './search-text.js';

export function Search({ box }: { box: Ref<HTMLInputElement> }) {
  const { session, expire } = useSession();
  const [text, setText] = useState('');
  const [isUnknown, setIsUnknown] = useState(false);

  /** A courier by id or name, else the pincode of a place, else a shipment. */
  const named = async (name: string): Promise<string | null> => {
    const { kind, pinrate, scopes } = session;
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
      setIsUnknown(to === null);
      if (to === null) return;
      setText('');
      go(to);
    } catch (error) {
      if (isSignedOut(error)) expire();
      else setIsUnknown(true);
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
          aria-describedby={isUnknown ? 'search-note' : undefined}
          placeholder="110001 560001 500g cod 2499"
          title="Two pincodes with a weight, a place, a courier, the number of a change, a shipment, a quote token"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setIsUnknown(false);
          }}
        />
        {isUnknown && (
          <small id="search-note" class="search-note" role="alert">
            Nothing is called that. Type a place, a courier, a shipment, the number of a change, or 110001 560001 500g.
          </small>
        )}
      </form>
    </search>
  );
}
