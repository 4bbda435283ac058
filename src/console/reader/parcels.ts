/** Reads sheets of parcels, orders and what became of them, aside from the page: `orders-HASH.js`. */
import type { OrderOptions, OutcomeOptions, ReadRequest } from './messages.js';
import { readOrderSheet } from './orders.js';
import { readOutcomeSheet } from './outcomes.js';
import { serve } from './serve.js';

const isOfOrders = (request: ReadRequest<OrderOptions | OutcomeOptions>): request is ReadRequest<OrderOptions> =>
  request.options.kind === 'orders';

serve<OrderOptions | OutcomeOptions>((request, pinrate, progress) =>
  isOfOrders(request)
    ? readOrderSheet(request, pinrate)
    : readOutcomeSheet(pinrate, request as ReadRequest<OutcomeOptions>, progress),
);
