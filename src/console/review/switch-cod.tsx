/** COD off or on at pincodes of a courier: the form is the head of its Review. */
import { useMemo } from 'preact/hooks';
import type { Pinrate } from '../../client/connect.js';
import { lines } from '../../client/lists.js';
import { listDocuments } from '../../client/operations.js';
import type { Zone } from '../../model/documents.js';
import { counted } from '../../words.js';
import { type CoveredPincode, entryLines, withCod } from '../parts/entries.js';
import { Review } from './review.js';
import { askByLines, type ChangeReply, type ReviewTask } from './task.js';

interface SwitchCodProps {
  courier: { id: string; name: string };
  pincodes: readonly CoveredPincode[];
  isOn: boolean;
  close(): void;
  onApplied(reply: ChangeReply, words: string): void;
}

export function SwitchCod({ courier, pincodes, isOn, close, onApplied }: SwitchCodProps) {
  const name = isOn ? 'COD on' : 'COD off';
  const where = pincodes.length === 1 ? pincodes[0]!.pincode : counted(pincodes.length, 'pincode');
  const does = `${courier.name} ${isOn ? 'collects' : 'no longer collects'} cash on delivery at ${where}.`;
  const task = useMemo(
    (): ReviewTask => ({
      does,
      courier: courier.name,
      draft: `${name} ${courier.id} ${where}`,
      proposedNote: `${name} at ${where}`,
      inSpiteOfChanges: null,
      ask: askByLines(async (pinrate, signal) => {
        const zones = await zonesOf(pinrate, courier.id, signal);
        return entryLines(pinrate, courier.id, pincodes, (entry) => withCod(entry, isOn, zones), signal);
      }),
    }),
    [],
  );
  return <Review name={name} task={task} close={close} onApplied={(reply) => onApplied(reply, does)} />;
}

async function zonesOf(pinrate: Pinrate, partnerId: string, signal?: AbortSignal): Promise<Map<number, Zone>> {
  const zones = new Map<number, Zone>();
  const options = signal === undefined ? {} : { signal };
  for await (const zone of lines(pinrate, listDocuments, 'zones', { partnerId }, options) as AsyncIterable<Zone>)
    zones.set(zone.id, zone);
  return zones;
}
