/** GET /pincodes/{pincode}: where a pincode lies, and which partners cover it. */
import { getPincode as contract } from '../../../contract/coverage.js';
import { pincodeResource } from '../geography/pincodes.js';
import { answer, implement, refuse } from '../operation.js';
import { placeTable } from '../zones/place-table.js';
import { offerResource, PartnerPlaces } from './partner-places.js';
import { visiblePartners } from '../owner.js';

export const getPincode = implement(contract, ({ caller, params: { pincode } }, { catalog, now }) => {
  const row = catalog.find('pincodes', pincode);
  const resource = row === undefined ? null : pincodeResource(row, catalog);
  if (resource === null) return refuse('PINCODE_NOT_FOUND', { details: { pincodes: [pincode] } });
  const slot = placeTable(catalog).slotOf(Number(pincode));
  const nowMs = now();
  const partners = visiblePartners(caller, catalog).flatMap(({ partnerId }) => {
    const offer = new PartnerPlaces(catalog, partnerId, nowMs).at(slot, Number(pincode));
    return offer === null ? [] : { partnerId, ...offerResource(offer) };
  });
  return answer({ data: { ...resource, partners } });
});
