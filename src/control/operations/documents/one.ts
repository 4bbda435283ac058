/** One document: read, create, replace, patch, end and remove it. */
import {
  createDocument as createContract,
  deleteDocument as deleteContract,
  endDocument as endContract,
  getDocument as getContract,
  patchDocument as patchContract,
  putDocument as putContract,
  type ResourceCollection,
} from '../../../contract/document-resource.js';
import { API_PREFIX, type AnswerOf, type Contract, type Schemas } from '../../../contract/contract.js';
import type { AcceptedInput } from '../../../contract/input.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import type { Key } from '../../../model/change.js';
import type { Plan } from '../commit.js';
import {
  type AnswerHead,
  type Api,
  type ApiRequest,
  implement,
  type HandlerResult,
  refuse,
  refuseFaults,
  type RefusedResult,
} from '../operation.js';
import { changeDocuments, idsFor, inUse } from './change.js';
import type { Edit } from './edits.js';
import { formersOf, judge, opsOf } from './judge.js';
import { isNumbered, keyFaults, keyMembersIn, keyOfGiven, shownKey } from './keys.js';
import type { Members } from '../../../model/members.js';
import { type Conditions, isAsDemanded, tagOf } from './tag.js';
import { isVisible } from '../owner.js';

export const getDocument = implement(
  getContract,
  async ({ caller, params }, { store }) => {
    const { collection } = params;
    const document = await store.get(collection, keyOfGiven(collection, keyMembersIn(collection, params.key)!));
    if (document === undefined || !isVisible(collection, document, caller)) return notFound(params);
    return { ok: true, answer: { data: document }, etag: tagOf(document) };
  },
  ({ params }) => pathFaults(params),
);

export const createDocument = implement(createContract, (request, api) => {
  const { collection } = request.params;
  const body = request.body as Members;
  const faults = givenKeyFaults(collection, body);
  if (faults.length > 0) return refuseFaults(request.caller, faults);
  const ids = idsFor(request, api);
  // another program may use the id: then the next plan has another one
  const edit = async (): Promise<Edit> => {
    const given = isNumbered(collection) ? { ...body, id: await ids.take(collection) } : body;
    return { how: 'create', collection, key: keyOfGiven(collection, given), given };
  };
  return changeDocument(createContract, request, api, edit);
});

export const putDocument = implement(
  putContract,
  (request, api) => {
    const { collection, key } = request.params;
    const members = keyMembersIn(collection, key)!;
    const given = request.body as Members;
    const faults = otherKeyFaults(members, given);
    if (faults.length > 0) return refuseFaults(request.caller, faults);
    const edit: Edit = {
      how: 'put',
      collection,
      key: keyOfGiven(collection, members),
      given: { ...given, ...members },
    };
    return changeDocument(putContract, request, api, () => edit);
  },
  ({ params }) => pathFaults(params),
);

export const patchDocument = implement(
  patchContract,
  (request, api) =>
    changeDocument(patchContract, request, api, () =>
      editOf(request, { how: 'patch', given: request.body as Members }),
    ),
  ({ params }) => pathFaults(params),
);

export const deleteDocument = implement(
  deleteContract,
  (request, api) => changeDocument(deleteContract, request, api, () => editOf(request, { how: 'delete' })),
  ({ params }) => pathFaults(params),
);

export const endDocument = implement(
  endContract,
  (request, api) => changeDocument(endContract, request, api, () => editOf(request, { how: 'end' })),
  ({ params }) => pathFaults(params),
);

type DocumentParams = ApiRequest<(typeof getContract)['schemas']>['params'];

function editOf(
  { params: { collection, key } }: { params: DocumentParams },
  how: { how: 'patch'; given: Members } | { how: 'end' | 'delete' },
): Edit {
  return { collection, key: keyOfGiven(collection, keyMembersIn(collection, key)!), ...how };
}

function pathFaults({ collection, key }: AcceptedInput<(typeof getContract)['schemas']>['params']): RequestFault[] {
  return collection === undefined || key === undefined ? [] : keyFaults(collection, key);
}

