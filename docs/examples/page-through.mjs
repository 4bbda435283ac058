// Lists what has changed, and prints a partner's packages as lines: PINRATE_SECRET=… node page-through.mjs
import { all, connect, lines, listChanges, listDocuments, PinrateError } from 'pinrate/client';

const { PINRATE_URL = 'http://127.0.0.1:8080', PINRATE_SERVICE_ID = 'main-system', PINRATE_SECRET } = process.env;
const pinrate = connect({ url: PINRATE_URL, service: PINRATE_SERVICE_ID, secret: PINRATE_SECRET });

try {
  for await (const { id, route } of all(pinrate, listChanges)) console.log(id, route);
  for await (const row of lines(pinrate, listDocuments, 'packages', { partnerId: 'haatwala-ecom' })) {
    console.log(row.id, row.packageName, row.baseCharge);
  }
} catch (error) {
  if (!(error instanceof PinrateError)) throw error;
  console.error(`${error.code}: ${error.message} (request ${error.requestId})`);
  for (const { field, message } of error.faults) console.error(`  ${field} ${message}`);
  process.exitCode = 1;
}
