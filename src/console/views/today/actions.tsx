/** The buttons of a shipment, by its state; each opens a short form below. */
import { useState } from 'preact/hooks';
import type { ActionProps } from './action-form.js';
import { Cancel } from './cancel.js';
import { Confirm } from './confirm.js';
import type { Shipment } from './find.js';
import { Reassign } from './reassign.js';

const FORMS = { Confirm, Cancel, Reassign };
type Action = keyof typeof FORMS;

/** A confirmed shipment without an AWB may get one. */
function actionsOf({ lifecycle: { state, awb } }: Shipment): Action[] {
  switch (state) {
    case 'ASSIGNED':
      return ['Confirm', 'Reassign', 'Cancel'];
    case 'CONFIRMED':
      return awb === null ? ['Confirm', 'Reassign', 'Cancel'] : ['Reassign', 'Cancel'];
    case 'CANCELLED':
      return ['Reassign'];
    case 'HANDED_OVER':
      return [];
  }
}

export function Actions({ shipment, onDone }: Pick<ActionProps, 'shipment' | 'onDone'>) {
  const [opened, setOpened] = useState<Action | null>(null);
  const actions = actionsOf(shipment);
  if (actions.length === 0) return <p class="quiet">The courier has the parcel: nothing can be changed here.</p>;
  const close = () => setOpened(null);
  const Form = opened !== null && actions.includes(opened) ? FORMS[opened] : null;
  return (
    <>
      <p class="row">
        {actions.map((action) => (
          <button
            key={action}
            type="button"
            aria-expanded={opened === action}
            onClick={() => setOpened(opened === action ? null : action)}
          >
            {action}
          </button>
        ))}
      </p>
      {Form !== null && (
        <Form
          key={opened}
          shipment={shipment}
          close={close}
          onDone={(outcome) => {
            close();
            onDone(outcome);
          }}
        />
      )}
    </>
  );
}
