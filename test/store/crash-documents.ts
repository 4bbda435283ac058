import type { AllDocuments } from '../../src/store/dataset/dataset.js';
import { documentsWithPincodes, fixtureDocuments } from './fixtures.js';

const AREAS = 30_000;
const PINCODES = 4_000;

/** Enough documents that an import takes long enough to be killed during it. */
export function largeDocuments(): AllDocuments {
  const documents = fixtureDocuments();
  const [first] = documents.areas;
  return { ...documents, areas: Array.from({ length: AREAS }, (_, index) => ({ ...first!, id: index + 1 })) };
}

/** Enough pincodes that assigning them takes a while, too. */
export function manyPincodes(): { documents: AllDocuments; pincodes: string[] } {
  return documentsWithPincodes(PINCODES);
}
