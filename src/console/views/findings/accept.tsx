/** Accepting a finding: it is meant to be so, with the reason, until a day. The form is the head of its Review. */
import { useMemo } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { getDocument } from '../../../client/operations.js';
import type { Partner } from '../../../model/documents.js';
import { useDraft } from '../../parts/drafts.js';
import { Field } from '../../parts/field.js';
import { dayInIndia, inConsoleWords } from '../../parts/words.js';
import { Review } from '../../review/review.js';
import { askByLines, type ChangeReply, type ReviewTask } from '../../review/task.js';
import type { CourierFinding } from './reports.js';

interface AcceptProps {
  finding: CourierFinding;
  close(): void;
  onApplied(reply: ChangeReply, until: string): void;
}

export function Accept({ finding, close, onApplied }: AcceptProps) {
  const { courier, code, documents } = finding;
  const draft = `accept ${courier.id} ${code} ${documents.join(' ')}`;
  const [reason, setReason] = useDraft(`reason of ${draft}`);
  const [until, setUntil] = useDraft(`until of ${draft}`);
  const today = dayInIndia(new Date());
  const isOver = until !== '' && until < today;
  const isWhole = reason.trim() !== '' && until !== '' && !isOver;
  const task = useMemo(
    (): ReviewTask => ({
      does: isWhole ? `It is reported again after ${until}, or when other documents are concerned.` : '',
      draft,
      proposedNote: `Accepted ${code} of ${courier.name}`,
      inSpiteOfChanges: null,
      ask: isWhole
        ? askByLines((pinrate, signal) => acceptance(pinrate, finding, { note: reason.trim(), until }, signal))
        : null,
    }),
    [reason, until],
  );
  const forget = () => {
    setReason(null);
    setUntil(null);
  };
  return (
    <Review
      name="Accept"
      task={task}
      head={
        <>
          <p>
            <strong>{courier.name}</strong>: {inConsoleWords(finding.message)} <code>{code}</code>
          </p>
          <div class="fields">
            <Field label="Reason" value={reason} set={setReason} hint="Why it is meant to be so" />
            <Field
              label="Until"
              type="date"
              value={until}
              set={setUntil}
              hint="The last day; then it is reported again"
              fault={isOver ? 'This day is over' : undefined}
            />
          </div>
        </>
      }
      close={() => {
        forget();
        close();
      }}
      onApplied={(reply) => {
        forget();
        onApplied(reply, until);
      }}
    />
  );
}

/** The courier as it is now, with one more entry; an entry about the same documents goes. */
async function acceptance(
  pinrate: Pinrate,
  { courier, code, documents }: CourierFinding,
  given: { note: string; until: string },
  signal?: AbortSignal,
): Promise<object[]> {
  const options = signal === undefined ? {} : { signal };
  const partner = (await getDocument(pinrate, 'partners', courier.id, {}, options)).data as Partner;
  const isSame = (entry: { code: string; documents: readonly string[] }): boolean =>
    entry.code === code && entry.documents.toSorted().join(' ') === documents.toSorted().join(' ');
  const others = (partner.accepted ?? []).filter((entry) => !isSame(entry));
  return [{ collection: 'partners', document: { ...partner, accepted: [...others, { code, documents, ...given }] } }];
}
