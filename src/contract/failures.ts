/** The bodies of all failures (docs/api-rules.md#errors): one envelope, with the details of each code. */
import Type, { type TSchema } from 'typebox';
import { count, moment, orNull } from './fields.js';
import { type ErrorCode, ERRORS } from '../errors.js';
import { RATE_TIERS } from '../limits/rate-limits.js';
import { MAX_NAMERS } from '../limits/store.js';
import { MAX_SHOWN_JSON_LENGTH, MAX_TEXT_LENGTH } from '../limits/requests.js';
import { PartnerId, Pincode } from '../model/documents.js';
import { LIFE_STATES } from '../model/life.js';
import { FAULT_CODES } from '../model/schema-faults.js';
import { ApplyFault, DocumentName, MAX_APPLY_FAULTS } from './document-names.js';
import { Finding } from './finding.js';
import { SCOPES } from '../model/scopes.js';
import { FailedPincode } from './zone-pincodes.js';
import { InsufficientCoverage, NoPartners } from './answers/availability.js';

const { Optional } = Type;

/** Members that every answer has, success or failure. */
export const tracing = {
  request_id: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,64}$',
    description: 'Your `x-request-id` if it has this form, else a new one; also in the header X-Request-Id',
  }),
  execution_time_ms: count('Milliseconds from the arrival of the request'),
};

const field = Type.String({
  examples: ['shipmentDetails.serviceTypes[0]'],
  description: 'Path in the body, or the name of a parameter; empty for the body itself',
});
const issue = Type.String({ description: 'What is wrong, in words' });
const didYouMean = orNull(Type.String(), {
  examples: ['declaredValue'],
  description: 'The known field that was probably meant; null: none is similar',
});

const Fault = Type.Object(
  {
    field,
    message: issue,
    code: Type.Enum(FAULT_CODES.filter((code) => code !== 'UNKNOWN_FIELD')),
  },
  { title: 'Fault' },
);
const UnknownFieldFault = Type.Object(
  {
    field,
    message: issue,
    code: Type.Literal('UNKNOWN_FIELD'),
    didYouMean,
  },
  { title: 'UnknownFieldFault' },
);

// no `type`: any JSON value
const AnyValue = (description: string) => Type.Unknown({ description });
const value = AnyValue(
  `The value that was sent. A text is cut after ${MAX_TEXT_LENGTH} characters; a list or an object is its JSON text, `
    + `cut after ${MAX_SHOWN_JSON_LENGTH}. Null if nothing was sent`,
);
const PartnerFault = Type.Object(
  {
    field,
    value,
    issue,
    allowedValues: Optional(
      Type.Array(AnyValue('A value'), { description: 'Present where only certain values are accepted' }),
    ),
    constraints: Optional(
      Type.Object(
        {
          min: Optional(Type.Number()),
          max: Optional(Type.Number()),
          unit: Optional(
            Type.String({
              examples: ['grams'],
              description: '`characters` for a text, `items` for a list',
            }),
          ),
        },
        { title: 'FaultConstraints', description: 'Present where a number, a length or a count has bounds' },
      ),
    ),
    expectedFormat: Optional(
      Type.String({
        description: 'A regular expression, the name of a type or a format, or a description',
      }),
    ),
  },
  { title: 'PartnerFault', description: 'Always with allowedValues, constraints or expectedFormat' },
);
const PartnerUnknownFieldFault = Type.Object(
  {
    field,
    value,
    issue,
    didYouMean,
    expectedFormat: Type.String({
      description: 'The known field that was probably meant, or a text that there is none',
    }),
  },
  { title: 'PartnerUnknownFieldFault' },
);

const serverTime = Type.String({
  format: 'date-time',
  description: 'Clock of this node when it checked the request; ISO 8601, UTC',
});
const ahead = 'Your `x-timestamp` minus serverTime in whole seconds: negative when your clock is behind';

const SignatureMismatch = Type.Object(
  {
    reason: Type.Literal('SIGNATURE_MISMATCH', {
      description: 'Also for an unknown id: the answer does not say which of the two it is',
    }),
    signedText: Type.String({
      examples: ['GET/api/v1/cities?search=pu1773210642'],
      description:
        'The text to sign: sign exactly this with your secret. If you signed this text, '
        + 'the secret or the id is wrong',
    }),
    serverTime,
    clockDifferenceSeconds: Type.Integer({ description: ahead }),
    signatureFormat: Type.Enum(['base64', 'hex', 'unreadable'], {
      description:
        'How `x-signature` was read; unreadable: neither the base64 of 32 bytes with its padding, '
        + 'nor 64 hexadecimal digits',
    }),
    callerKind: Type.Enum(['service', 'partner'], {
      description: 'Where the id was looked up: service for `x-service-id`, partner for `x-partner-id`',
    }),
  },
  { title: 'SignatureMismatch' },
);

