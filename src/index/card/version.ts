/**
 * The version of a rate card (docs/rules.md#rate-card-versions): the same on every node, another one with every change.
 */
import { hash } from 'node:crypto';
import { canonicalJson } from '../../domain/canonical.js';
import { DEFAULT_VOLUMETRIC_DIVISOR } from '../../domain/weight.js';
import type { CustomerCharge, Package, Zone } from '../../schemas/documents.js';
import type { CardDocuments } from './parts.js';

/** The first 16 hex digits of SHA-256 over the digests of everything that a price of this partner is made of. */
export function rateCardVersion(documents: CardDocuments, defaults: readonly CustomerCharge[]): string {
  const { partnerId, gstStateCode, volumetricDivisor = DEFAULT_VOLUMETRIC_DIVISOR } = documents.partner;
  const { customerCharges, discounts, distanceCharges, packages, zones } = documents;
  const card = [
    JSON.stringify([partnerId, gstStateCode, volumetricDivisor]), digestOf(zones, rateFormOfZone), digestOfPackages(packages, zones),
    digestOf(distanceCharges), digestOf(customerCharges), digestOf(defaults), digestOf(discounts),
  ];
  return hash('sha256', card.join('\n'), 'hex').slice(0, 16);
}

// By document and by list, each another object when something in it changes: with 200 changes a second to hash whole cards took 4 % of a core.
const digests = new WeakMap<object, string>();
const ownPackages = new WeakMap<readonly Package[], { zones: readonly Zone[]; own: readonly Package[] }>();

interface Row {
  id: number;
}

/** Of a list whose order says nothing. */
function digestOf<D extends Row>(rows: readonly D[], form: (document: D) => unknown = (same) => same): string {
  return remembered(rows, () => sha256([...rows].sort((a, b) => a.id - b.id).map((row) => remembered(row, () => sha256(canonicalJson(form(row))))).join('\n')));
}

/** One that names a zone which is gone is no part of any price, and a node that starts now does not have it. */
function digestOfPackages(packages: readonly Package[], zones: readonly Zone[]): string {
  let known = ownPackages.get(packages);
  if (known?.zones !== zones) {
    const ids = new Set(zones.map(({ id }) => id));
    const isOwn = (zoneId: number | null | undefined) => zoneId === null || zoneId === undefined || ids.has(zoneId);
    known = { zones, own: packages.filter(({ fromZoneId, toZoneId }) => isOwn(fromZoneId) && isOwn(toZoneId)) };
    ownPackages.set(packages, known);
  }
  return digestOf(known.own);
}

/** What of a zone a price is made of. An import writes the charge of a service that has none as 0: both forms are one card. */
function rateFormOfZone({ id, status, attributes, services }: Zone): object {
  return { id, status, attributes, services: services.map((service) => ({ ...service, baseCharge: service.baseCharge ?? 0 })) };
}

function remembered(of: object, make: () => string): string {
  let digest = digests.get(of);
  if (digest === undefined) digests.set(of, (digest = make()));
  return digest;
}

/** In base64, of which there is one for each document: 44 characters rather than the 350 of its text. */
const sha256 = (text: string): string => hash('sha256', text, 'base64');
