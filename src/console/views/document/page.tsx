/** A document: its fields in words, and its changes. Rules and differences lead here. */
import { useEffect } from 'preact/hooks';
import type { Pinrate } from '../../../client/connect.js';
import { getChange, getDocument, listChanges } from '../../../client/operations.js';
import { useAsk } from '../../parts/ask.js';
import { Fault } from '../../parts/fault.js';
import { Link } from '../../parts/location.js';
import { changingPath, pathWith } from '../../parts/paths.js';
import { useScope } from '../../parts/session.js';
import { moment, rupees, weightInWords } from '../../parts/words.js';
import { valueInWords } from '../../review/differences.js';
import type { PageProps } from '../../parts/page.js';
import { collectionName, fieldName } from './names.js';

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
          <dl class="facts">
            {Object.entries(value).map(([field, content]) => [
              <dt key={`${field} name`}>{fieldName(field)}</dt>,
              <dd key={field}>
                <Content field={field} of={content} />
              </dd>,
            ])}
          </dl>
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

const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

const WEIGHT = /^(?:(?:base|addon|min|max)?[wW]eight|maxPieceWeight)$/;
const RUPEES = /^(?:(?:base|addon|minimum)Charge|maxCodAmount|maxDeclaredValue)$/;
const ZONE = /^(?:(?:from|to)Z|z)oneId$/;

/** A value with the unit of its field. */
function Content({ field, of }: { field: string; of: unknown }) {
  if (typeof of === 'number' && WEIGHT.test(field)) return <>{weightInWords(of)}</>;
  if (typeof of === 'number' && RUPEES.test(field)) return <>{rupees(of)}</>;
  if (typeof of === 'number' && ZONE.test(field)) return <Link to={`/documents/zones/${of}`}>{of}</Link>;
  if (field === 'status' && typeof of === 'boolean') return <>{of ? 'active' : 'not active'}</>;
  if (typeof of === 'string' && MOMENT.test(of)) return <>{moment(of)}</>;
  if (of === null || typeof of !== 'object' || Array.isArray(of)) return <>{valueInWords(of)}</>;
  return (
    <dl class="facts inner">
      {Object.entries(of).map(([name, content]) => [
        <dt key={`${name} name`}>{fieldName(name)}</dt>,
        <dd key={name}>
          <Content field={name} of={content} />
        </dd>,
      ])}
    </dl>
  );
}

interface ChangesProps {
  collection: string;
  id: string;
  courier: string | undefined;
}

function DocumentChanges({ collection, id, courier }: ChangesProps) {
  const { value, error, again } = useAsk((pinrate, signal) => changesOf(pinrate, collection, id, courier, signal), []);
  return (
    <section>
      <h2>Changes</h2>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && error === undefined && (
        <p class="quiet" role="status">
          Looking through the history …
        </p>
      )}
      {value?.length === 0 && <p>None of the last {SETS_LOOKED_AT} changes of its kind was about it.</p>}
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

/** The history finds changes by collection and courier; which documents they are about is in their entries. */
const SETS_LOOKED_AT = 20;

async function changesOf(
  pinrate: Pinrate,
  collection: string,
  id: string,
  courier: string | undefined,
  signal: AbortSignal,
) {
  const query = { collection, limit: SETS_LOOKED_AT, ...(courier !== undefined && { partnerId: courier }) };
  const { data } = await listChanges(pinrate, query, { signal });
  const isAbout = async (changeId: number): Promise<boolean> => {
    const { entries } = (await getChange(pinrate, changeId, {}, { signal })).data;
    return entries.some((entry) => entry.collection === collection && String(entry.key) === id);
  };
  const about = await Promise.all(data.map(({ id: changeId }) => isAbout(changeId)));
  return data.filter((_, at) => about[at]);
}
