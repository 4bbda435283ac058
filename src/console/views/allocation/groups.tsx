/** The house's own groups of places, and a form for a new one. */
import { useMemo, useState } from 'preact/hooks';
import type { PlaceGroup } from '../../../model/documents.js';
import { counted } from '../../../words.js';
import { useDraft } from '../../parts/drafts.js';
import { Field } from '../../parts/field.js';
import { Link } from '../../parts/location.js';
import { documentPath } from '../../parts/paths.js';
import { useScope } from '../../parts/session.js';
import { Table } from '../../parts/table.js';
import { lackWords } from '../../parts/words.js';
import { Review } from '../../review/review.js';
import { askByLines, type ReviewTask } from '../../review/task.js';
import type { AppliedChange } from './change.js';

interface GroupsProps {
  groups: readonly PlaceGroup[];
  onApplied(finished: AppliedChange): void;
}

const ID = /^[A-Z][A-Z0-9_]{0,29}$/;
const PINCODE = /^[1-9]\d{5}$/;

export function Groups({ groups, onApplied }: GroupsProps) {
  const mayChange = useScope('manage');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <section aria-label="Groups of places">
      <h2>Groups of places</h2>
      {groups.length === 0 ? (
        <p class="quiet">None yet. A group names pincodes, cities or states that rules are about.</p>
      ) : (
        <Table name="Groups of places" columns={['Group', 'Places']}>
          {groups.map((group) => (
            <tr key={group.groupId}>
              <th scope="row">
                <Link to={documentPath(`place-groups/${group.groupId}`)!}>{group.name}</Link>{' '}
                <small class="quiet">{group.groupId}</small>
              </th>
              <td>{group.status ? placesWords(group) : <strong>switched off</strong>}</td>
            </tr>
          ))}
        </Table>
      )}
      {mayChange && (
        <p class="row">
          <button type="button" onClick={() => setIsAdding(true)}>
            Add group
          </button>
        </p>
      )}
      {isAdding && (
        <AddGroup
          close={() => setIsAdding(false)}
          onApplied={(finished) => {
            setIsAdding(false);
            onApplied(finished);
          }}
        />
      )}
    </section>
  );
}

function placesWords({ states, cities, areas, pincodes, exceptPincodes }: PlaceGroup): string {
  const parts = [
    ...(states?.length ? [counted(states.length, 'state')] : []),
    ...(cities?.length ? [counted(cities.length, 'city', 'cities')] : []),
    ...(areas?.length ? [counted(areas.length, 'area')] : []),
    ...(pincodes?.length ? [counted(pincodes.length, 'pincode')] : []),
    ...(exceptPincodes?.length ? [`without ${counted(exceptPincodes.length, 'pincode')}`] : []),
  ];
  return parts.length === 0 ? 'no place' : parts.join(', ');
}

function AddGroup({ close, onApplied }: { close(): void; onApplied(finished: AppliedChange): void }) {
  const [groupId, setId] = useDraft('group id');
  const [name, setName] = useDraft('group name');
  const [text, setText] = useDraft('group pincodes');
  const forget = () => [setId, setName, setText].forEach((set) => set(null));
  const pincodes = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))];
  const wrong = pincodes.find((pincode) => !PINCODE.test(pincode));
  const fault = ID.test(groupId) ? undefined : 'Capitals, digits and _, at most 30';
  const noPincode = wrong === undefined ? undefined : `${wrong} is no pincode`;
  const task = useMemo((): ReviewTask => {
    const lack = lackWords([
      ['Id', groupId, fault],
      ['Name', name],
      ['Pincodes', pincodes.join(), noPincode],
    ]);
    const isWhole = lack === '';
    const document = { groupId, name: name.trim(), pincodes, status: true, createdAt: new Date().toISOString() };
    return {
      does: isWhole ? `${name.trim()} has ${counted(pincodes.length, 'pincode')}.` : lack,
      draft: 'add group',
      proposedNote: isWhole ? `New group ${name.trim()}` : '',
      inSpiteOfChanges: null,
      ask: isWhole ? askByLines(() => Promise.resolve([{ collection: 'place-groups', document }])) : null,
    };
  }, [groupId, name, text]);
  return (
    <Review
      name="Add group"
      task={task}
      close={() => {
        forget();
        close();
      }}
      onApplied={({ changeId = null }) => {
        forget();
        onApplied({ changeId, words: `${name.trim()} is a group of places.` });
      }}
      head={
        <div class="fields">
          <Field
            label="Id"
            value={groupId}
            set={setId}
            hint="Capitals, digits and _, as RISKY_COD"
            fault={groupId === '' ? undefined : fault}
          />
          <Field label="Name" value={name} set={setName} />
          <Field
            label="Pincodes"
            value={text}
            set={setText}
            lines={4}
            hint="As copied from a sheet"
            fault={noPincode}
          />
        </div>
      }
    />
  );
}
