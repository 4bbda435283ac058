/** Changes of capacities, as tasks of Review. */
import type { Pinrate } from '../../../client/connect.js';
import { getDocument } from '../../../client/operations.js';
import type { Capacity } from '../../../model/documents.js';
import { askByLines, type ReviewTask } from '../../review/task.js';

/** The members that change, of the document as it is when it is asked. */
export type CapacityEdit = (present: Capacity) => Partial<Capacity>;

/** Reads the document at each question: members that others have changed meanwhile stay as they are. */
export const askByEdit = ({ id }: Capacity, edit: CapacityEdit) =>
  askByLines(async (pinrate: Pinrate, signal?: AbortSignal) => {
    const options = signal === undefined ? {} : { signal };
    const { data } = await getDocument(pinrate, 'capacities', String(id), {}, options);
    const present = data as Capacity;
    return [{ collection: 'capacities', document: { ...present, ...edit(present) } }];
  });

const taskOf = (capacity: Capacity, does: string, ask: ReviewTask['ask']): ReviewTask => ({
  does,
  draft: `capacity ${capacity.id}`,
  proposedNote: does.replace(/\.$/, ''),
  inSpiteOfChanges: null,
  ask,
});

export const editTask = (capacity: Capacity, does: string, edit: CapacityEdit): ReviewTask =>
  taskOf(capacity, does, askByEdit(capacity, edit));

export const removalTask = (capacity: Capacity, does: string): ReviewTask =>
  taskOf(
    capacity,
    does,
    askByLines(() => Promise.resolve([{ collection: 'capacities', key: capacity.id, delete: true }])),
  );
