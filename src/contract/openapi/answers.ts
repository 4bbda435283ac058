/**
 * The responses of an operation that are no failures: its answer in the envelope, and for reads that nothing has
 * changed.
 */
import type { CallerKind } from '../../caller.js';
import { orNull } from '../fields.js';
import Type from 'typebox';
import type { Contract } from '../contract.js';
import { tracing } from '../failures.js';
import { EnvelopeWarnings } from '../answers/warnings.js';
import { type HeaderComponents, type HeaderName, RATE_LIMIT_HEADERS } from './headers.js';
import { examplesFor, type RecordedAnswers } from './recorded.js';
import type { JsonObject, Schema, SchemaComponents } from './schema.js';

const success = Type.Literal(true);
const fromCache = Type.Boolean({
  description: 'False with forceRefresh of a service, else true: it was in memory already',
});

/** Next to the answer of an operation that changes documents. */
export const changeId = orNull(
  Type.Integer({ minimum: 1 }),
  'The change set in the history; null: nothing was changed',
);

interface Deps {
  schemas: SchemaComponents;
  headers: HeaderComponents;
  recorded: RecordedAnswers;
  /** Whose answers alone are described; null: everybody's. */
  as: CallerKind | null;
}

const ALSO: Readonly<Record<NonNullable<Contract['alsoStatus']>, string>> = {
  200: 'The same body: what was there already has been changed, or is as it was',
  201: 'The same body: created',
  503: 'The same body, of a node that is not well',
};

/** Whether it answers 304 to a caller that has its answer. */
export function isConditionalRead({
  method,
  reads,
  conditions,
}: Pick<Contract, 'method' | 'reads' | 'conditions'>): boolean {
  return reads.length > 0 || (method === 'GET' && conditions.includes('If-None-Match'));
}

/** By status. */
export function answersOf(contract: Contract, deps: Deps): Record<string, JsonObject> {
  const { headers } = deps;
  const { access, status, alsoStatus, reads, creates, answerHeaders } = contract;
  const hasETag = reads.length > 0 || answerHeaders.includes('ETag');
  const names: HeaderName[] = [
    ...(access === 'signed' ? [...RATE_LIMIT_HEADERS, 'Preference-Applied' as const] : []),
    ...(hasETag ? ['ETag' as const] : []),
    ...(answerHeaders.includes('Location') ? ['Location' as const] : []),
    ...(creates ? ['Idempotency-Replayed' as const] : []),
  ];
  const { content, unwell } = contentOf(contract, deps);
  return {
    [status]: { description: descriptionOf(contract, deps.as), headers: headers.headers(...names), content },
    ...(isConditionalRead(contract) && {
      304: {
        description: 'What `If-None-Match` names still holds. Without a body',
        headers: headers.headers(...names),
      },
    }),
    ...(alsoStatus !== null && {
      [alsoStatus]: {
        description: ALSO[alsoStatus],
        headers: alsoStatus === 503 ? headers.headers() : headers.headers(...names),
        content: unwell,
      },
    }),
  };
}

function descriptionOf({ schemas, status }: Contract, as: CallerKind | null): string {
  const what = status === 201 ? 'Created' : 'Answered';
  return schemas.partnerAnswer === null || as !== null
    ? what
    : `${what}: to a service's credential in the first form, to a partner's in the second`;
}

/** `unwell`: without the recorded answers, which are of a healthy node. */
function contentOf(contract: Contract, { schemas, recorded, as }: Deps): { content: JsonObject; unwell: JsonObject } {
  const { id, mediaType, streams } = contract;
  const streamed = Object.fromEntries(streams.map((name) => [name, { schema: { type: 'string' } }]));
  const schema = schemas.convert(answerOf(contract, as));
  return {
    content: { [mediaType]: { schema, ...examplesFor(recorded[id], as) }, ...streamed },
    unwell: { [mediaType]: { schema: structuredClone(schema) }, ...structuredClone(streamed) },
  };
}

/**
 * Every answer has a name, which is the same in the documents of all callers; one that is the whole body has its own.
 */
function answerOf(contract: Contract, as: CallerKind | null): Schema {
  const {
    id,
    schemas: { answer, partnerAnswer },
    isBare,
  } = contract;
  if (isBare) return answer as Schema;
  const title = `${id[0]!.toUpperCase()}${id.slice(1)}Answer`;
  if (partnerAnswer === null) return inEnvelope({ ...answer, title }, contract);
  const forms = {
    service: { ...answer, title: `Service${title}`, description: 'To a service’s credential' },
    partner: { ...partnerAnswer, title: `Partner${title}`, description: 'To a partner’s credential' },
  };
  if (as !== null) return inEnvelope(forms[as], contract);
  return { title, anyOf: [inEnvelope(forms.service, contract), inEnvelope(forms.partner, contract)] };
}

/**
 * The answer with the members that every answer has, of which each form gets its own: only so an object can be held to
 * its members.
 */
function inEnvelope(answer: Schema, contract: Contract): Schema {
  const forms = answer.anyOf as Schema[] | undefined;
  if (forms !== undefined) return { ...answer, anyOf: forms.map((form) => inEnvelope(form, contract)) };
  if (answer.properties === undefined) throw new Error(`${contract.id}: an answer is an object or a union of objects`);

  const properties = answer.properties as Record<string, Schema>;
  const { execution_time_ms, request_id } = tracing;
  const isWarning = contract.access === 'signed' && !contract.warnsInData;
  const envelope: Record<string, object> = {
    success,
    ...(contract.changes && { changeId }),
    ...(isWarning && { warnings: EnvelopeWarnings }),
    execution_time_ms,
    ...(contract.reads.length > 0 && { from_cache: fromCache }),
    request_id,
  };
  const taken = Object.keys(envelope).filter((name) => name in properties);
  if (taken.length > 0)
    throw new Error(`${contract.id}: the envelope has ${taken.join(', ')}, which the answer has too`);
  const { success: first, ...last } = envelope;
  const always = Object.keys(last).filter((name) => name !== 'warnings');
  const required = [...((answer.required as string[] | undefined) ?? []), ...always];
  return { ...answer, properties: { success: first, ...properties, ...last }, required: ['success', ...required] };
}
