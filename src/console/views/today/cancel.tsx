/** Nobody carries the shipment. */
import { cancelShipment } from '../../../client/operations.js';
import { Choice, Field } from '../../parts/field.js';
import { ActionForm, type ActionProps } from './action-form.js';
import { ofCaller } from './find.js';
import { useTyped } from '../../parts/typed.js';
import { CANCEL_REASONS, type CancelReason } from './words.js';

export function Cancel({ shipment, close, onDone }: ActionProps) {
  const { shipmentId, caller, partnerName, lifecycle } = shipment;
  const { typed, set, forget } = useTyped(`cancel ${shipmentId} of ${caller}`, { reason: 'ORDER_CANCELLED', note: '' });
  const note = typed.note.trim();
  return (
    <ActionForm
      name="Cancel"
      does={`Nobody carries it then, and ${partnerName} has room for another one. Cancel the booking at ${partnerName}, too: pinrate sends couriers nothing.`}
      close={close}
      onDone={onDone}
      send={async (pinrate) => {
        const body = {
          attempt: lifecycle.attempt,
          reason: typed.reason as CancelReason,
          ...(note !== '' && { note }),
        };
        await cancelShipment(pinrate, shipmentId, body, { query: ofCaller(caller) });
        forget();
        return { kind: 'DONE', words: 'Cancelled: nobody carries it. Reassign gives it to a courier again.' };
      }}
    >
      <Choice label="Reason" value={typed.reason} set={set('reason')} options={CANCEL_REASONS} />
      <Field label="Note" value={typed.note} set={set('note')} hint="For the history; may be empty" />
    </ActionForm>
  );
}
