/** POST /quotes/replay: an earlier quote again, by its token. */
import Type, { type Static } from 'typebox';
import { moment, orNull, text } from './fields.js';
import { REASON_CODES } from '../domain/reasons.js';
import { CHARGE_AMOUNTS, Charges, OwnCharges } from './answers/charges.js';
import { BreakdownEntry } from './answers/price.js';
import { API_PREFIX, contract } from './contract.js';
import { MAX_GIVEN_TOKEN_LENGTH } from '../limits/requests.js';
import { PartnerId } from '../model/documents.js';

const { Optional } = Type;

/** Stands for a token in examples: each store has its own. */
export const SHOWN_QUOTE_TOKEN = 'AXJlcGxhY2UgbWUgYnkgYSBxdW90ZVRva2VuIG9mIHlvdXIgb3du';

const codes = (description: string) =>
  Type.Array(Type.Enum([...REASON_CODES, 'PARTNER_NOT_FOUND', 'PINCODE_NOT_FOUND']), { description });

export const DIFFERENCE_MEMBERS = [...CHARGE_AMOUNTS, 'roundedAmount'] as const;

const difference = Object.fromEntries(
  DIFFERENCE_MEMBERS.map((name) => [name, Optional(Type.Number({ description: 'now − then; Rupees' }))]),
) as Record<(typeof DIFFERENCE_MEMBERS)[number], ReturnType<typeof Type.Optional<ReturnType<typeof Type.Number>>>>;

const ReplayedQuote = Type.Object(
  {
    as: Type.Enum(['then', 'now']),
    exact: Type.Boolean({
      description:
        'true: the charges and the breakdown of then are the same bytes as in the answer. false: another version of '
        + 'the engine answered; the present one computes them from the documents of that time',
    }),
    partnerId: PartnerId,
    pricedAt: moment(
      'The moment of the rows and prices of these charges: for then the shipDate or moment of the request',
    ),
    rateCardVersion: orNull(
      Type.String({ pattern: '^[0-9a-f]{16}$' }),
      'Of the card that the charges here are of; null: there is no such partner now',
    ),
    engineVersion: text('The version of pinrate that answered then', ['0.4.0']),
    charges: orNull(
      Type.Union([Charges, OwnCharges]),
      'In the shape of the earlier caller; null: there is no price, for the `reasons`',
    ),
    breakdown: orNull(Type.Array(BreakdownEntry), 'The rules that made the price; null: there is no price'),
    reasons: Type.Object(
      {
        then: codes('Why there was no price; empty: there was one'),
        now: Optional(codes('Why there is none now; empty: there is one. Only with `now`')),
      },
      { title: 'ReplayReasons' },
    ),
    difference: Optional(
      orNull(
        Type.Object(difference, { title: 'ReplayDifference' }),
        'Only with `now`: the increase of each amount of the charges since then; null: one of the two has no price',
      ),
    ),
  },
  { title: 'ReplayedQuote' },
);
export type ReplayedQuote = Static<typeof ReplayedQuote>;

export const replayQuote = contract({
  id: 'replayQuote',
  path: `${API_PREFIX}/quotes/replay`,
  tag: 'History',
  scope: 'quote',
  summary: 'Ask for a price again',
  description: `What calculate-charges answered with \`includeQuoteToken\`, whatever has changed since: partners, rates,
places, defaults and settings.

- \`then\` answers the charges and the breakdown of that time, byte for byte (\`exact\`). Nothing of a quote is stored:
  they are computed again from the token and the history.
- \`now\` prices the same question at the moment of the request, and adds what has become dearer (\`difference\`).
- A token that was altered or is of another store is a 400 \`QUOTE_TOKEN_INVALID\`.
- A token from before what the history has is a 410 \`QUOTE_TOO_OLD\`, when documents have changed since (HISTORY_DAYS).
- A price is never guessed: where another program has changed the store within seconds of the quote, and the documents
  that priced it cannot be known, the answer is a 409 \`QUOTE_NOT_REPRODUCIBLE\`.
- A partner’s credential asks for quotes of itself; of others it gets a 403.`,
  body: Type.Object(
    {
      quoteToken: Type.String({
        maxLength: MAX_GIVEN_TOKEN_LENGTH,
        description: 'From an answer of calculate-charges',
        examples: [SHOWN_QUOTE_TOKEN],
      }),
      as: Optional(Type.Enum(['then', 'now'], { default: 'then', description: 'When it is priced' })),
    },
    { title: 'ReplayRequest' },
  ),
  answer: Type.Object({ data: ReplayedQuote }),
  errors: [
    'QUOTE_TOKEN_INVALID',
    'QUOTE_NOT_REPRODUCIBLE',
    'QUOTE_TOO_OLD',
    'FORBIDDEN',
    'OVERLOADED',
    'STORE_UNAVAILABLE',
  ],
  example: { body: { quoteToken: SHOWN_QUOTE_TOKEN, as: 'now' } },
});
