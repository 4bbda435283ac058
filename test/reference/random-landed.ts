/** Random landed terms, figures of outcomes and days of remittance. */
import type { LandedTerms, Partner } from './documents.js';
import type { Figures } from './landed.js';
import { CREATED_AT } from './random-geography.js';
import { CUSTOMER_IDS, randomValidity } from './random-rates.js';
import type { Rng } from './rng.js';

/** General terms and a customer's, of which several may be in force. */
export const randomLandedTerms = (rng: Rng, now: Date): LandedTerms[] =>
  rng.shuffled(Array.from({ length: rng.pick([0, 2, 4, 6, 8]) }, (_, index) => index + 1)).map((id) => ({
    id,
    ...rng.pick([{}, { customerId: null }, { customerId: rng.pick(CUSTOMER_IDS) }]),
    taxCredit: rng.pick(['FULL', 'NONE'] as const),
    returnHandling: rng.pick([0, 12.5, rng.scaled(0, 20_000, 2)]),
    valueLossPercent: rng.pick([0, 4, 12.5, 0.0001, 100, rng.scaled(0, 1_000_000, 4)]),
    annualRatePercent: rng.pick([0, 18, 24.75, 1_000, rng.scaled(0, 10_000_000, 4)]),
    lateCost: rng.pick([0, 15, rng.scaled(0, 100_000, 2)]),
    status: rng.chance(0.9),
    ...randomValidity(rng, now),
    createdAt: CREATED_AT,
  }));

/** In ten-thousandths, at their bounds too. */
export const randomFigures = (rng: Rng): Figures => ({
  rto: rng.pick([0, 10_000, 1_000, 200, 2_735, rng.int(0, 10_000)]),
  onTime: rng.pick([0, 10_000, 9_000, rng.int(0, 10_000)]),
});

/** The partner, which says or not how long it keeps what it collects. */
export const withRemittance = (rng: Rng, partner: Partner): Partner => ({
  ...partner,
  ...rng.pick([{}, { codRemittanceDays: null }, { codRemittanceDays: rng.pick([0, 1, 14, 365]) }]),
});
