/** The groups of a courier, which policies name as `group:AIR`. */
import { useMemo, useState } from 'preact/hooks';
import { getDocument } from '../../../client/operations.js';
import { Field } from '../../parts/field.js';
import { Review } from '../../review/review.js';
import { askByLines, type ChangeReply, type ReviewTask } from '../../review/task.js';
import type { Courier } from './read.js';

export const GROUPS_HINT = 'For policies, such as AIR, OWN_FLEET';

/** Null: one of them is no name of a group. */
export function groupsIn(text: string): string[] | null {
  const names = text.split(/[\s,]+/).filter(Boolean);
  return names.every((name) => /^[A-Z][A-Z0-9_]{0,29}$/.test(name)) ? names : null;
}

export const GROUPS_FAULT = 'Capital letters, digits and _, with commas between them';

interface GroupsFormProps {
  courier: Courier;
  close(): void;
  onApplied(reply: ChangeReply): void;
}

export function GroupsForm({ courier: { partnerId, name, groups = [] }, close, onApplied }: GroupsFormProps) {
  const [text, setText] = useState(groups.join(', '));
  const wanted = groupsIn(text);
  const task = useMemo((): ReviewTask => {
    const does = wanted?.length ? `${name} is in ${wanted.join(', ')}.` : `${name} is in no group.`;
    return {
      does,
      draft: `groups of ${partnerId}`,
      proposedNote: does.slice(0, -1),
      inSpiteOfChanges: null,
      ask:
        wanted
        && askByLines(async (pinrate, signal) => {
          const { data } = await getDocument(pinrate, 'partners', partnerId, {}, signal && { signal });
          return [{ collection: 'partners', document: { ...data, groups: wanted } }];
        }),
    };
  }, [text]);
  const fault = wanted === null ? GROUPS_FAULT : undefined;
  return (
    <Review
      name="Groups"
      task={task}
      close={close}
      onApplied={onApplied}
      head={<Field label="Groups" value={text} set={setText} hint={GROUPS_HINT} fault={fault} />}
    />
  );
}