const TimestampOutOfRange = Type.Object(
  {
    reason: Type.Literal('TIMESTAMP_OUT_OF_RANGE'),
    serverTime,
    clockDifferenceSeconds: orNull(Type.Integer(), `${ahead}; null: it is not a number`),
    acceptedSeconds: count('How far `x-timestamp` may be off in either direction; seconds'),
  },
  { title: 'TimestampOutOfRange' },
);

const BodyHashRefused = Type.Object(
  {
    reason: Type.Enum(['BODY_HASH_REQUIRED', 'BODY_HASH_MISMATCH'], {
      description:
        'BODY_HASH_REQUIRED: this operation or this credential needs `x-content-sha256`, signed; '
        + 'BODY_HASH_MISMATCH: it is not the hash of the body',
    }),
  },
  { title: 'BodyHashRefused' },
);

const text = Type.String({ description: 'An explanation, or the message again' });
const missing = Type.Array(Type.String(), { description: 'What is missing or unknown, one entry each' });

const docs = Type.Literal('/docs', { description: 'The page that describes every route' });

/** The `details` of each code where they are more than a text. */
const DETAILS: Partial<Record<ErrorCode, TSchema>> = {
  AUTHENTICATION_FAILED: Type.Union([SignatureMismatch, TimestampOutOfRange, BodyHashRefused]),
  FORBIDDEN: Type.Union([
    text,
    Type.Object(
      { missingScope: Type.Enum(SCOPES, { description: 'What the credential would have to be allowed' }) },
      { title: 'MissingScope' },
    ),
  ]),
  NOT_FOUND: Type.Object(
    {
      nearest: Type.String({
        examples: ['POST /api/v1/shipment-assignment/assign'],
        description: 'Methods and path of the most similar route',
      }),
      docs,
    },
    { title: 'NotFoundDetails' },
  ),
  METHOD_NOT_ALLOWED: Type.Object(
    {
      allowed: Type.Array(Type.String(), { minItems: 1, examples: [['POST']], description: 'As in the header Allow' }),
      docs,
    },
    { title: 'MethodNotAllowedDetails' },
  ),
  PINCODE_NOT_FOUND: Type.Object({ pincodes: Type.Array(Pincode, { minItems: 1, description: 'The unknown ones' }) }),
  PARTNER_NOT_FOUND: Type.Object({ partnerId: PartnerId }),
  POLICY_NOT_FOUND: Type.Object({ policyId: Type.String({ description: 'As the request names it' }) }),
  INSUFFICIENT_COVERAGE: InsufficientCoverage,
  NO_PARTNERS_AVAILABLE: NoPartners,
  BUSINESS_VALIDATION_FAILED: Type.Union([
    missing,
    Type.Object(
      { partnerId: PartnerId },
      {
        description: 'The partner that was deleted while the shipment was being assigned',
      },
    ),
    Type.Array(FailedPincode, {
      minItems: 1,
      description: 'Pincodes that cannot be assigned, when either all or none may be',
    }),
  ]),
  CARD_VERSION_NOT_FOUND: Type.Object({ partnerId: PartnerId, version: Type.String() }),
  CHANGE_NOT_FOUND: Type.Object({ changeId: Type.Integer() }),
  DOCUMENT_NOT_FOUND: DocumentName,
  ALREADY_EXISTS: DocumentName,
  CANNOT_END: DocumentName,
  IN_USE: Type.Object({
    by: Type.Array(DocumentName, {
      minItems: 1,
      maxItems: MAX_NAMERS,
      description: 'The first documents that name it',
    }),
  }),
  CHANGED_SINCE: Type.Union([
    Type.Object(
      {
        partners: Type.Array(
          Type.Object({
            partnerId: PartnerId,
            changeId: Type.Integer({ description: 'The last change set of the partner' }),
          }),
          { minItems: 1, maxItems: MAX_NAMERS, description: 'The first partners that have changed after `basis`' },
        ),
      },
      { title: 'ChangedPartners' },
    ),
    Type.Object(
      {
        documents: Type.Array(DocumentName, {
          minItems: 1,
          maxItems: MAX_NAMERS,
          description: 'The first documents that are not as the change left them',
        }),
      },
      { title: 'ChangedDocuments' },
    ),
  ]),
  LINT_ERRORS: Type.Object({
    findings: Type.Array(Finding, { minItems: 1, description: 'The errors that the change would bring' }),
  }),
  LAST_ADMIN: Type.Object({ scope: Type.Enum(SCOPES, { description: 'What nobody could grant any more' }) }),
  GUARD_REMOVALS: Type.Object({
    losses: Type.Array(
      Type.Object({
        collection: Type.String(),
        rows: Type.Integer({ description: 'Rows in force or to come before' }),
        lost: Type.Integer({ description: 'Of them, those that would be ended or removed' }),
      }),
      { minItems: 1, description: 'The collections that would lose too many' },
    ),
  }),
  DISCOUNT_OVERLAP: Type.Object({
    overlaps: Type.Object(
      { id: Type.Integer(), fromWeight: Type.Optional(Type.Number()), toWeight: Type.Optional(Type.Number()) },
      {
        title: 'OverlappedDiscount',
        description:
          'The existing discount; weights in kilograms. Only its id when another program has written it and it '
          + 'breaks a rule, so that it does not count',
      },
    ),
  }),
  WRONG_STATE: Type.Object({ state: Type.Enum([...LIFE_STATES], { description: 'Its state' }) }),
  AWB_DIFFERS: Type.Object({ awb: Type.String({ description: 'The number that is known' }) }),
  ATTEMPT_CHANGED: Type.Object({ attempt: Type.Integer({ minimum: 1, description: 'The current one' }) }),
  SHIPMENT_ALREADY_ASSIGNED: Type.Object({ shipmentId: Type.String() }),
  TOO_MANY_ATTEMPTS: Type.Object({ attempts: Type.Integer({ description: 'How many it has had' }) }),
  SHIPMENT_CANCELLED: Type.Object({ shipmentId: Type.String() }),
  RATE_LIMIT_EXCEEDED: Type.Object(
    {
      tier: Type.Enum([...Object.keys(RATE_TIERS), 'UNSIGNED'], {
        description: 'Tier of the credential; UNSIGNED: counted by address',
      }),
      limit: Type.Integer({ minimum: 1, description: 'Requests allowed in the window; in a day, records stored' }),
      window: Type.Integer({ minimum: 1, description: 'Length of the window; seconds' }),
      resetTime: moment('When it ends'),
      retryAfter: Type.Integer({ minimum: 1, description: 'Seconds to wait, as in the header Retry-After' }),
    },
    { title: 'RateLimitDetails' },
  ),
};

