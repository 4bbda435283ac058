/**
 * The version of a rate card (docs/rules.md#rate-card-versions): the same on every node, and new with every change.
 */
import { hash } from 'node:crypto';
import { canonicalJson } from '../../domain/canonical.js';
import { DEFAULT_VOLUMETRIC_DIVISOR } from '../../domain/weight.js';
import type { Zone } from '../../model/documents.js';
import type { GeneralDocuments } from '../general.js';
import { ownLaneRules, ownPackages, ownSurcharges, ownTransitLanes } from './own-rows.js';
import type { CardDocuments } from './parts.js';

/**
 * The first 16 hex digits of SHA-256 over the digests of everything that this partner's prices depend on.
 * @param isFirst whether nothing of this partner has changed yet: then the digests of its rows are not kept
 */
export function rateCardVersion(documents: CardDocuments, general: GeneralDocuments, isFirst = false): string {
  const digest = <D extends Row>(rows: readonly D[], form?: (document: D) => unknown) => digestOf(rows, isFirst, form);
  const { partnerId, gstStateCode, volumetricDivisor = DEFAULT_VOLUMETRIC_DIVISOR, tax } = documents.partner;
  const { cft, volumetricBasis } = documents.partner;
  // a card that weighs by its divisor and by shipment keeps its version
  const volume = [cft ? `cft ${cft}` : '', volumetricBasis === 'PIECE' ? 'by piece' : ''].filter((part) => part !== '');
  const { customerCharges, discounts, distanceCharges, packages, zones } = documents;
  const named = (name: string, rows: readonly Row[]) => (rows.length > 0 ? [`${name} ${digest(rows)}`] : []);
  const card = [
    JSON.stringify([
      partnerId,
      gstStateCode,
      volumetricDivisor,
      ...(tax?.length ? [canonicalJson(tax)] : []),
      ...volume,
    ]),
    digest(zones, rateFormOfZone),
    digest(ownPackages(packages, zones)),
    digest(distanceCharges),
    digest(customerCharges),
    digest(general['customer-charges']),
    digest(discounts),
    // named, and left out without rows: a card without them keeps its version
    ...named('lane-rules', ownLaneRules(documents.laneRules, zones)),
    ...named('surcharges', ownSurcharges(documents.surcharges, zones)),
    ...named('transit-lanes', ownTransitLanes(documents.transitLanes, zones)),
    ...named('rto-terms', documents.rtoTerms),
    ...named('holidays', documents.holidays),
    ...named('general holidays', general.holidays),
    ...named('road-distances', documents.roadDistances),
    ...named('general road-distances', general['road-distances']),
    ...(documents.overrides === '' ? [] : [`zone-pincodes ${documents.overrides}`]),
  ];
  return hash('sha256', card.join('\n'), 'hex').slice(0, 16);
}

// Kept by list and, once a card changes, by document; both are new objects when they change. Hashing whole cards costs
// too much with frequent changes, and a thousand partners that never change have a hundred thousand documents.
const digests = new WeakMap<object, string>();

interface Row {
  id: number;
}

/** The digest of a list whose order has no meaning. */
function digestOf<D extends Row>(
  rows: readonly D[],
  isFirst: boolean,
  form: (document: D) => unknown = (same) => same,
): string {
  const digestOfRow = (row: D) => sha256(canonicalJson(form(row)));
  return remembered(rows, () =>
    sha256(
      [...rows]
        .sort((a, b) => a.id - b.id)
        .map((row) => (isFirst ? digestOfRow(row) : remembered(row, () => digestOfRow(row))))
        .join('\n'),
    ),
  );
}

/** The fields of a zone that prices depend on. An import writes a missing charge as 0, so both forms must be equal. */
function rateFormOfZone({ id, status, attributes, tags, services }: Zone): object {
  return {
    id,
    status,
    attributes,
    ...(tags && tags.length > 0 && { tags }),
    services: services.map((service) => ({ ...service, baseCharge: service.baseCharge ?? 0 })),
  };
}

function remembered(of: object, make: () => string): string {
  let digest = digests.get(of);
  if (digest === undefined) digests.set(of, (digest = make()));
  return digest;
}

/** In base64, because one is kept for each document and it is shorter than the text. */
const sha256 = (text: string): string => hash('sha256', text, 'base64');
