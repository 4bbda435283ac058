/** What can be done with the chosen pincodes of a courier, each through its Review. */
import { useState } from 'preact/hooks';
import { counted } from '../../../words.js';
import type { MapCourier, MapPlaces } from '../../parts/map-data.js';
import type { CoveredPincode } from '../../parts/entries.js';
import { Applied } from '../../review/applied.js';
import { Hold } from '../../review/hold.js';
import { MoveToZone } from '../../review/move-to-zone.js';
import { SwitchCod } from '../../review/switch-cod.js';
import type { ChangeReply } from '../../review/task.js';

interface ChangesProps {
  chosen: readonly number[];
  places: MapPlaces;
  courier: MapCourier | null;
  onChanged(): void;
}

type Form = 'Hold' | 'COD off' | 'COD on' | 'Move to a zone';

/** A hold names each pincode: more are held by their state or city. */
const MOST_HELD = 1_000;

export function Changes({ chosen, places, courier, onChanged }: ChangesProps) {
  const [form, setForm] = useState<Form | null>(null);
  const [applied, setApplied] = useState<{ changeId: number | null; words: string } | null>(null);
  if (courier === null)
    return (
      <p class="quiet">Choose a courier to hold the chosen pincodes, switch COD off there or move them to a zone.</p>
    );
  const covered = chosen.filter((at) => courier.zone[at] !== 0).map((at) => coveredAt(at, places, courier));
  const done = ({ changeId = null }: ChangeReply, words: string) => {
    setForm(null);
    setApplied({ changeId, words });
    onChanged();
  };
  const isTooMuch = covered.length > MOST_HELD;
  const close = () => setForm(null);
  return (
    <>
      <div class="row" role="group" aria-label={`Change the chosen pincodes of ${courier.name}`}>
        <button
          type="button"
          disabled={covered.length === 0 || isTooMuch}
          title={isTooMuch ? `At most ${MOST_HELD} pincodes at once; Couriers holds states and cities` : undefined}
          onClick={() => setForm('Hold')}
        >
          Hold
        </button>
        {(['COD off', 'COD on', 'Move to a zone'] as const).map((name) => (
          <button key={name} type="button" disabled={covered.length === 0} onClick={() => setForm(name)}>
            {name}
          </button>
        ))}
        <span class="quiet">
          {courier.name} covers {counted(covered.length, 'of the chosen pincodes', 'of the chosen pincodes')}
        </span>
      </div>
      {applied !== null && (
        <Applied changeId={applied.changeId} onUndone={onChanged}>
          {applied.words}
        </Applied>
      )}
      {form === 'Hold' && (
        <Hold
          courierId={courier.id}
          courierName={courier.name}
          places={covered.map(({ pincode }) => ({ kind: 'PINCODE', name: pincode }))}
          close={close}
          onApplied={done}
        />
      )}
      {form === 'Move to a zone' && <MoveToZone courier={courier} pincodes={covered} close={close} onApplied={done} />}
      {(form === 'COD off' || form === 'COD on') && (
        <SwitchCod courier={courier} pincodes={covered} isOn={form === 'COD on'} close={close} onApplied={done} />
      )}
    </>
  );
}

const coveredAt = (at: number, { pincodes }: MapPlaces, { zone, zones }: MapCourier): CoveredPincode => ({
  pincode: String(pincodes[at]!),
  zoneId: zones[zone[at]! - 1]!.id,
});
