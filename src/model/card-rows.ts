/** The rows of a partner's rate card and the rows for all partners, by the table of collections. */
import { derivedFrom } from './derived.js';
import {
  type CollectionName,
  type CollectionWith,
  collectionsWhere,
  type Documents,
  factsOf,
  isDated,
  type Part,
} from './documents.js';

/** The collections whose rows make a partner's rate card. */
type CardCollection = CollectionWith<{ owner: 'partner' | 'anyone'; dirties: readonly ['card', ...Part[]] }>;
export const CARD_COLLECTIONS = collectionsWhere<CardCollection>(
  ({ owner, dirties }) => owner !== 'none' && dirties[0] === 'card',
);

/** Of these, the collections of rows that end: zones, holidays and distances by road stay. */
export type RateCollection = {
  [C in CardCollection]: 'validTo' extends keyof Documents[C] ? C : never;
}[CardCollection];
export const RATE_COLLECTIONS = CARD_COLLECTIONS.filter((name): name is RateCollection => isDated(name));

/** The collections whose rows without a partner are a block that all cards share. */
export type GeneralCollection = CollectionWith<{ general: 'block' }>;
const GENERAL_COLLECTIONS = collectionsWhere<GeneralCollection>(({ general }) => general === 'block');

/** `lane-rules` is `laneRules`. */
type Member<C extends string> = C extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<Member<Rest>>}` : C;
const memberOf = (collection: string): string =>
  collection.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

export type CardRows = { [C in CardCollection as Member<C>]: readonly Documents[C][] };
export type GeneralDocuments = { readonly [C in GeneralCollection]: readonly Documents[C][] };

/** The rows of a partner in a collection; '': those without a partner. */
export type RowsOf<Known extends CollectionName = CardCollection> = <C extends Known>(
  collection: C,
  partnerId: string,
) => readonly Documents[C][];

/** A list is the same array as long as the rows that it is made of are. */
export function cardRowsOf(partnerId: string, of: RowsOf): CardRows {
  const rowsOf = (collection: CardCollection): readonly object[] => {
    const own = of(collection, partnerId);
    return factsOf(collection).general === 'cards' ? together(own, of(collection, '')) : own;
  };
  return Object.fromEntries(CARD_COLLECTIONS.map((name) => [MEMBERS[name], rowsOf(name)])) as unknown as CardRows;
}

const MEMBERS = Object.fromEntries(CARD_COLLECTIONS.map((name) => [name, memberOf(name)]));

function together(own: readonly object[], general: readonly object[]): readonly object[] {
  if (own.length === 0) return general;
  return general.length === 0 ? own : joined(own, general);
}

const joined = derivedFrom((own: readonly object[], general: readonly object[]) => [...general, ...own]);

export const generalRowsOf = (of: RowsOf<GeneralCollection>): GeneralDocuments =>
  Object.fromEntries(GENERAL_COLLECTIONS.map((name) => [name, of(name, '')])) as unknown as GeneralDocuments;
