/**
 * What should be looked at although a request was carried out: in `data` of the three questions, else in the envelope.
 */
import Type from 'typebox';
import { SHIPMENT_WARNING_CODES } from '../../schemas/warnings.js';
import { orNull, text } from './values.js';

const message = text('What happened, in words');

const UnknownFieldWarning = Type.Object({
  code: Type.Literal('UNKNOWN_FIELD'),
  field: text('Path from the body, or the name of a parameter', ['declared_value']),
  message,
  didYouMean: orNull(
    Type.String({ examples: ['declaredValue'] }), 'The known field that was probably meant; null: none is near',
  ),
}, { title: 'UnknownFieldWarning', description: 'A member or parameter that is not known and was not used' });

const ShipmentWarning = Type.Object({
  code: Type.Enum([...SHIPMENT_WARNING_CODES], { title: 'ShipmentWarningCode' }),
  field: text('Path from the body', ['shipmentDetails.weight']),
  message,
}, {
  title: 'ShipmentWarning',
  description: 'Of a shipment that was probably meant otherwise, or of what did not count',
});

const RefreshWarning = Type.Object({
  code: Type.Literal('FORCE_REFRESH_IGNORED'), field: Type.Literal('forceRefresh'), message,
}, { title: 'RefreshWarning', description: 'A partner asked for forceRefresh, which is for services' });

/** Of the three questions, whose data always has the list. */
export const Warnings = Type.Array(Type.Union([UnknownFieldWarning, ShipmentWarning]), {
  title: 'Warnings',
  description: 'What should be looked at although the question was answered; empty when there is nothing',
});

/** Of every other operation, only where there is something to warn of. */
export const EnvelopeWarnings = Type.Array(Type.Union([UnknownFieldWarning, RefreshWarning]), {
  title: 'EnvelopeWarnings',
  minItems: 1,
  description: 'What of the request was not used: members and parameters that are not known, '
    + 'forceRefresh of a partner. Left out where nothing is',
});
