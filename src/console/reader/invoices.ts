/** Reconciles an invoice aside from the page: `invoices-HASH.js`, for Invoices alone. */
import { PinrateError } from '../../client/error.js';
import { SheetRefusal } from '../../sheets/sheet.js';
import { MapFault } from '../../sheets/tables/map.js';
import type { FromInvoiceReader, ToInvoiceReader } from './invoice-messages.js';
import type { OutcomeBuilder } from './outcome.js';
import { openInvoice } from './open-invoice.js';
import type { Reconciliation } from './reconciliation.js';

/** What was opened, and then reconciled. */
let opened: Reconciliation | null = null;
let reconciled: OutcomeBuilder | null = null;

const say = (message: FromInvoiceReader): void => postMessage(message);
const progress = (words: string, share: number | null): void => say({ what: 'progress', words, share });

addEventListener('message', ({ data }: MessageEvent<ToInvoiceReader>) => {
  answer(data).catch((error: unknown) => {
    if (error instanceof SheetRefusal || error instanceof MapFault)
      return say({ what: 'unreadable', message: error.message });
    if (!(error instanceof PinrateError)) return say({ what: 'broken', message: String(error) });
    const { code, message, status, details, requestId } = error;
    return say({ what: 'refused', refusal: { code, message, status, details, requestId } });
  });
});

async function answer(message: ToInvoiceReader): Promise<void> {
  if (message.what === 'look') {
    const { seen, lineCount, doubts, reconciliation } = await openInvoice(message.request, progress);
    opened = reconciliation;
    say({ what: 'seen', seen, lines: lineCount, doubts });
  } else if (message.what === 'reconcile') {
    const { outcome, builder } = await opened!.run(progress);
    reconciled = builder;
    say({ what: 'outcome', outcome });
  } else if (reconciled !== null) say({ what: 'lines', lines: reconciled.lines(message.filter, message.most) });
}
