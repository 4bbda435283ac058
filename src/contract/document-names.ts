/** How answers name documents, and the faults of a change of many. */
import Type, { type Static } from 'typebox';
import { orNull } from './fields.js';
import { FAULT_CODES } from '../model/schema-faults.js';

/** A key in an answer. */
export const ShownKey = Type.Union([Type.Integer(), Type.String()], {
  examples: [103],
  description: 'The key of the document, as its path takes it',
});

export const DocumentName = Type.Object({ collection: Type.String(), key: ShownKey }, { title: 'DocumentName' });

export const MAX_APPLY_FAULTS = 1_000;

export const ApplyFault = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: 'Number of the line, from 1' }),
    collection: orNull(Type.String(), 'Null: the line has none that there is'),
    key: Type.Union([...ShownKey.anyOf, Type.Null()], { description: 'Null: the line has no key that fits' }),
    field: Type.String({ description: 'Path in the document, or the member of the line; empty for the line itself' }),
    message: Type.String({ description: 'What is wrong, in words' }),
    code: Type.Enum([...FAULT_CODES, 'AMBIGUOUS'], {
      description: 'AMBIGUOUS: several rows in force are what the line may replace',
    }),
    otherLine: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Number of the line that is about the same document; of such faults alone',
      }),
    ),
  },
  { title: 'ApplyFault' },
);
export type ApplyFault = Static<typeof ApplyFault>;
