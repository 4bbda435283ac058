/** The field that takes a courier, by its name. */
import type { Partner } from '../../model/documents.js';
import { Choice } from './field.js';

interface CourierChoiceProps {
  /** Its id; empty: none is chosen. */
  value: string;
  set(partnerId: string): void;
  /** undefined: not known yet. */
  couriers: readonly Pick<Partner, 'partnerId' | 'name'>[] | undefined;
}

export const CourierChoice = ({ value, set, couriers }: CourierChoiceProps) => (
  <Choice
    label="Courier"
    value={value}
    set={set}
    options={[
      ['', 'Choose a courier'],
      ...(couriers ?? []).map(({ partnerId, name }) => [partnerId, name] as const),
      ...(couriers === undefined && value !== '' ? [[value, value] as const] : []),
    ]}
  />
);
