/** Rates matrices over HTTP, in the three forms that they have. */
import { unpack } from 'msgpackr';
import { MAIN, type TestApp } from '../../support/app.js';
import { type ClientCredential, sign } from '../../support/client.js';

export const PATH = '/api/v1/partners/rates/matrix';

export interface CellLists<Column = number[]> {
  partnerId: string;
  pickupPincode: string;
  total: Column;
  hours: Column;
  lane: Column;
  reason: Column;
}

export interface Matrix<Column = number[]> {
  partnerIds: string[];
  pickupPincodes: string[];
  deliveryPincodes: string[];
  pricedAt: string;
  generation: number;
  rateCardVersions: Record<string, string>;
  cells: CellLists<Column>[];
  lanes: string[];
  reasons: string[];
}

interface MatrixReply {
  status: number;
  headers: Headers;
  bytes: Buffer;
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

interface Asked {
  credential?: ClientCredential;
  accept?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export async function askMatrix(app: TestApp, body: unknown, asked: Asked = {}): Promise<MatrixReply> {
  const { credential = MAIN, accept = 'application/json', headers = {}, signal } = asked;
  const signed = sign('POST', PATH, credential, { nowSeconds: Math.floor(app.clock.nowMs / 1_000) });
  const response = await fetch(`${app.app.url}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept, ...signed, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal && { signal }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type') === 'application/json';
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    json: isJson ? JSON.parse(bytes.toString()) : undefined,
  };
}

/** What the columns of a packed matrix hold. */
export function unpackedMatrix(bytes: Buffer): Matrix {
  const packed = unpack(bytes) as Matrix<Buffer>;
  const cells = packed.cells.map(({ partnerId, pickupPincode, total, hours, lane, reason }) => ({
    partnerId,
    pickupPincode,
    total: Array.from({ length: total.length / 4 }, (_, index) => total.readInt32LE(4 * index)),
    hours: Array.from({ length: hours.length / 2 }, (_, index) => hours.readInt16LE(2 * index)),
    lane: Array.from({ length: lane.length / 2 }, (_, index) => lane.readInt16LE(2 * index)),
    reason: [...reason],
  }));
  return { ...packed, cells };
}

/** The lines of CSV that a matrix is. */
export function csvOf({ cells, deliveryPincodes, lanes, reasons }: Matrix): string {
  const shown = (value: number, text: string): string => (value === -1 ? '' : text);
  const lines = cells.flatMap(({ partnerId, pickupPincode, total, hours, lane, reason }) =>
    deliveryPincodes.map((deliveryPincode, index) =>
      [
        partnerId,
        pickupPincode,
        deliveryPincode,
        shown(total[index]!, (total[index]! / 100).toFixed(2)),
        shown(hours[index]!, `${hours[index]!}`),
        shown(lane[index]!, lanes[lane[index]!]!),
        reasons[reason[index]!]!,
      ].join(','),
    ),
  );
  const header = 'partnerId,pickupPincode,deliveryPincode,total,hours,lane,reason';
  return [header, ...lines, ''].join('\r\n');
}
