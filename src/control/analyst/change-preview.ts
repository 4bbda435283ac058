/** The documents and the index with and without a change, built for the analyst. */
import { type SentCard, type SentHouse, ofPartners } from '../../analysis/analyst.js';
import { Dirty } from '../../index/build-generation.js';
import type { GenerationHandle } from '../../index/generation.js';
import type { Change } from '../../model/change.js';
import type { CollectionName } from '../../model/documents.js';
import type { Catalog } from '../documents/catalog.js';
import type { Figures } from '../performance/figures.js';
import type { IndexPublisher } from '../publisher.js';

/** The source of previews. */
export interface PreviewSource {
  catalog: Catalog;
  publisher: Pick<IndexPublisher, 'aside'>;
  figures: Pick<Figures, 'outcomesOf'>;
}

/** Documents of one moment, and the index of them. */
export interface PreviewSide {
  catalog: Catalog;
  generation: GenerationHandle;
  /** The partners that are in both as if they were active. */
  inactive: ReadonlySet<string>;
  figures: PreviewSource['figures'];
}

/** A change that nobody has made yet. */
export interface Hypothesis {
  changes: readonly Change[];
  /** The partners whose cards are looked at, active or not. */
  partnerIds: readonly string[];
}

/** Documents and index without a change and with it. */
export interface ChangePreview extends Pick<Hypothesis, 'partnerIds'> {
  before: PreviewSide;
  after: PreviewSide;
  /** The partners whose prices may be others; null: all. */
  touched: ReadonlySet<string> | null;
  /** Whether the linter may find something else in policies. */
  isOfPolicies: boolean;
  /** Whether other partners may get shipments, by policies or capacities that there are. */
  isOfAllocation: boolean;
}

/** The collections that findings about policies depend on. */
const OF_POLICIES: ReadonlySet<CollectionName> = new Set([
  'allocation-policies',
  'place-groups',
  'capacities',
  'partners',
  'pincodes',
  'cities',
  'areas',
]);

/** The collections that say who gets a shipment, and not what it costs. */
const OF_ALLOCATION = ['allocation-policies', 'place-groups', 'capacities'] as const;

/** What makes others get a shipment where there are any of these. */
const MOVING: ReadonlySet<CollectionName> = new Set([...OF_ALLOCATION, 'landed-terms']);

/**
 * Null: no partner's card is looked at or touched, and no policy, place group or capacity.
 * @throws when the documents cannot be indexed
 */
export function previewOf({ changes, partnerIds }: Hypothesis, present: PreviewSource): ChangePreview | null {
  const later = present.catalog.fork();
  const dirty = new Dirty();
  later.apply(changes, dirty);
  const touched = dirty.touchedPartners;
  const has = (collection: (typeof OF_ALLOCATION)[number]): boolean =>
    present.catalog.count(collection) + later.count(collection) > 0;
  const isOfPolicies = changes.some(({ collection }) => OF_POLICIES.has(collection)) && has('allocation-policies');
  const isOfAllocation =
    (touched?.size !== 0 || changes.some(({ collection }) => MOVING.has(collection))) && OF_ALLOCATION.some(has);
  if (touched?.size === 0 && partnerIds.length === 0 && !isOfPolicies && !isOfAllocation) return null;
  const before = momentOf(partnerIds, present);
  return { partnerIds, before, after: built(later, dirty, partnerIds, present), touched, isOfPolicies, isOfAllocation };
}

/** The documents as they are now. */
export function momentOf(partnerIds: readonly string[], present: PreviewSource): PreviewSide {
  return built(present.catalog.fork(), new Dirty(), partnerIds, present);
}

/** @param catalog a fork, which becomes the moment's; `dirty` names what it has and the present one has not */
function built(
  catalog: Catalog,
  dirty: Dirty,
  partnerIds: readonly string[],
  { publisher, figures }: PreviewSource,
): PreviewSide {
  const inactive = new Set<string>();
  for (const partnerId of partnerIds) {
    const partner = catalog.find('partners', partnerId);
    if (partner === undefined || partner.status === 'ACTIVE') continue;
    inactive.add(partnerId);
    const document = { ...partner, status: 'ACTIVE' as const };
    catalog.apply([{ kind: 'put', collection: 'partners', key: partnerId, document }], dirty);
  }
  return { catalog, generation: publisher.aside(catalog, dirty), inactive, figures };
}

/** A partner's card as the analyst gets it; null: there is no such partner. */
export function sentCard({ catalog, generation, figures }: PreviewSide, partnerId: string): SentCard | null {
  if (catalog.find('partners', partnerId) === undefined) return null;
  return {
    documents: catalog.cardDocuments(partnerId),
    defaults: catalog.generalDocuments()['customer-charges'],
    outcomes: figures.outcomesOf(partnerId),
    generation: ofPartners(generation, (each) => each === partnerId),
  };
}

/** All policies as the analyst gets them, and the partners that are active without its help. */
export const sentHouse = ({ catalog, generation, inactive }: PreviewSide): SentHouse => ({
  partners: catalog
    .all('partners')
    .filter(({ partnerId, status }) => status === 'ACTIVE' && !inactive.has(partnerId))
    .map(({ partnerId, groups }) => ({ partnerId, groups: groups ?? [] })),
  house: ofPartners(generation, () => false),
});
