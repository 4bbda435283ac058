/**
 * Warnings about a request that was carried out: in `data` for the three questions, otherwise in the envelope.
 */
import Type from 'typebox';
import { orNull, text } from '../fields.js';
import { SHIPMENT_WARNING_CODES } from '../warnings.js';

const message = text('What happened, in words');

const UnknownFieldWarning = Type.Object(
  {
    code: Type.Literal('UNKNOWN_FIELD'),
    field: text('Path in the body, or the name of a parameter', ['declared_value']),
    message,
    didYouMean: orNull(
      Type.String({ examples: ['declaredValue'] }),
      'The known field that was probably meant; null: none is similar',
    ),
  },
  { title: 'UnknownFieldWarning', description: 'A member or parameter that is unknown and was not used' },
);

const ShipmentWarning = Type.Object(
  {
    code: Type.Enum([...SHIPMENT_WARNING_CODES], { title: 'ShipmentWarningCode' }),
    field: text('Path in the body', ['shipmentDetails.weight']),
    message,
  },
  {
    title: 'ShipmentWarning',
    description: 'A likely mistake in the shipment, or an input that was not used',
  },
);

const RefreshWarning = Type.Object(
  {
    code: Type.Literal('FORCE_REFRESH_IGNORED'),
    field: Type.Literal('forceRefresh'),
    message,
  },
  { title: 'RefreshWarning', description: 'A partner used forceRefresh, which is for services' },
);

const AllocationWarning = Type.Object(
  {
    code: Type.Enum(['POLICY_OVERRIDDEN', 'NO_LANDED_TERMS'], { title: 'AllocationWarningCode' }),
    field: text('Path in the body', ['assignmentPreferences.assignmentStrategy']),
    message,
  },
  { title: 'AllocationWarning', description: 'How the policy of an explained decision counted' },
);

/** For the three questions, whose data always has the list. */
export const Warnings = Type.Array(Type.Union([UnknownFieldWarning, ShipmentWarning]), {
  title: 'Warnings',
  description: 'Likely mistakes in a question that was answered; empty if there are none',
});

/** For all other operations, which have the list only if there is a warning. */
export const EnvelopeWarnings = Type.Array(Type.Union([UnknownFieldWarning, RefreshWarning, AllocationWarning]), {
  title: 'EnvelopeWarnings',
  minItems: 1,
  description:
    'Parts of the request that were not used: unknown members and parameters, and a partner’s '
    + 'forceRefresh; and how the policy of an explained decision counted. Left out if there are none',
});
