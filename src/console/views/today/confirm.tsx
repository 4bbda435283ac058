/** The courier has taken the shipment. */
import { confirmShipment } from '../../../client/operations.js';
import { Field } from '../../parts/field.js';
import { ActionForm, type ActionProps } from './action-form.js';
import { ofCaller } from './find.js';
import { useTyped } from '../../parts/typed.js';

export function Confirm({ shipment, close, onDone }: ActionProps) {
  const { shipmentId, caller, partnerName, lifecycle } = shipment;
  const { typed, set, forget } = useTyped(`confirm ${shipmentId} of ${caller}`, { awb: '' });
  const awb = typed.awb.trim();
  const isTaken = lifecycle.state === 'CONFIRMED';
  return (
    <ActionForm
      name="Confirm"
      does={
        isTaken
          ? `${partnerName} has it already: this adds the AWB, which cannot be changed later.`
          : `${partnerName} has accepted the shipment${awb === '' ? '' : ` as ${awb}`}.`
      }
      close={close}
      onDone={onDone}
      send={async (pinrate) => {
        const body = { attempt: lifecycle.attempt, ...(awb !== '' && { awb }) };
        const { data } = await confirmShipment(pinrate, shipmentId, body, { query: ofCaller(caller) });
        forget();
        const number = data.lifecycle.awb;
        return {
          kind: 'DONE',
          words: `Confirmed: ${data.partnerName} has it${number === null ? '' : `, with the AWB ${number}`}.`,
        };
      }}
    >
      <Field label="AWB" value={typed.awb} set={set('awb')} hint="The courier’s number; may follow later" />
    </ActionForm>
  );
}
