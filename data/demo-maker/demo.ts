import { allocationPolicies, capacities, landedTerms, placeGroups } from './allocation.js';
import { buildDataset, type Dataset } from './build.js';
import { datasetFiles } from './folder.js';
import { deliveryHabits, habitsFile } from './outcomes.js';
import { tiled } from './tiling.js';
import { readGeography, type Geography } from './geography.js';
import { holds } from './holds.js';
import { holidays } from './holidays.js';
import { nabhdootAir } from './partners/nabhdoot-air.js';
import { dharalineSurface } from './partners/dharaline-surface.js';
import { kachhuaCargo } from './partners/kachhua-cargo.js';
import { haatwalaEcom } from './partners/haatwala-ecom.js';
import { dakshinpathCourier } from './partners/dakshinpath-courier.js';
import { nagarvegaSameday } from './partners/nagarvega-sameday.js';
import { gajavahanFreight } from './partners/gajavahan-freight.js';
import { himbrahmaHills } from './partners/himbrahma-hills.js';
import { thardootParcel } from './partners/thardoot-parcel.js';
import { ekdwarDispatch } from './partners/ekdwar-dispatch.js';
import { roadDistances } from './road-factors.js';

/** In the order of their id blocks: append new partners, never reorder. */
const PARTNERS = [
  nabhdootAir,
  dharalineSurface,
  kachhuaCargo,
  haatwalaEcom,
  dakshinpathCourier,
  nagarvegaSameday,
  gajavahanFreight,
  himbrahmaHills,
  thardootParcel,
  ekdwarDispatch,
];

/** The demo dataset, which is always the same for the same geography. All its companies are invented. */
export function makeDemo(geography: Geography = readGeography()): Dataset {
  return {
    ...buildDataset(PARTNERS, geography, tiled),
    'holidays': holidays(geography),
    'road-distances': roadDistances(geography),
    'holds': holds(geography),
    'place-groups': placeGroups(geography),
    'allocation-policies': allocationPolicies(),
    'capacities': capacities(),
    'landed-terms': landedTerms(),
  };
}

/** File name → content: the documents, and of what a node makes a year of outcomes. */
export const demoFiles = (demo: Dataset, geography: Geography): Map<string, string> =>
  new Map([...datasetFiles(demo), habitsFile(deliveryHabits(demo, geography))]);