const titleOf = (code: ErrorCode): string =>
  code.toLowerCase().replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

interface FurtherMembers {
  title?: string;
  /** Members of `error` in addition to code, message and details. */
  inError?: Record<string, TSchema>;
  /** Further members of the body. */
  inBody?: Record<string, TSchema>;
}

function failure(code: ErrorCode, details: TSchema, more: FurtherMembers = {}): TSchema {
  const { title = titleOf(code), inError = {}, inBody = {} } = more;
  return Type.Object(
    {
      success: Type.Literal(false),
      error: Type.Object({
        code: Type.Literal(code),
        message: Type.String({ examples: [ERRORS[code].message] }),
        details,
        ...inError,
      }),
      ...inBody,
      ...tracing,
    },
    { title, description: ERRORS[code].message },
  );
}

const ALL_FAULTS = { minItems: 1, description: 'Every fault of the request' };

/** The two forms of validation failures: a service's credential gets the first one, a partner's the second. */
function validationForms(code: 'VALIDATION_ERROR' | 'UNKNOWN_FIELD', fault: TSchema, partnerFault: TSchema): TSchema[] {
  const ofPartner = `Partner${titleOf(code)}`;
  return [
    failure(code, Type.Array(fault, ALL_FAULTS), {
      inError: { field_count: Type.Integer({ minimum: 1, description: 'Number of faults in details' }) },
    }),
    failure(
      code,
      Type.Object(
        {
          validationErrors: Type.Array(partnerFault, ALL_FAULTS),
          errorCount: Type.Integer({ minimum: 1 }),
          validFields: Type.Array(Type.String(), { description: 'Top-level fields that are known and valid' }),
        },
        { title: `${ofPartner}Details` },
      ),
      { title: ofPartner },
    ),
  ];
}

const AuthenticationFailed = failure('AUTHENTICATION_FAILED', DETAILS.AUTHENTICATION_FAILED!, {
  inError: {
    timestamp: moment('When it was refused'),
    requestId: Type.String({ description: 'The same as request_id' }),
  },
  inBody: { statusCode: Type.Literal(ERRORS.AUTHENTICATION_FAILED.status) },
});

/** The form of a VALIDATION_ERROR about lines. */
export const LINES_VALIDATION_ERROR = failure(
  'VALIDATION_ERROR',
  Type.Array(ApplyFault, { minItems: 1, maxItems: MAX_APPLY_FAULTS, description: 'The first faults of the lines' }),
  {
    title: 'LinesValidationError',
    inError: { field_count: Type.Integer({ minimum: 1, description: 'Number of all faults' }) },
  },
);

/** The forms of a code's body. An answer has one of them. */
export function failuresOf(code: ErrorCode): readonly TSchema[] {
  return FORMS.get(code)!;
}

const FORMS = new Map((Object.keys(ERRORS) as ErrorCode[]).map((code) => [code, formsOf(code)]));

function formsOf(code: ErrorCode): TSchema[] {
  if (code === 'VALIDATION_ERROR') return validationForms(code, Fault, PartnerFault);
  if (code === 'UNKNOWN_FIELD') {
    const partnerFault = Type.Union([PartnerUnknownFieldFault, PartnerFault]);
    return validationForms(code, Type.Union([UnknownFieldFault, Fault]), partnerFault);
  }
  if (code === 'AUTHENTICATION_FAILED') return [AuthenticationFailed];
  return [failure(code, DETAILS[code] ?? text)];
}
