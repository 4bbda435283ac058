/** A change as Review sees it: asked without effect first, applied as it was seen. */
import type { Pinrate } from '../../client/connect.js';
import { PinrateError } from '../../client/error.js';
import type { LinesBody } from '../../client/operation.js';
import { applyDocuments, listChanges, revertChange } from '../../client/operations.js';
import type { ChangeAnswer } from '../../contract/apply.js';

export interface ReviewOptions {
  dryRun: boolean;
  /** Refuses what brings errors of the linter. */
  strict: boolean;
  /** Applies in spite of many removals, or of later changes. */
  force: boolean;
  /** The state that was seen: the number of its last change. */
  basis?: number;
  note?: string;
}

export interface ChangeReply {
  data: ChangeAnswer;
  changeId?: number | null;
}

export interface ReviewTask {
  /** What the change does, as a sentence. */
  does: string;
  /** The name of the courier that it is about; absent: several, or not known. */
  courier?: string | undefined;
  /** Names the draft of its note. */
  draft: string;
  proposedNote: string;
  /** The label of the box that applies it although documents have changed since; null: it never may. */
  inSpiteOfChanges: string | null;
  /** null: its form is not complete. */
  ask: ((pinrate: Pinrate, options: ReviewOptions, signal?: AbortSignal) => Promise<ChangeReply>) | null;
}

/** Which rows of a courier the lines replace as a whole. */
type Replacement = Pick<
  NonNullable<NonNullable<Parameters<typeof applyDocuments>[2]>['query']>,
  'replace' | 'partnerId'
>;

/** The `ask` of a change that is lines of documents, all of which count or none. */
export const askByLines =
  (lines: (pinrate: Pinrate, signal?: AbortSignal) => Promise<LinesBody>, replacement: Replacement = {}) =>
  async (pinrate: Pinrate, options: ReviewOptions, signal?: AbortSignal): Promise<ChangeReply> =>
    applyDocuments(pinrate, await lines(pinrate, signal), {
      query: { ...options, ...replacement },
      ...(signal !== undefined && { signal }),
    });

/** Every document is again as it was before the change. */
export const undoOf = (id: number): ReviewTask => ({
  does: `Every document of change ${id} will be again as it was before it.`,
  draft: `undo ${id}`,
  proposedNote: `Undo of change ${id}`,
  inSpiteOfChanges: 'Undo it all the same; the later changes of these documents are lost',
  ask: (pinrate, { dryRun, strict, force, note }, signal) =>
    revertChange(
      pinrate,
      id,
      { dryRun, strict, force, ...(note !== undefined && { note }) },
      signal === undefined ? {} : { signal },
    ),
});

/** A later change of what the task is about. */
interface LaterChange {
  id: number;
  at: string;
  by: string;
  note: string | null;
  /** The documents that it is about, or its courier. */
  of: string;
}

const SINCE_SHOWN = 20;

interface SinceDetails {
  documents?: { collection: string; key: string | number }[];
  partners?: { partnerId: string; changeId: number }[];
}

/** Who changed what since, for a refusal CHANGED_SINCE. */
export async function laterChanges(pinrate: Pinrate, error: PinrateError): Promise<LaterChange[]> {
  const { documents = [], partners = [] } = (error.details ?? {}) as SinceDetails;
  const asked = [
    ...[...new Set(documents.map(({ collection }) => collection))].map((collection) => ({
      query: { collection, limit: 1 },
      of: documents
        .filter((document) => document.collection === collection)
        .map(({ key }) => `${collection}/${key}`)
        .join(', '),
    })),
    ...partners.map(({ partnerId }) => ({ query: { partnerId, limit: 1 }, of: partnerId })),
  ];
  const found = await Promise.all(
    asked.slice(0, SINCE_SHOWN).map(async ({ query, of }) => {
      const { data } = await listChanges(pinrate, query);
      return data.map(({ id, at, by, note }) => ({ id, at, by: by.id || by.kind, note, of }));
    }),
  );
  return found.flat();
}

/** How many rows a refusal GUARD_REMOVALS would take away; null: it is another refusal. */
export function removalsOf(error: unknown): number | null {
  if (!(error instanceof PinrateError) || error.code !== 'GUARD_REMOVALS') return null;
  const { losses = [] } = (error.details ?? {}) as { losses?: { lost: number }[] };
  return losses.reduce((sum, { lost }) => sum + lost, 0);
}

export const isChangedSince = (error: unknown): error is PinrateError =>
  error instanceof PinrateError && error.code === 'CHANGED_SINCE';

/** The differences and findings that a person has seen; another text: something else would be applied. */
export const seenText = ({ data: { diff, lint } }: ChangeReply): string => JSON.stringify([diff, lint.brings]);
