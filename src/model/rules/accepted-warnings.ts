/** Which warnings of an import a partner accepts: what its `accepted` says of findings counts for them too. */
import type { AcceptableCode } from '../lint-codes.js';
import type { Documents, Partner } from '../documents.js';
import { dayInIndia } from '../../domain/calendar.js';

/** What is valid and probably not meant. It is about one document of a partner. */
export type ImportWarning = {
  [C in WarnedCollection]: {
    code: AcceptableCode;
    collection: C;
    document: Documents[C];
    field: string;
    message: string;
  };
}[WarnedCollection];
type WarnedCollection =
  | 'zones'
  | 'packages'
  | 'distance-charges'
  | 'customer-charges'
  | 'lane-rules'
  | 'surcharges'
  | 'transit-lanes'
  | 'rto-terms';

/**
 * The warnings that the partner does not accept. An entry of `accepted` silences those of its code about each document
 * that it names, until its day is over in India: a finding names all of its rows, a warning one.
 */
export function* notAccepted(warnings: Iterable<ImportWarning>, { accepted }: Partner, nowMs: number) {
  const today = dayInIndia(nowMs);
  const silenced = (accepted ?? []).filter(({ until }) => until >= today);
  for (const warning of warnings) {
    const name = `${warning.collection}/${warning.document.id}`;
    if (!silenced.some(({ code, documents }) => code === warning.code && documents.includes(name))) yield warning;
  }
}