/** The store chooses the id of a new document; elsewhere the document has its key. */
function givenKeyFaults(collection: ResourceCollection, body: Members): RequestFault[] {
  if (!isNumbered(collection)) return [];
  if (!('id' in body)) return [];
  const message = 'must be left out: the store chooses it. PUT takes an id that you choose';
  return [{ field: 'id', code: 'INVALID_VALUE', message, value: body.id }];
}

function otherKeyFaults(members: Readonly<Record<string, Key>>, body: Members): RequestFault[] {
  return Object.entries(members)
    .filter(([name, value]) => name in body && body[name] !== value)
    .map(([field, value]) => ({
      field,
      code: 'INVALID_VALUE',
      message: `must be ${value}, as in the path`,
      value: body[field],
      allowedValues: [value],
    }));
}

/** The conditions of the request that its contract honours. */
function conditionsOf({ conditions }: Pick<Contract, 'conditions'>, request: Conditions): Conditions {
  return {
    ifMatch: conditions.includes('If-Match') ? request.ifMatch : null,
    ifNoneMatch: conditions.includes('If-None-Match') ? request.ifNoneMatch : null,
  };
}

/**
 * Plans the edit of one document, and answers the document with its head.
 * @param ofInput what is wrong with a document, as the request calls it
 */
export function changeDocument<S extends Schemas>(
  contract: Contract<S>,
  request: ApiRequest<S>,
  api: Api,
  editOf: () => Edit | Promise<Edit>,
  ofInput: (fault: RequestFault) => RequestFault = (fault) => fault,
): Promise<HandlerResult<AnswerOf<S>>> {
  return changeDocuments(contract, request, api, async (): Promise<Plan<AnswerOf<S>>> => {
    const edit = await editOf();
    const { collection, key } = edit;
    const formers = await formersOf([edit], api.store);
    const former = [...formers.values()][0];
    const isMissing = former === undefined && edit.how !== 'put' && edit.how !== 'create';
    if (isMissing) return notFound({ collection, key: shownKey(collection, key) });
    if (!isAsDemanded(former, conditionsOf(contract, request))) return refuse('PRECONDITION_FAILED');
    const judged = await judge([edit], formers, api.catalog, new Date(api.now()).toISOString());
    const [fault] = judged.faults;
    if (fault?.impossible !== undefined) return impossible(fault.impossible, edit);
    if (fault !== undefined) {
      const faults = judged.faults.map((each) => ofInput(ofRequest(edit)(each.fault!)));
      return refuseFaults(request.caller, faults);
    }
    if (judged.stillNamed.length > 0) return inUse(judged.stillNamed);
    const [document] = judged.documents;
    const head: AnswerHead = document
      ? {
          etag: tagOf(document),
          ...(contract.alsoStatus === 201 && former === undefined && { status: 201 }),
          ...(contract.answerHeaders.includes('Location') && { location: pathOf(collection, key) }),
        }
      : {};
    return { ok: true, ops: opsOf(judged.changed), answer: { data: document ?? former } as AnswerOf<S>, head };
  });
}

/** A removal has no members: what is wrong with it is about its key. */
function ofRequest({ how }: Edit): (fault: RequestFault) => RequestFault {
  return (fault) => (how === 'delete' ? { ...fault, field: 'key' } : fault);
}

function impossible(
  code: 'DOCUMENT_NOT_FOUND' | 'ALREADY_EXISTS' | 'CANNOT_END',
  { collection, key }: Edit,
): RefusedResult {
  return refuse(code, { details: { collection, key: shownKey(collection, key) } });
}

function notFound({ collection, key }: { collection: ResourceCollection; key: Key }): RefusedResult {
  return refuse('DOCUMENT_NOT_FOUND', { details: { collection, key } });
}

function pathOf(collection: ResourceCollection, key: Key): string {
  return `${API_PREFIX}/documents/${collection}/${encodeURIComponent(shownKey(collection, key))}`;
}
