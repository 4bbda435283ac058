/** Pages that are loaded together: the cards of couriers, their changes, and who may make them. */
export { AccessPage } from './access/page.js';
export { ChangesPage } from './changes/page.js';
export { CouriersPage } from './couriers/page.js';
export { DocumentPage } from './document/page.js';
export { FindingsPage } from './findings/page.js';
export { ImportPage } from './import/page.js';
