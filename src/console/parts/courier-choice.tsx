/** The field that takes a courier, by its name. */
import type { Partner } from '../../model/documents.js';
import { Choice } from './field.js';

interface CourierChoiceProps {
  /** Its id; empty: none is chosen. */
  value: string;
  set(partnerId: string): void;
  /** undefined: not known yet. */
  couriers: readonly Pick<Partner, 'partnerId' | 'name'>[] | undefined;
  /** What it means that none is chosen. */
  none?: string | undefined;
}

export const CourierChoice = ({ value, set, couriers, none = 'Choose a courier' }: CourierChoiceProps) => (
  <Choice
    label="Courier"
    value={value}
    set={set}
    options={[
      ['', none],
      ...(couriers ?? []).map(({ partnerId, name }) => [partnerId, name] as const),
      ...(couriers === undefined && value !== '' ? [[value, value] as const] : []),
    ]}
  />
);
