/** Pincodes move to another zone of their courier: the form is the head of its Review. */
import { useMemo } from 'preact/hooks';
import { lines } from '../../client/lists.js';
import { listDocuments } from '../../client/operations.js';
import type { Zone } from '../../model/documents.js';
import { counted } from '../../words.js';
import { useAsk } from '../parts/ask.js';
import { useDraft } from '../parts/drafts.js';
import { type CoveredPincode, entryLines } from '../parts/entries.js';
import { Choice } from '../parts/field.js';
import { Review } from './review.js';
import { askByLines, type ChangeReply, type ReviewTask } from './task.js';

interface MoveToZoneProps {
  courier: { id: string; name: string };
  pincodes: readonly CoveredPincode[];
  close(): void;
  onApplied(reply: ChangeReply, words: string): void;
}

export function MoveToZone({ courier, pincodes, close, onApplied }: MoveToZoneProps) {
  const draft = `move ${courier.id}`;
  const [zoneId, setZoneId] = useDraft(`zone of ${draft}`);
  const { value: zones = [] } = useAsk(async (pinrate, signal) => {
    const found: Zone[] = [];
    for await (const zone of lines(pinrate, listDocuments, 'zones', { partnerId: courier.id }, { signal }))
      found.push(zone as unknown as Zone);
    return found.filter(({ status }) => status !== false);
  }, []);
  const zone = zones.find(({ id }) => String(id) === zoneId);
  const where = pincodes.length === 1 ? pincodes[0]!.pincode : counted(pincodes.length, 'pincode');
  const does = zone === undefined ? '' : `${where} of ${courier.name} will be in the zone ${zone.name}.`;
  const task = useMemo(
    (): ReviewTask => ({
      does,
      courier: courier.name,
      draft,
      proposedNote: '',
      inSpiteOfChanges: null,
      ask:
        zone === undefined
          ? null
          : askByLines((pinrate, signal) =>
              entryLines(pinrate, courier.id, pincodes, (entry) => ({ ...entry, zoneId: zone.id }), signal),
            ),
    }),
    [zone],
  );
  return (
    <Review
      name="Move to a zone"
      task={task}
      head={
        <Choice
          label="Zone"
          value={zoneId}
          set={setZoneId}
          options={[['', 'Choose a zone'], ...zones.map(({ id, name }) => [String(id), name] as const)]}
        />
      }
      close={() => {
        setZoneId(null);
        close();
      }}
      onApplied={(reply) => {
        setZoneId(null);
        onApplied(reply, does);
      }}
    />
  );
}
