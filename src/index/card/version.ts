/**
 * The version of a rate card (docs/rules.md#rate-card-versions): the same on every node, and new with every change.
 */
import { hash } from 'node:crypto';
import { canonicalJson } from '../../domain/canonical.js';
import { DEFAULT_VOLUMETRIC_DIVISOR } from '../../domain/weight.js';
import { derived } from '../../model/derived.js';
import type { Zone } from '../../model/documents.js';
import type { GeneralDocuments } from '../../model/card-rows.js';
import { type CardDocuments, ownDocuments } from './documents.js';

/**
 * The first 16 hex digits of SHA-256 over the digests of everything that this partner's prices depend on.
 * @param isFirst whether nothing of this partner has changed yet: then the digests of its rows are not kept
 */
export function rateCardVersion(documents: CardDocuments, general: GeneralDocuments, isFirst = false): string {
  const digest = <D extends Row>(rows: readonly D[], form: (document: D) => unknown = (same) => same) =>
    digestOf(rows, { isFirst, form: form as Digestion['form'] });
  const { partnerId, gstStateCode, volumetricDivisor = DEFAULT_VOLUMETRIC_DIVISOR, tax } = documents.partner;
  const { cft, volumetricBasis, amounts } = documents.partner;
  // a card that weighs by its divisor and by shipment keeps its version
  const volume = [cft ? `cft ${cft}` : '', volumetricBasis === 'PIECE' ? 'by piece' : ''].filter((part) => part !== '');
  const own = ownDocuments(documents);
  const { customerCharges, discounts, distanceCharges, zones } = documents;
  const named = (name: string, rows: readonly Row[]) => (rows.length > 0 ? [`${name} ${digest(rows)}`] : []);
  const card = [
    JSON.stringify([
      partnerId,
      gstStateCode,
      volumetricDivisor,
      ...(tax?.length ? [canonicalJson(tax)] : []),
      ...volume,
      ...(amounts === 'WITH_TAX' ? ['with tax'] : []),
    ]),
    digest(zones, rateFormOfZone),
    digest(own.packages),
    digest(distanceCharges),
    digest(customerCharges),
    digest(general['customer-charges']),
    digest(discounts),
    // named, and left out without rows: a card without them keeps its version
    ...named('lane-rules', own.laneRules),
    ...named('surcharges', own.surcharges),
    ...named('transit-lanes', own.transitLanes),
    ...named('rto-terms', documents.rtoTerms),
    ...named('weight-terms', documents.weightTerms),
    ...named('holidays', documents.holidays),
    ...named('general holidays', general.holidays),
    ...named('road-distances', documents.roadDistances),
    ...named('general road-distances', general['road-distances']),
    ...(documents.overrides === '' ? [] : [`zone-pincodes ${documents.overrides}`]),
  ];
  return hash('sha256', card.join('\n'), 'hex').slice(0, 16);
}

interface Row {
  id: number;
}

/** How a list is digested: each list has one form. */
interface Digestion {
  isFirst: boolean;
  form: (document: Row) => unknown;
}

/**
 * The digest of a list whose order has no meaning. Digests are cached by list and, once a card changes, by document:
 * hashing whole cards costs too much with frequent changes, and a thousand partners that never change have a hundred
 * thousand documents.
 */
const digestOf = derived((rows: readonly Row[], { isFirst, form }: Digestion) =>
  sha256(
    [...rows]
      .sort((a, b) => a.id - b.id)
      .map((row) => (isFirst ? sha256(canonicalJson(form(row))) : digestOfRow(row, form)))
      .join('\n'),
  ),
);
const digestOfRow = derived((row: Row, form: Digestion['form']) => sha256(canonicalJson(form(row))));

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

/** In base64, because one is kept for each document and it is shorter than the text. */
const sha256 = (text: string): string => hash('sha256', text, 'base64');
