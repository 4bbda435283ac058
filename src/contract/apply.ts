/** POST /documents/apply and /changes/{id}/revert: many documents in one change. */
import Type, { type Static } from 'typebox';
import { count, orNull } from './fields.js';
import { Flag, PartnerFilter } from './common.js';
import { API_PREFIX, contract } from './contract.js';
import { dryRun, RESOURCE_COLLECTIONS } from './document-resource.js';
import { ShownKey } from './document-names.js';
import { LintDifference } from './finding.js';
import { Impact } from './impact.js';
import { MAX_APPLY_LINES } from '../limits/http.js';
import { RATE_COLLECTIONS } from '../model/card-rows.js';
import { MATCHED_COLLECTIONS } from '../model/same-row.js';
import { ChangeCounts } from '../model/history.js';

const { Optional } = Type;

export const MAX_DIFFERENCES = 1_000;

/** The rows of a partner that the lines may replace as a whole. */
export const REPLACE_TARGETS = ['serviceability', 'rates', 'routes', ...RATE_COLLECTIONS] as const;
export type ReplaceTarget = (typeof REPLACE_TARGETS)[number];

const AnyValue = (description: string) => Type.Unknown({ description });

export const Difference = Type.Object(
  {
    collection: Type.Enum(RESOURCE_COLLECTIONS, { examples: ['packages'] }),
    key: ShownKey,
    field: orNull(Type.String(), {
      examples: ['limits.maxWeight'],
      description: 'The path of the member that differs; null: the whole document is new or gone',
    }),
    before: AnyValue('The value before; null: none'),
    after: AnyValue('The value after; null: none'),
  },
  { title: 'Difference' },
);
export type Difference = Static<typeof Difference>;

const ApplyCounts = Type.Object(
  {
    ...ChangeCounts.properties,
    unchanged: count('Documents that already are as the change wants them.'),
  },
  { title: 'ApplyCounts', additionalProperties: false },
);

export const ChangeWarning = Type.Object(
  {
    line: orNull(Type.Integer({ minimum: 1 }), 'Number of the line, from 1; null: of a revert, which has no lines'),
    collection: Type.Enum(RESOURCE_COLLECTIONS, { examples: ['customer-charges'] }),
    key: ShownKey,
    field: Type.Literal('partnerId'),
    code: Type.Literal('PARTNER_CHANGED', { description: 'The row counted for another partner, or for all' }),
    message: Type.String({ description: 'The possible mistake, as a text' }),
  },
  { title: 'ChangeWarning' },
);
export type ChangeWarning = Static<typeof ChangeWarning>;

export const ChangeAnswer = Type.Object(
  {
    counts: ApplyCounts,
    diff: Type.Array(Difference, {
      maxItems: MAX_DIFFERENCES,
      description: `The first ${MAX_DIFFERENCES} differences`,
    }),
    warnings: Type.Array(ChangeWarning, {
      maxItems: MAX_DIFFERENCES,
      description: `Rows that move to another partner, to all partners, or from all to one: the first ${MAX_DIFFERENCES}`,
    }),
    lint: LintDifference,
    impact: Impact,
    basis: orNull(
      Type.Integer(),
      'Number of the last change set: a later change with this `basis` is refused if another one came in between',
    ),
  },
  { title: 'Change' },
);
export type ChangeAnswer = Static<typeof ChangeAnswer>;

const strict = Flag('Refuses a change that brings errors of the linter', false);

const LINES = [
  { collection: 'partners', key: 'dharaline-surface', end: true },
  { collection: 'holidays', document: { id: 9001, date: '2027-08-15', kind: 'BOTH', name: 'Independence Day' } },
];

