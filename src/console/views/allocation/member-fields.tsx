/** The fields of members of a rule. */
import { useState } from 'preact/hooks';
import type { PlaceGroup } from '../../../model/documents.js';
import { Choice, Field } from '../../parts/field.js';
import type { RuleMember, Typed, TypedFaults } from './rule-members.js';

interface MemberFieldsProps {
  of: readonly RuleMember[];
  typed: Typed;
  faults: TypedFaults;
  set(member: string): (text: string) => void;
  groups: readonly PlaceGroup[];
  /** In front of their names, where the members are there twice. */
  before?: string;
  /** They are folded below these words until one is filled. */
  fold?: string;
}

/** A choice that becomes a field for several. */
const SEVERAL = ',';

export function MemberFields({ of, typed, faults, set, groups, before = '', fold }: MemberFieldsProps) {
  const [isOpen, setIsOpen] = useState(of.some(({ name }) => (typed[before + name] ?? '') !== ''));
  const fields = of.map(({ name, label, kind, hint, options }) => {
    const member = before + name;
    const value = typed[member] ?? '';
    const common = { label: before === '' ? label : `Unless: ${label}`, value, set: set(member) };
    if (options === undefined || value.includes(SEVERAL))
      return (
        <Field
          key={member}
          {...common}
          value={value === SEVERAL ? '' : value}
          hint={options === undefined ? hint : 'Several, by their ids'}
          fault={value === '' ? undefined : faults[member]}
          {...(kind === 'attributes' && { lines: 2 })}
        />
      );
    const all =
      options === 'GROUPS'
        ? [
            ['', 'Anywhere'] as const,
            ...groups.map(({ groupId, name: title }) => [groupId, `${title} (${groupId})`] as const),
            [SEVERAL, 'Several groups …'] as const,
          ]
        : options;
    const known = all.some(([each]) => each === value) ? all : [...all, [value, value] as const];
    return <Choice key={member} {...common} options={known} />;
  });
  if (fold === undefined) return <>{fields}</>;
  return (
    <details class="whole" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{fold}</summary>
      {isOpen && <div class="fields">{fields}</div>}
    </details>
  );
}
