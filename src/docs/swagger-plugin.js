/** Swagger UI with what is needed first on top; conventions and failures are folded. Served unchanged. */
import { BODY_HASH_HEADER } from './sign.js';

const isSuccess = (code) => /^2/.test(code);

/** What a failure's description lists as `- \`CODE\`: message`, each on its own line. */
export function foldedText(description) {
  const listed = [...description.matchAll(/^- `([A-Z_]+)`: (.*)$/gm)].map(([, code, message]) => ({ code, message }));
  if (listed.length === 0) return description;
  return listed.length === 1 ? `${listed[0].code}: ${listed[0].message}` : listed.map(({ code }) => code).join(' · ');
}

/** Every word of `phrase` has to occur. */
export function isFound(phrase, texts) {
  const text = texts.join('\n').toLowerCase();
  return phrase
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Swagger UI's `fn.opsFilter`, which looks at tags and paths alone. */
function filterOperations(taggedOperations, phrase) {
  const describes = (operation, tag) => [
    tag,
    operation.get('path'),
    operation.get('method'),
    ...['operationId', 'summary', 'description'].map((name) => operation.getIn(['operation', name]) ?? ''),
  ];
  return taggedOperations
    .map((group, tag) => group.update('operations', (all) => all.filter((one) => isFound(phrase, describes(one, tag)))))
    .filter((group) => group.get('operations').size > 0);
}

/**
 * The document without the header that the page makes itself: Swagger UI demands a required one from the reader before
 * the page can fill it in.
 */
export function withoutBodyHash(document) {
  const isBodyHash = ({ $ref, name }) => ($ref?.split('/').at(-1) ?? name).startsWith(BODY_HASH_HEADER);
  const shown = (operation) =>
    operation.parameters === undefined
      ? operation
      : { ...operation, parameters: operation.parameters.filter((parameter) => !isBodyHash(parameter)) };
  const shownPath = (operations) => mapValues(operations, shown);
  return { ...document, paths: mapValues(document.paths, shownPath) };
}

const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

/** @param describeCurl makes a command of a request */
export const pinratePlugin =
  (describeCurl) =>
  ({ React }) => {
    const h = React.createElement;

    const folded = (className, summary) => (Original) => (props) =>
      h('details', { className }, h('summary', null, summary), h(Original, props));

    const Conventions = (Original) => (props) =>
      h(
        'details',
        { className: 'wrapper conventions', id: 'conventions' },
        h('summary', null, 'Conventions: signing, answers, rate limits, idempotency, caching, sizes'),
        h(Original, props),
      );

    const Search =
      () =>
      ({ layoutSelectors, layoutActions }) => {
        const phrase = layoutSelectors.currentFilter();
        return h(
          'div',
          { className: 'wrapper search' },
          h('input', {
            type: 'search',
            'aria-label': 'Search the operations',
            placeholder: 'Search the operations',
            value: typeof phrase === 'string' ? phrase : '',
            onChange: ({ target }) => layoutActions.updateFilter(target.value),
          }),
        );
      };

    /** A failure is one line until somebody wants its example. */
    const Response = (Original) => (props) => {
      const [isOpen, setOpen] = React.useState(false);
      const { code, response } = props;
      if (isSuccess(code)) return h(Original, props);
      const line = h(
        'tr',
        { className: 'response folded', 'data-code': code },
        h('td', { className: 'response-col_status' }, code),
        h(
          'td',
          { className: 'response-col_description' },
          h(
            'button',
            {
              type: 'button',
              className: 'unfold',
              'aria-expanded': isOpen,
              onClick: () => setOpen(!isOpen),
            },
            foldedText(response.get('description') ?? ''),
          ),
        ),
      );
      return h(React.Fragment, null, line, isOpen && h(Original, props));
    };

    const Curl =
      () =>
      ({ request }) => {
        const command = describeCurl(request.toJS());
        return h(
          'div',
          { className: 'curl-command' },
          h('h4', null, 'Curl'),
          h(
            'button',
            {
              type: 'button',
              className: 'copy',
              onClick: () => {
                void navigator.clipboard?.writeText(command);
              },
            },
            'Copy',
          ),
          h('pre', { className: 'curl microlight' }, command),
        );
      };

    const nothing = () => () => null;
    return {
      fn: { opsFilter: filterOperations },
      statePlugins: {
        spec: {
          wrapActions: { updateJsonSpec: (update) => (document) => update(withoutBodyHash(document)) },
        },
      },
      wrapComponents: {
        // its own way to give credentials cannot sign: without it there is one way, and that one works
        authorizeBtn: nothing,
        authorizeOperationBtn: nothing,
        InfoContainer: Conventions,
        FilterContainer: Search,
        response: Response,
        curl: Curl,
        headers: folded('response-headers', 'Headers'),
      },
    };
  };