export const applyDocuments = contract({
  id: 'applyDocuments',
  method: 'POST',
  path: `${API_PREFIX}/documents/apply`,
  tag: 'Documents',
  scope: 'manage',
  signsBody: true,
  summary: 'Change many documents at once',
  description: `Lines of JSON, all of which count or none: \`{"collection":…,"document":{…}}\` creates or replaces,
\`{"collection":…,"key":…,"end":true}\` ends, \`{"collection":…,"key":…,"delete":true}\` removes.

- At most ${MAX_APPLY_LINES.toLocaleString('en')} lines and 32 MiB; gzip is accepted. Blank lines are skipped.
- A document without its \`id\`, where the collection has ids, is created, and the store chooses the id: the diff has
  it.
- \`"match":true\` next to a document of ${MATCHED_COLLECTIONS.join(', ')} finds the row that it replaces: the partner's
  row in force with the same route, bounds and conditions, or with the document's \`id\`. That row keeps its id, and
  names, order, status and dates that the document leaves out; null keeps none. If there is none, the row is new. A row
  that begins later is new, too, and the row before it ends the moment before. Several rows that it may replace are a
  fault with the code AMBIGUOUS.
- Lines may name each other in any order. Documents are completed and checked as by PUT.
- Every fault has its line; the first 1,000 are listed, and \`field_count\` counts all.
- \`replace=serviceability\` with \`partnerId\`: the lines are all zone-pincodes of that partner, and those that are
  missing are removed. \`replace=rates\`: they are all its packages, distance-charges, lane-rules, transit-lanes,
  rto-terms, surcharges, customer-charges and discounts, and rows in force or to come that are missing are ended. The
  name of one of these collections, such as \`replace=packages\`, is about that one alone. If a
  collection would lose more than 10 % and more than 5 of its rows, the request is refused unless \`force=true\`.
- \`replace=routes\`: the lines are all packages of the routes that they name, which are a lane or zones with the same
  customer, direction, payment type, shipment type and service. Other rows of these routes end when the first line of
  the route begins; those that begin later get the status false. Lines of other collections may be among them, and
  without \`partnerId\` lines of several partners.
- \`warnings\` names the lines that move a row to another partner, or from all partners to one: its id may be a mistake.
- \`lint\` has the findings that it brings and clears about the partners that it touches; with \`strict=true\` a change
  that brings errors is refused.
- \`impact\` is the effect on prices: this node's questions of the last 24 hours (a sample of up to 10,000) and the
  latest 10,000 assignments, priced with and without the change. It says nothing about partners that nobody asked
  for. Its \`allocation\` says who would get the latest assignments.
- \`lint\` and \`impact\` that take too long are cut, and say so in \`cut\`; with \`strict=true\` a change that
  could not be checked is refused.
- One of these runs at a time; others wait up to 30 s. A dry run waits for other dry runs alone.
- The change is durable and in the next quote of this node when the answer arrives.`,
  query: Type.Object({
    dryRun,
    replace: Optional(
      Type.Enum([...REPLACE_TARGETS], { description: 'The lines are all of the partner’s rows of this kind' }),
    ),
    partnerId: PartnerFilter,
    force: Flag('Allows `replace` to take away many rows', false),
    strict,
    basis: Optional(count('Number of a change set; refused if a partner of the lines has changed since')),
  }),
  body: Type.String({
    description: 'application/x-ndjson',
    examples: [LINES.map((line) => JSON.stringify(line)).join('\n')],
  }),
  bodyFormat: 'ndjson',
  answer: Type.Object({ data: ChangeAnswer }),
  errors: [
    'PARTNER_NOT_FOUND',
    'IN_USE',
    'CHANGED_SINCE',
    'GUARD_REMOVALS',
    'LINT_ERRORS',
    'BUSINESS_VALIDATION_FAILED',
    'TRANSACTION_TOO_LARGE',
    'OVERLOADED',
    'STORE_UNAVAILABLE',
  ],
  example: {
    query: { dryRun: 'true' },
    body: LINES.map((line) => JSON.stringify(line)).join('\n'),
  },
});

export const revertChange = contract({
  id: 'revertChange',
  method: 'POST',
  path: `${API_PREFIX}/changes/{id}/revert`,
  tag: 'History',
  scope: 'manage',
  signsBody: true,
  summary: 'Undo a change set',
  description: `Every document of the change set is again as it was before, in a new change set, which can be reverted
too.

- Refused if a document is not as the change left it, unless \`force=true\`. What something newer names is not removed.
- Change sets of credentials and of imports cannot be reverted.`,
  params: Type.Object({ id: Type.Integer({ minimum: 1, description: 'Number of the change set', examples: [2] }) }),
  query: Type.Object({ dryRun, force: Flag('Also reverts what has changed since', false), strict }),
  answer: Type.Object({ data: ChangeAnswer }),
  errors: [
    'CHANGE_NOT_FOUND',
    'NOT_REVERTIBLE',
    'BUSINESS_VALIDATION_FAILED',
    'CHANGED_SINCE',
    'IN_USE',
    'LINT_ERRORS',
    'TRANSACTION_TOO_LARGE',
    'OVERLOADED',
    'STORE_UNAVAILABLE',
  ],
  example: { params: { id: '2' }, query: { dryRun: 'true' } },
});
