/** A document: its fields in words, and its changes. Rules and differences lead here. */
import { useEffect } from 'preact/hooks';
import { getDocument, listChanges } from '../../../client/operations.js';
import { useAsk } from '../../parts/ask.js';
import { Members } from '../../parts/content.js';
import { Fault } from '../../parts/fault.js';
import { Link } from '../../parts/location.js';
import { collectionName } from '../../parts/names.js';
import { changingPath, pathWith } from '../../parts/paths.js';
import { useScope } from '../../parts/session.js';
import { moment } from '../../parts/words.js';
import type { PageProps } from '../../parts/page.js';

type Collection = Parameters<typeof getDocument>[1];
type StoredDocument = Record<string, unknown>;

export function DocumentPage({ parts }: PageProps) {
  const [collection = '', key = ''] = parts;
  return <OneDocument key={`${collection}/${key}`} collection={collection as Collection} id={key} />;
}

function OneDocument({ collection, id }: { collection: Collection; id: string }) {
  const name = `${collection}/${id}`;
  const { value, error, again } = useAsk(
    async (pinrate, signal) => (await getDocument(pinrate, collection, id, {}, { signal })).data as StoredDocument,
    [],
  );
  useEffect(() => {
    document.title = `${name} · pinrate`;
  }, []);
  const courier = typeof value?.['partnerId'] === 'string' ? value['partnerId'] : undefined;
  const mayChange = useScope('manage');
  const changing = changingPath(name, courier ?? '');
  return (
    <>
      <p class="trail">
        {collectionName(collection)}
        {courier !== undefined && collection !== 'partners' && (
          <>
            {' of '}
            <Link to={`/couriers/${encodeURIComponent(courier)}`}>{courier}</Link>
          </>
        )}
      </p>
      <h1>{name}</h1>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && error === undefined && (
        <p class="quiet" role="status">
          Reading the document …
        </p>
      )}
      {value !== undefined && (
        <>
          <Members of={value} />
          {mayChange && courier !== undefined && changing !== null && (
            <p>
              <Link to={changing}>Change it where it is on a sheet</Link>
            </p>
          )}
          <DocumentChanges collection={collection} id={id} courier={courier} />
        </>
      )}
    </>
  );
}

interface ChangesProps {
  collection: string;
  id: string;
  courier: string | undefined;
}

function DocumentChanges({ collection, id, courier }: ChangesProps) {
  const { value, error, again } = useAsk(
    async (pinrate, signal) =>
      (await listChanges(pinrate, { collection, key: id, limit: CHANGES_SHOWN }, { signal })).data,
    [],
  );
  return (
    <section>
      <h2>Changes</h2>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && error === undefined && (
        <p class="quiet" role="status">
          Looking through the history …
        </p>
      )}
      {value?.length === 0 && <p>The history has no change of it.</p>}
      {value !== undefined && value.length > 0 && (
        <ul>
          {value.map(({ id: changeId, at, by, note }) => (
            <li key={changeId}>
              <Link to={`/changes/${changeId}`}>Change {changeId}</Link>, {moment(at)}, by {by.id || by.kind}
              {note === null ? '' : `: ${note}`}
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link to={pathWith('/changes', { courier, collection })}>
          All changes of {collectionName(collection)}
          {courier === undefined ? '' : ` of ${courier}`}
        </Link>
      </p>
    </section>
  );
}

const CHANGES_SHOWN = 20;
