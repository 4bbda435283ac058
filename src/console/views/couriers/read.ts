/** What the node has of a courier. */
import type { Pinrate } from '../../../client/connect.js';
import type { listDocuments } from '../../../client/operations.js';
import { documentsOf } from '../../../import/node-documents.js';
import { counted } from '../../../words.js';
import { day, moment } from '../../parts/words.js';

export type Collection = Parameters<typeof listDocuments>[1];
export type Doc = Readonly<Record<string, unknown>>;

/** Of a collection that the page chooses: what its rows have is known to the page alone. */
export const rowsOf = async (
  pinrate: Pinrate,
  collection: Collection,
  signal: AbortSignal,
  partnerId?: string,
): Promise<Doc[]> => (await documentsOf(pinrate, collection, partnerId, signal)) as unknown as Doc[];

/** A document with dates or a status, now or at a moment to come. @param now ISO 8601 */
export const isOver = ({ status, validTo, to }: Doc, now: string): boolean =>
  status === false || ((validTo ?? to ?? null) !== null && String(validTo ?? to) < now);

export const beginsLater = ({ validFrom, from }: Doc, now: string): boolean =>
  (validFrom ?? from ?? null) !== null && String(validFrom ?? from) > now;

/** A hold, as far as pages show it. */
export interface HoldRow extends Doc {
  id: number;
  reason: string;
  from?: string | null;
  to?: string | null;
  everywhere?: boolean | null;
  end?: string | null;
}

/** Of a hold in all of India, `on hold until 30 Nov: strike`; null: there is none now. @param now ISO 8601 */
export function holdWords(holds: readonly Doc[], now: string): string | null {
  const hold = (holds as readonly HoldRow[]).find(
    (each) => each.everywhere === true && !isOver(each, now) && !beginsLater(each, now),
  );
  if (hold === undefined) return null;
  const { end, to, reason } = hold;
  const what = end === 'PICKUP' || end === 'DELIVERY' ? `${end.toLowerCase()} on hold` : 'on hold';
  return `${what} until ${to ? day(to) : 'further notice'}: ${reason}`;
}

/** Rows that are on no sheet yet, as a sentence. @param begins moments, ISO 8601 */
export function laterWords(begins: readonly string[]): string {
  const [first] = begins.toSorted();
  if (first === undefined) return '';
  return `${counted(begins.length, 'row begins', 'rows begin')} later, the first ${moment(first)}: “Begins on” shows that day.`;
}

/** The document of a courier, as far as its pages show it. */
export interface Courier {
  partnerId: string;
  name: string;
  status: string;
  gstStateCode: string;
  paymentTypes: string[];
  shipmentTypes: string[];
  cutoffTime: string;
  limits: {
    maxWeight: number;
    maxDimensions: { length: number; width: number; height: number };
    maxCodAmount: number;
    maxDeclaredValue: number;
  };
  groups?: string[];
  contact?: { name: string; phone: string; email: string };
  transit: { distanceFrom: number; distanceTo: number; hours?: number | null; days?: number | null }[];
}
