/** A document, member by member. */
import { Link } from './location.js';
import { fieldName, isObject, says, valueInWords } from './names.js';

const ZONE = /^(?:(?:from|to)Z|z)oneId$/;

/** The members of a document, one below the other. @param isInner within a value: those that say something */
export const Members = ({ of, isInner = false }: { of: object; isInner?: boolean }) => (
  <dl class={isInner ? 'facts inner' : 'facts'}>
    {(isInner ? Object.entries(of).filter(says) : Object.entries(of)).map(([name, content]) => [
      <dt key={`${name} name`}>{fieldName(name)}</dt>,
      <dd key={name}>
        <Content field={name} of={content} />
      </dd>,
    ])}
  </dl>
);

function Content({ field, of }: { field: string; of: unknown }) {
  if (typeof of === 'number' && ZONE.test(field)) return <Link to={`/documents/zones/${of}`}>{of}</Link>;
  return isObject(of) ? <Members of={of} isInner /> : <>{valueInWords(of, field)}</>;
}
