/** A document, member by member. */
import { Link } from './location.js';
import { fieldName, isObject, type NameOf, says, valueInWords } from './names.js';
import { useNames } from './references.js';

const ZONE = /^(?:(?:from|to)Z|z)oneId$/;

/** The members of a document, one below the other. @param isInner within a value: those that say something */
export function Members({ of, isInner = false }: { of: object; isInner?: boolean }) {
  const nameOf = useNames([['', of]]);
  return <NamedMembers of={of} isInner={isInner} nameOf={nameOf} />;
}

const NamedMembers = ({ of, isInner, nameOf }: { of: object; isInner: boolean; nameOf: NameOf }) => (
  <dl class={isInner ? 'facts inner' : 'facts'}>
    {(isInner ? Object.entries(of).filter(says) : Object.entries(of)).map(([name, content]) => [
      <dt key={`${name} name`}>{fieldName(name)}</dt>,
      <dd key={name}>
        <Content field={name} of={content} nameOf={nameOf} />
      </dd>,
    ])}
  </dl>
);

function Content({ field, of, nameOf }: { field: string; of: unknown; nameOf: NameOf }) {
  if (typeof of === 'number' && ZONE.test(field))
    return (
      <>
        <Link to={`/documents/zones/${of}`}>{nameOf(field, of) ?? of}</Link>
        {nameOf(field, of) !== undefined && <small class="quiet"> {of}</small>}
      </>
    );
  if (Array.isArray(of) && of.some(isObject))
    return (
      <ul>
        {of.map((each: unknown, at) => (
          <li key={at}>{valueInWords(each, field, nameOf)}</li>
        ))}
      </ul>
    );
  return isObject(of) ? <NamedMembers of={of} isInner nameOf={nameOf} /> : <>{valueInWords(of, field, nameOf)}</>;
}
