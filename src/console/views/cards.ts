/** Loaded as one file: the cards of couriers, their changes, and who may make them. */
import { AccessPage } from './access/page.js';
import { ChangesPage } from './changes/page.js';
import { CouriersPage } from './couriers/page.js';
import { DocumentPage } from './document/page.js';
import { FindingsPage } from './findings/page.js';
import { ImportPage } from './import/page.js';

/** By the first part of their paths. */
export const VIEWS = {
  access: AccessPage,
  changes: ChangesPage,
  couriers: CouriersPage,
  documents: DocumentPage,
  findings: FindingsPage,
  import: ImportPage,
};
