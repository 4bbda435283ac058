/** Warnings, as every kind of answer has them. */
import Type from 'typebox';
import { WARNING_CODES } from '../../schemas/warnings.js';
import { orNull, text } from './values.js';

export const WarningSchema = Type.Object({
  code: Type.Enum([...WARNING_CODES], { title: 'WarningCode', description: 'What should be looked at' }),
  field: orNull(Type.String({ examples: ['declared_value'] }), 'Path from the body, or the name of a parameter; null: the request as a whole'),
  message: text('What happened, in words'),
  didYouMean: Type.Optional(orNull(
    Type.String({ examples: ['declaredValue'] }), 'Of UNKNOWN_FIELD alone: the known field that was probably meant; null: none is near',
  )),
}, { title: 'Warning' });

/** Of the three questions, whose data always has the list. */
export const Warnings = Type.Array(WarningSchema, { description: 'What should be looked at although the question was answered; empty when there is nothing' });
