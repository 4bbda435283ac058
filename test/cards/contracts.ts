/** The contracts by the names of their folders, each with its invoices. */
import type { Invoice } from './invoice.js';
import { invoices as d2cReturns } from './d2c-returns/invoices.js';
import { invoices as fuelOfTheMonth } from './fuel-of-the-month/invoices.js';
import { invoices as gtaReverseCharge } from './gta-reverse-charge/invoices.js';
import { invoices as heavySlab } from './heavy-slab/invoices.js';
import { invoices as ltl } from './ltl/invoices.js';
import { invoices as nationalAToE } from './national-a-to-e/invoices.js';
import { invoices as prepaidAndCod } from './prepaid-and-cod/invoices.js';
import { invoices as speedPost } from './speed-post/invoices.js';

export const CARDS: Record<string, Invoice[]> = {
  'national-a-to-e': nationalAToE,
  'speed-post': speedPost,
  'ltl': ltl,
  'd2c-returns': d2cReturns,
  'prepaid-and-cod': prepaidAndCod,
  'heavy-slab': heavySlab,
  'gta-reverse-charge': gtaReverseCharge,
  'fuel-of-the-month': fuelOfTheMonth,
};

/** Those that a server prices today; the others need members and collections that no price reads yet. */
export const SERVED = [
  ...['heavy-slab', 'prepaid-and-cod', 'fuel-of-the-month', 'national-a-to-e'],
  ...['ltl', 'gta-reverse-charge', 'd2c-returns', 'speed-post'],
];
