/** Finds a shipment, also one that another login assigned. */
import type { Pinrate } from '../../../client/connect.js';
import { PinrateError } from '../../../client/error.js';
import { all } from '../../../client/lists.js';
import { getShipment, listShipments } from '../../../client/operations.js';
import { pathWith } from '../../parts/paths.js';

export type Shipment = Awaited<ReturnType<typeof getShipment>>['data'];

/** No API finds a shipment by its AWB, nor of an unknown caller: so many of the latest are read. */
export const LATEST_READ = 2_000;
const ROWS_A_PAGE = 100;
/** What a caller may use as the number of a shipment. */
const SHIPMENT_ID = /^[a-zA-Z0-9_-]{1,200}$/;

/** @param caller kind and id; empty: the one that asks */
export const shipmentPath = (shipmentId: string, caller: string | null): string =>
  pathWith(`/today/${encodeURIComponent(shipmentId)}`, { caller: caller ?? '' });

/** The query that names the caller of a shipment. */
export const ofCaller = (caller: string | null): { caller?: string } => (caller ? { caller } : {});

/**
 * The first that is found:
 *
 * 1. the shipment with this number of the caller that is named, or else of the one that asks;
 * 2. of the latest shipments of all callers, or of the one that is named, the newest with this number, AWB or tracking
 *    number.
 *
 * @param caller kind and id; empty: nobody is named
 * @param onRead gets how many of the latest are read so far
 */
export async function findShipment(
  pinrate: Pinrate,
  number: string,
  caller: string,
  signal: AbortSignal,
  onRead: (read: number) => void,
): Promise<Shipment | null> {
  const named = SHIPMENT_ID.test(number) ? await shipmentOrNull(pinrate, number, caller, signal) : null;
  if (named !== null) return named;
  let read = 0;
  for await (const row of all(pinrate, listShipments, { limit: ROWS_A_PAGE }, { signal })) {
    const { shipmentId, lifecycle, trackingNumber } = row;
    const isIt = [shipmentId, lifecycle.awb, trackingNumber].includes(number);
    if (isIt && (caller === '' || row.caller === caller))
      return shipmentOrNull(pinrate, shipmentId, row.caller ?? '', signal);
    read += 1;
    if (read % ROWS_A_PAGE === 0) onRead(read);
    if (read >= LATEST_READ) return null;
  }
  return null;
}

async function shipmentOrNull(
  pinrate: Pinrate,
  shipmentId: string,
  caller: string,
  signal: AbortSignal,
): Promise<Shipment | null> {
  try {
    const { data } = await getShipment(pinrate, shipmentId, ofCaller(caller), { signal });
    return data;
  } catch (error) {
    if (error instanceof PinrateError && error.status === 404) return null;
    throw error;
  }
}
