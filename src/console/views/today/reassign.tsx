/** Another courier for the shipment: the best one, or one that is named. */
import { reassignShipment } from '../../../client/operations.js';
import { Choice, Field } from '../../parts/field.js';
import { inConsoleWords, rupees, signedRupees } from '../../parts/words.js';
import type { ActOutcome } from './act-outcome.js';
import { ActionForm, type ActionProps } from './action-form.js';
import { useCouriers } from '../../parts/couriers.js';
import { ofCaller, type Shipment } from './find.js';
import { useTyped } from '../../parts/typed.js';
import { REASSIGN_REASONS, type ReassignReason } from './words.js';

type Reassignment = Awaited<ReturnType<typeof reassignShipment>>['data'];

export function Reassign({ shipment, close, onDone }: ActionProps) {
  const { shipmentId, caller, partnerId, partnerName, lifecycle } = shipment;
  const { typed, set, forget } = useTyped(`reassign ${shipmentId} of ${caller}`, {
    reason: 'MANUAL',
    to: '',
    note: '',
  });
  const couriers = useCouriers();
  const isCancelled = lifecycle.state === 'CANCELLED';
  const note = typed.note.trim();
  const others = couriers.filter(([id]) => isCancelled || id !== partnerId);
  const to = others.find(([id]) => id === typed.to)?.[1];
  const best = isCancelled ? 'The best courier' : 'The best other courier';
  const whom =
    to === undefined
      ? `${best} gets it, by the policy and the rates of now. If nobody can carry it, it stays as it is.`
      : `${to} gets it if it can carry it; otherwise it stays as it is.`;
  const left = isCancelled ? '' : ` Cancel the booking at ${partnerName}: pinrate sends couriers nothing.`;
  return (
    <ActionForm
      name="Reassign"
      does={whom + left}
      // a courier of a draft may no longer be there to choose
      isReady={typed.to === '' || to !== undefined}
      close={close}
      onDone={onDone}
      send={async (pinrate) => {
        const body = {
          attempt: lifecycle.attempt,
          reason: typed.reason as ReassignReason,
          ...(typed.to !== '' && { partnerId: typed.to }),
          ...(note !== '' && { note }),
        };
        const { data } = await reassignShipment(pinrate, shipmentId, body, { query: ofCaller(caller) });
        if (data.success) forget();
        return outcomeOf(data, shipment);
      }}
    >
      <Choice label="Reason" value={typed.reason} set={set('reason')} options={REASSIGN_REASONS} />
      <Choice label="To" value={typed.to} set={set('to')} options={[['', best], ...others]} />
      <Field label="Note" value={typed.note} set={set('note')} hint="For the history; may be empty" />
    </ActionForm>
  );
}

function outcomeOf(data: Reassignment, { partnerName }: Shipment): ActOutcome {
  if (!data.success) {
    const { message, details } = data.error;
    return { kind: 'STAYED', words: `It stays with ${partnerName}: ${inConsoleWords(message)}.`, details };
  }
  const { before, after } = data.cost;
  const cost =
    before === null
      ? `It costs ${rupees(after)}.`
      : `It cost ${rupees(before)} before and costs ${rupees(after)} now (${signedRupees(after - before)}).`;
  return { kind: 'DONE', words: `${data.assignment.partnerName} has it now. ${cost}` };
}
