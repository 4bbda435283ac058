/** The lists of the other collections of contracts: documents as stored, with null for absent members. */
import Type, { type TArray, type TObject } from 'typebox';
import { ActiveFilter, Pagination, paging, PartnerFilter, refresh } from './common.js';
import { API_PREFIX, contract, type Contract, type NoMembers } from './contract.js';
import { CONTRACT_COLLECTIONS, type ContractCollection } from '../model/documents.js';
import { resource, type StoredResource } from '../model/resource.js';

interface Texts {
  id: string;
  title: string;
  summary: string;
  /** A sentence about the rows. */
  about: string;
  /** A partner of the demo data that has some. */
  partnerId: string;
  /** Whether there are rows without a partner. */
  hasGeneral: boolean;
}

const TEXTS: Record<ContractCollection, Texts> = {
  'lane-rules': {
    id: 'listLaneRules',
    title: 'LaneRule',
    summary: 'List lane rules',
    about: 'Which routes have which lane: the first rule that holds decides.',
    partnerId: 'nabhdoot-air',
    hasGeneral: false,
  },
  'surcharges': {
    id: 'listSurcharges',
    title: 'Surcharge',
    summary: 'List surcharges',
    about: 'What is charged beyond freight and the standard charges.',
    partnerId: 'gajavahan-freight',
    hasGeneral: true,
  },
  'transit-lanes': {
    id: 'listTransitLanes',
    title: 'TransitLane',
    summary: 'List transit lanes',
    about: 'Transit hours or days by zones or lane, in place of those by distance.',
    partnerId: 'nabhdoot-air',
    hasGeneral: false,
  },
  'rto-terms': {
    id: 'listRtoTerms',
    title: 'RtoTerms',
    summary: 'List RTO terms',
    about: 'What the return of an undelivered parcel costs.',
    partnerId: 'haatwala-ecom',
    hasGeneral: false,
  },
  'weight-terms': {
    id: 'listWeightTerms',
    title: 'WeightTerms',
    summary: 'List weight terms',
    about: 'How volume becomes weight for a customer, a lane or a service, in place of the partner’s rule.',
    partnerId: 'gajavahan-freight',
    hasGeneral: false,
  },
  'holidays': {
    id: 'listHolidays',
    title: 'Holiday',
    summary: 'List holidays',
    about: 'Days without pickups or deliveries, and working days that the weekday does not make.',
    partnerId: 'nabhdoot-air',
    hasGeneral: true,
  },
  'road-distances': {
    id: 'listRoadDistances',
    title: 'RoadDistance',
    summary: 'List road distances',
    about: 'Factors from the great circle to the road between two states.',
    partnerId: 'nabhdoot-air',
    hasGeneral: true,
  },
};

const OWN =
  'The rows of one partner or, for a service that names none, of all partners. A partner’s credential sees its own.';
const OWN_AND_GENERAL =
  'The rows of one partner and rows without a partner, which count for every partner; for a service that names none, '
  + 'all rows. A partner’s credential sees its own and rows without a partner.';
const FORM = 'They are in the order of their ids; a member that a row does not have is null.';

const QUERY = Type.Object({ partnerId: PartnerFilter, status: ActiveFilter, ...paging(50), ...refresh });

/** The contract of the list of a collection. */
export type ContractList<C extends ContractCollection> = Contract<
  {
    params: NoMembers;
    query: typeof QUERY;
    body: null;
    answer: TObject<{ data: TArray<StoredResource<C>['schema']>; pagination: typeof Pagination }>;
    partnerAnswer: null;
  },
  `${typeof API_PREFIX}/${C}`
>;

function listOf<C extends ContractCollection>(collection: C, row: StoredResource<C>): ContractList<C> {
  const { id, summary, about, partnerId, hasGeneral } = TEXTS[collection];
  return contract({
    id,
    path: `${API_PREFIX}/${collection}`,
    tag: 'Contracts',
    summary,
    description: `${about} ${hasGeneral ? OWN_AND_GENERAL : OWN} ${FORM}`,
    reads: ['partners', collection],
    query: ('status' in row.schema.properties ? QUERY : Type.Omit(QUERY, ['status'])) as typeof QUERY,
    answer: Type.Object({ data: Type.Array(row.schema), pagination: Pagination }),
    errors: ['FORBIDDEN', 'PARTNER_NOT_FOUND'],
    example: { query: { partnerId } },
  });
}

const resourceOf = <C extends ContractCollection>(collection: C): StoredResource<C> =>
  resource(collection, { title: TEXTS[collection].title, bounds: 'stored' });

export const CONTRACT_LISTS = CONTRACT_COLLECTIONS.map((collection) => {
  const row = resourceOf(collection);
  return { collection, row, contract: listOf(collection, row) };
});
