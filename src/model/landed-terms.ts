/** What the house makes of prices, returns, cash and delays; see documents.ts. */
import Type from 'typebox';
import { TAX_CREDITS } from '../domain/landed.js';
import { MAX_PERCENT } from '../limits/documents.js';
import { closed, dateTime, id, inUnit, isActive, money, name, nullish, validity } from './fields.js';

const percent = (maximum: number, meaning: string) =>
  Type.Number({ minimum: 0, maximum, ...inUnit('Percent, at most four decimals', meaning) });

export const LandedTermsDoc = Type.Object(
  {
    id: id('Number of the terms, unique among all of them.'),
    customerId: nullish(
      name(
        'The only customer of yours that they are for: the customerId of a request. They go before the general ones.',
      ),
      'all customers',
    ),
    taxCredit: Type.Enum([...TAX_CREDITS], {
      description: 'FULL: you get the GST on shipping back, and it costs you nothing. NONE: prices count with tax.',
    }),
    returnHandling: money('What you spend on a parcel that returns, besides the courier’s price.'),
    valueLossPercent: percent(100, 'What the goods lose of their declared value when they return.'),
    annualRatePercent: percent(MAX_PERCENT, 'A year’s interest on the cash that waits for its remittance.'),
    lateCost: money('What a delivery costs you that is late.'),
    status: isActive('they do not count.'),
    ...validity,
    createdAt: dateTime('When the terms were created.'),
  },
  closed,
);
