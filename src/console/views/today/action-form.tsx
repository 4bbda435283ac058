/** A short form below a shipment's buttons: it says what it does, and sends it. */
import type { ComponentChildren } from 'preact';
import type { Pinrate } from '../../../client/connect.js';
import { useAct } from '../../parts/act.js';
import { Fault } from '../../parts/fault.js';
import { type ActOutcome, staleOutcome } from './act-outcome.js';
import type { Shipment } from './find.js';

export interface ActionProps {
  shipment: Shipment;
  close(): void;
  onDone(outcome: ActOutcome): void;
}

interface ActionFormProps extends Omit<ActionProps, 'shipment'> {
  /** Of the form and its button. */
  name: string;
  /** What the button does, in sentences. */
  does: string;
  /** False: something is missing. */
  isReady?: boolean;
  send(pinrate: Pinrate): Promise<ActOutcome>;
  children: ComponentChildren;
}

/** Sends once. A shipment that has changed meanwhile is an outcome; other failures stay in the form. */
export function ActionForm({ name, does, isReady = true, send, close, onDone, children }: ActionFormProps) {
  const { isActing, error, act } = useAct();
  const submit = () =>
    act(async (pinrate) => {
      try {
        return await send(pinrate);
      } catch (failure) {
        const stale = staleOutcome(failure);
        if (stale === null) throw failure;
        return stale;
      }
    }, onDone);
  return (
    <form
      class="panel framed"
      aria-label={`${name} the shipment`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div class="fields">{children}</div>
      <p>{does}</p>
      {error !== null && <Fault error={error} />}
      <p class="row end">
        <button type="button" onClick={close}>
          Close
        </button>
        <button class="main" disabled={isActing || !isReady}>
          {isActing ? 'Sending …' : `${name} the shipment`}
        </button>
      </p>
    </form>
  );
}
