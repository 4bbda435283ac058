/** A new capacity, or another limit and other parcels of one. The form is the head of its Review. */
import { useMemo } from 'preact/hooks';
import type { Capacity, PlaceGroup } from '../../../model/documents.js';
import { numberText } from '../../../sheets/cells/money.js';
import { fault, parsed, type ParsedCell } from '../../../sheets/cells/text.js';
import { Choice, Field, Tick } from '../../parts/field.js';
import { useTyped } from '../../parts/typed.js';
import { amountOf, weightOf } from '../../parts/words.js';
import { Review } from '../../review/review.js';
import { askByLines, type ChangeReply, type ReviewTask } from '../../review/task.js';
import { askByEdit } from './capacity-change.js';
import { fullWords, limitWords, type NamedCourier, quantityWords, scopeWords } from './capacity-words.js';
import { conditionWords } from './sentence.js';

interface CapacityFormProps {
  /** Null: a new one. */
  capacity: Capacity | null;
  couriers: readonly NamedCourier[];
  groups: readonly PlaceGroup[];
  close(): void;
  onApplied(reply: ChangeReply, words: string): void;
}

interface FormValues {
  partnerId: string;
  name: string;
  limit: string;
  unit: Capacity['unit'];
  per: Capacity['per'];
  dayOf: 'PICKUP' | 'ASSIGNED';
  kind: 'HARD' | 'SOFT';
  payment: '' | 'COD' | 'PREPAID';
  toGroups: string[];
}

const INITIAL: FormValues = {
  partnerId: '',
  name: '',
  limit: '',
  unit: 'PARCELS',
  per: 'DAY',
  dayOf: 'PICKUP',
  kind: 'HARD',
  payment: '',
  toGroups: [],
};

const HINTS: Readonly<Record<Capacity['unit'], string>> = {
  PARCELS: 'A whole number, as 400',
  PIECES: 'A whole number, as 400',
  GRAMS: 'A bare number is kg',
  COD_RUPEES: 'In whole Rupees',
};

export function CapacityForm({ capacity, couriers, groups, close, onApplied }: CapacityFormProps) {
  const draft = `capacity form ${capacity?.id ?? 'new'}`;
  const { typed, set, forget } = useTyped(draft, capacity === null ? INITIAL : valuesOf(capacity));
  const choice = <N extends 'unit' | 'per' | 'dayOf' | 'kind' | 'payment'>(
    name: N,
    label: string,
    options: readonly (readonly [FormValues[N], string])[],
  ) => <Choice label={label} value={typed[name]} set={set(name)} options={options} />;
  const limit = limitOf(typed);
  const courierName = couriers.find(({ partnerId }) => partnerId === typed.partnerId)?.name;
  const name = typed.name.trim();
  const words =
    capacity === null ? `${name} is a capacity of ${courierName}.` : `${name} of ${courierName} is changed.`;
  const task = useMemo((): ReviewTask => {
    const isWhole = courierName !== undefined && name !== '' && limit.ok;
    const edit = (present: Partial<Capacity>) => editOf(typed, limit.ok ? limit.value : 0, present);
    const then = edit(capacity ?? {}) as Capacity;
    const about = `${courierName}: ${limitWords(then)}`;
    return {
      does: isWhole
        ? `${about}. ${scopeWords(then)}; ${fullWords(then)}.`
        : 'Fill in whose capacity it is, its name and its limit.',
      draft: `${draft} note`,
      proposedNote: isWhole ? about : '',
      inSpiteOfChanges: null,
      ask: !isWhole
        ? null
        : capacity === null
          ? askByLines(() => Promise.resolve([{ collection: 'capacities', document: then }]))
          : askByEdit(capacity, edit),
    };
  }, [typed]);
  const leave = () => {
    forget();
    close();
  };
  return (
    <Review
      name={capacity === null ? 'Add capacity' : 'Change capacity'}
      task={task}
      close={leave}
      onApplied={(reply) => {
        leave();
        onApplied(reply, words);
      }}
      head={
        <div class="fields">
          {capacity === null && (
            <Choice
              label="Courier"
              isWide
              value={typed.partnerId}
              set={set('partnerId')}
              options={[['', 'Choose a courier'], ...couriers.map((each) => [each.partnerId, each.name] as const)]}
            />
          )}
          <Field label="Name" value={typed.name} set={set('name')} hint="As Vans, or Metro COD" />
          <Field
            label="Limit"
            value={typed.limit}
            set={set('limit')}
            hint={HINTS[typed.unit]}
            fault={typed.limit === '' || limit.ok ? undefined : limit.message}
          />
          {choice('unit', 'Unit', [
            ['PARCELS', 'Parcels'],
            ['PIECES', 'Pieces'],
            ['GRAMS', 'Weight (chargeable)'],
            ['COD_RUPEES', 'Rupees to collect'],
          ])}
          {choice('per', 'Per', [
            ['DAY', 'Day'],
            ['MONTH', 'Month'],
          ])}
          {choice('dayOf', 'Day of', [
            ['PICKUP', 'Pickup'],
            ['ASSIGNED', 'Assignment'],
          ])}
          {choice('kind', 'When full', [
            ['HARD', 'Gets nothing'],
            ['SOFT', 'Comes last'],
          ])}
          <details>
            <summary>Which parcels: {conditionWords(whenOf(typed, capacity ?? {}) ?? {})}</summary>
            <div class="fields">
              {choice('payment', 'Payment', [
                ['', 'Any'],
                ['COD', 'COD'],
                ['PREPAID', 'Prepaid'],
              ])}
              <fieldset>
                <legend>To one of these groups of places</legend>
                {groups.length === 0 && <span class="quiet">There is no group yet.</span>}
                {groups.map((group) => (
                  <Tick
                    key={group.groupId}
                    label={`${group.name} (${group.groupId})`}
                    checked={typed.toGroups.includes(group.groupId)}
                    set={(isOn) => set('toGroups')(withEntry(typed.toGroups, group.groupId, isOn))}
                  />
                ))}
              </fieldset>
            </div>
          </details>
        </div>
      }
    />
  );
}

