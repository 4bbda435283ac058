/** What was assigned, in sums, and what was refused. */
import Type, { type Static } from 'typebox';
import { SUMMARY_KEYS } from '../domain/vocabulary.js';
import { MAX_SAMPLED_QUESTIONS } from '../limits/control.js';
import { MAX_SUMMARY_DAYS } from '../limits/requests.js';
import { count, moment, orNull, rupees } from './fields.js';
import { API_PREFIX, contract } from './contract.js';
import { DAY_PATTERN } from '../model/fields.js';

const day = (description: string) => Type.String({ pattern: DAY_PATTERN, examples: ['2026-11-21'], description });

const sums = {
  parcels: count('Assignments'),
  cost: rupees('What they cost with tax, as assigned'),
  codAmount: rupees('What is to be collected on delivery'),
};

export const SummaryRow = Type.Object(
  {
    key: orNull(
      Type.String({ examples: ['MH'] }),
      'By `partner` its id; by `hour` that of the day in India, `00` to `23`; by `state` the code of the state of '
        + 'delivery (ISO 3166-2:IN without "IN-"); by `payment` the payment type. Null: the assignment was stored without it',
    ),
    ...sums,
  },
  { title: 'SummaryRow' },
);
export type SummaryRow = Static<typeof SummaryRow>;

export const summarizeAssignments = contract({
  id: 'summarizeAssignments',
  path: `${API_PREFIX}/summary/assignments`,
  tag: 'Quotes',
  summary: 'Sum up assigned shipments',
  description: `How many shipments were assigned, what they cost, and what is to be collected: by one key, of whole days in
India. Keys without assignments are left out.

- The rows with the most parcels come first, then by key; hours come in their order.
- Amounts are those of the assignments, whatever a rate is now.
- Where several nodes share a store, an assignment that is dated back by more than ten minutes may be missing for
  ten minutes.
- A partner’s credential gets its own.`,
  query: Type.Object({
    from: day('First day, in India'),
    to: day(`Last day, in India; at most ${MAX_SUMMARY_DAYS} days in all`),
    by: Type.Enum([...SUMMARY_KEYS], { description: 'What a row is for' }),
  }),
  answer: Type.Object({
    data: Type.Object(
      {
        by: Type.Enum([...SUMMARY_KEYS]),
        from: day('As asked'),
        to: day('As asked'),
        rows: Type.Array(SummaryRow),
        total: Type.Object(sums, { title: 'SummaryTotal' }),
      },
      { title: 'AssignmentSummary' },
    ),
  }),
  errors: ['STORE_UNAVAILABLE'],
  example: { query: { from: '2026-11-01', to: '2026-11-30', by: 'partner' } },
});

export const RefusalRow = Type.Object(
  {
    question: Type.Enum(['charges', 'availability', 'assignment'], { description: 'What was asked' }),
    reason: Type.String({ examples: ['INSUFFICIENT_COVERAGE'], description: 'The leading code of the refusal' }),
    message: Type.String({ description: 'The code in words' }),
    questions: count('Questions of the sample that were refused for it'),
  },
  { title: 'RefusalRow' },
);
export type RefusalRow = Static<typeof RefusalRow>;

export const summarizeRefusals = contract({
  id: 'summarizeRefusals',
  path: `${API_PREFIX}/summary/refusals`,
  tag: 'Quotes',
  isOfServices: true,
  summary: 'Sum up refused questions',
  description: `Why this node's questions of the last 24 hours were refused, by its sample of at most
${MAX_SAMPLED_QUESTIONS.toLocaleString('en')} of them: valid questions that none of their partners carries. The most frequent reason comes first.

- Of more questions each is in the sample with the same chance.
- Shipments that were assigned are not in it, and questions in bulk neither. It begins again with the node.`,
  answer: Type.Object({
    data: Type.Object(
      {
        since: moment('The beginning of the 24 hours'),
        questions: count('Questions of the sample, answered or refused'),
        rows: Type.Array(RefusalRow),
      },
      { title: 'RefusalSummary' },
    ),
  }),
});
