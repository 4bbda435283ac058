/** A few contracts that together use every feature of a contract. */
import Type from 'typebox';
import { DateTime, Id } from '../../src/contract/fields.js';
import { Flag, Pagination, paging, refresh, sorting } from '../../src/contract/common.js';
import { API_PREFIX, type Contract, contract } from '../../src/contract/contract.js';

const { Optional } = Type;
const Colour = Type.Enum(['RED', 'BLUE'], { title: 'Colour', description: 'Of the paint' });
// a write is closed to unknown members, an answer is not: they share no schema with a title
const NewMaker = Type.Object(
  { name: Type.String(), since: Type.Union([DateTime, Type.Null()]) },
  { title: 'NewMaker' },
);
const Maker = Type.Object({ name: Type.String(), since: Type.Union([DateTime, Type.Null()]) }, { title: 'Maker' });

export const Toy = Type.Object(
  {
    id: Id,
    colour: Colour,
    // TypeBox copies both to make them optional
    secondColour: Optional(Colour),
    maker: Optional(Maker),
    owner: Type.Union([Maker, Type.Null()], { description: 'Null: it is in the shop' }),
    pricesByShop: Type.Record(Type.String(), Type.Number({ minimum: 0 })),
  },
  { title: 'Toy' },
);

/** A read, with parameters of every kind. */
export const listToys = contract({
  id: 'listToys',
  path: `${API_PREFIX}/makers/{makerId}/toys`,
  tag: 'Partners',
  summary: 'List toys',
  description: 'All toys of a *maker*.',
  reads: ['partners'],
  isOfPartner: true,
  params: Type.Object({ makerId: Type.Integer({ minimum: 1, description: 'The maker' }) }),
  query: Type.Object({
    shop: Type.String({ description: 'Where it is sold', examples: ['corner-shop'] }),
    colour: Optional(Colour),
    search: Optional(Type.String({ minLength: 2, description: 'Part of the name', examples: ['bear'] })),
    withMaker: Flag('Adds the maker', true),
    ...paging(50),
    ...sorting(['id', 'colour']),
    ...refresh,
  }),
  answer: Type.Object({ data: Type.Array(Toy), pagination: Pagination }),
  errors: ['PARTNER_NOT_FOUND', 'FORBIDDEN', 'OVERLOADED'],
  example: { params: { makerId: '7' }, query: { withMaker: 'false', limit: '10' } },
});

/** Creates something. */
export const createToy = contract({
  id: 'createToy',
  path: `${API_PREFIX}/toys`,
  tag: 'Zones',
  summary: 'Create a toy',
  description: 'One toy.',
  status: 201,
  creates: true,
  body: Type.Object({ colour: Colour, maker: Optional(NewMaker) }, { title: 'NewToy' }),
  answer: Type.Object({ data: Toy }),
  errors: ['DISCOUNT_OVERLAP'],
  example: { body: { colour: 'RED' } },
});

/** A union of answers for a service, and another answer for a partner. */
export const priceToy = contract({
  id: 'priceToy',
  path: `${API_PREFIX}/toys`,
  method: 'GET',
  tag: 'Quotes',
  warnsInData: true,
  summary: 'Price a toy',
  description: 'What it costs.',
  answer: Type.Union([
    Type.Object({ price: Type.Number() }, { title: 'ToyPrice' }),
    Type.Object({ soldOut: Type.Literal(true), alternative: Optional(Toy) }, { title: 'ToySoldOut' }),
  ]),
  partnerAnswer: Type.Object({ price: Type.Number(), margin: Type.Number() }),
});

export const getToyHealth = contract({
  id: 'getToyHealth',
  path: '/toys/health',
  tag: 'Operations',
  summary: 'Are the toys well',
  description: 'Anyone may ask.',
  access: 'open',
  isBare: true,
  alsoStatus: 503,
  answer: Type.Object({ success: Type.Boolean(), broken: Type.Integer() }, { title: 'ToyHealth' }),
  errors: ['RATE_LIMIT_EXCEEDED'],
});

export const getToyMetrics = contract({
  id: 'getToyMetrics',
  path: '/toys/metrics',
  tag: 'Operations',
  summary: 'Metrics of toys',
  description: 'Anyone may ask.',
  access: 'open',
  isBare: true,
  mediaType: 'text/plain; version=1',
  answer: Type.String(),
});

export const TOY_CONTRACTS = [
  listToys,
  createToy,
  priceToy,
  getToyHealth,
  getToyMetrics,
] as unknown as readonly Contract[];