const withEntry = (entries: readonly string[], entry: string, isIn: boolean): string[] => [
  ...entries.filter((each) => each !== entry),
  ...(isIn ? [entry] : []),
];

function valuesOf({ partnerId, name, limit, unit, per, dayOf, kind, when }: Capacity): FormValues {
  const { paymentTypes, toGroups } = when ?? {};
  return {
    ...{ partnerId, name, unit, per, dayOf: dayOf ?? 'PICKUP', kind: kind ?? 'HARD' },
    limit: quantityWords(limit, unit),
    payment: paymentTypes?.length === 1 ? paymentTypes[0]! : '',
    toGroups: toGroups ?? [],
  };
}

/** In the unit of the capacity: grams of a weight. */
function limitOf({ limit, unit }: FormValues): ParsedCell<number> {
  if (unit === 'GRAMS') return weightOf(limit);
  if (unit === 'COD_RUPEES') return wholeOf(amountOf(limit));
  const plain = numberText(limit.trim());
  return wholeOf(plain === null ? fault('must be a whole number') : parsed(Number(plain)));
}

const wholeOf = (read: ParsedCell<number>): ParsedCell<number> =>
  read.ok && !(Number.isInteger(read.value) && read.value > 0) ? fault('must be a whole number from 1') : read;

/** The members of the form. What says nothing in the present document, and means the same, goes on saying nothing. */
function editOf(typed: FormValues, limit: number, present: Partial<Capacity>): Partial<Capacity> {
  const { partnerId, name, unit, per, dayOf, kind } = typed;
  return {
    ...{ partnerId, name: name.trim(), limit, unit, per },
    dayOf: (present.dayOf ?? 'PICKUP') === dayOf ? present.dayOf : dayOf,
    kind: (present.kind ?? 'HARD') === kind ? present.kind : kind,
    when: whenOf(typed, present),
    status: present.status ?? true,
  };
}

/** Which parcels count; conditions that the form does not have stay. */
function whenOf({ payment, toGroups }: FormValues, { when }: Partial<Capacity>): Capacity['when'] {
  const { paymentTypes, toGroups: _, ...others } = when ?? {};
  const isSame = (paymentTypes?.length === 1 ? paymentTypes[0] : '') === payment;
  const types = isSame ? paymentTypes : payment === '' ? null : [payment];
  const conditions = {
    ...others,
    ...(types && { paymentTypes: types }),
    ...(toGroups.length > 0 && { toGroups }),
  };
  return Object.keys(conditions).length === 0 ? null : conditions;
}
