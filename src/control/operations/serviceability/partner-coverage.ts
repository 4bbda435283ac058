/** GET /partners/{partnerId}/coverage: every pincode that a partner covers, line by line. */
import { COVERAGE_COLUMNS, getPartnerCoverage as contract } from '../../../contract/coverage.js';
import type { Partner } from '../../../model/documents.js';
import { csvLine } from '../../../csv.js';
import { implement, type Api } from '../operation.js';
import { partnerOf } from '../owner.js';
import { placeTable } from '../zones/place-table.js';
import { type Offer, offerResource, PartnerPlaces } from './partner-places.js';

const CSV = 'text/csv';

export const getPartnerCoverage = implement(contract, ({ caller, params, mediaType }, api) => {
  const scoped = partnerOf(caller, params.partnerId, api);
  if (!scoped.ok) return scoped;
  const covered = coveredBy(scoped.value, api);
  return mediaType === CSV
    ? { ok: true, lines: csvLines(covered), mediaType: `${CSV}; charset=utf-8; header=present` }
    : { ok: true, lines: jsonLines(covered) };
});

interface CoveredPincode {
  pincode: string;
  offer: Offer;
}

/** Found at once: the lines are asked for over time, and documents change meanwhile. */
function coveredBy({ partnerId, status }: Partner, { catalog, now }: Api): CoveredPincode[] {
  if (status !== 'ACTIVE') return [];
  const places = new PartnerPlaces(catalog, partnerId, now());
  return placeTable(catalog).pincodes.flatMap(({ pincode }, index) => {
    const offer = places.at(index + 1, Number(pincode));
    return offer === null ? [] : { pincode, offer };
  });
}

function* jsonLines(covered: readonly CoveredPincode[]): Generator<string> {
  // made once for all places that are the same in it
  const rest = new Map<Offer, string>();
  for (const { pincode, offer } of covered) {
    let text = rest.get(offer);
    if (text === undefined) rest.set(offer, (text = JSON.stringify(offerResource(offer)).slice(1)));
    yield `{"pincode":"${pincode}",${text}`;
  }
}

function* csvLines(covered: readonly CoveredPincode[]): Generator<string> {
  // with the newline of the stream it is CRLF
  yield `${csvLine(COVERAGE_COLUMNS)}\r`;
  const rest = new Map<Offer, string>();
  for (const { pincode, offer } of covered) {
    let text = rest.get(offer);
    if (text === undefined) rest.set(offer, (text = csvLine(cellsOf(offer))));
    yield `${pincode},${text}\r`;
  }
}

/** All columns but the first. */
function cellsOf(offer: Offer): string[] {
  const { zoneId, zone, level, services, attributes, blocked } = offerResource(offer);
  return [String(zoneId), zone, level, services.join(' '), attributes.join(' '), blocked?.reason ?? ''];
}
