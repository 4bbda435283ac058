/** POST /zones: creates the zone and its pincodes in one transaction. */
import type { Catalog } from '../../documents/catalog.js';
import { createZone as contract, type CreatedZone, type NewZone } from '../../../contract/zone-create.js';
import { MAX_PLACES_PER_PARTNER, MAX_ZONES_PER_PARTNER } from '../../../limits/documents.js';
import { MAX_ITEMS_SHOWN } from '../../../limits/requests.js';
import type { Partner, Zone } from '../../../model/documents.js';
import type { RequestFault } from '../../../model/schema-faults.js';
import { placesNamedBy } from '../../../model/rules/document-rules.js';
import type { WriteOp } from '../../../model/change.js';
import { commit, type Plan } from '../commit.js';
import { type CoverageCounts, NOTHING, tryZone } from './coverage.js';
import { faultsOfDocument } from '../rates/document-faults.js';
import { type Api, type ApiRequest, implement, refuse, refuseFaults, type RefusedResult } from '../operation.js';
import { partnerOf, requirePartner } from '../owner.js';
import {
  chargeValidation,
  geographicalConsistency,
  operationalFeasibility,
  serviceCompatibility,
  uncountedCharges,
  unreadTimes,
} from './zone-checks.js';
import { nextStepsOf } from './zone-next-steps.js';
import { isNested, takePlaces, type TakenPlaces } from './zone-places.js';
import { serviceFaults, takeServices, type TakenServices } from './zone-services.js';

type Request = ApiRequest<(typeof contract)['schemas']>;
type Answer = { message: string; data: CreatedZone };

export const createZone = implement(
  contract,
  (request, api) => {
    const { body, query, caller } = request;
    const scoped = partnerOf(caller, body.partnerId ?? query.partnerId, api);
    if (!scoped.ok) return scoped;
    return commit(contract, request, api, { plan: () => plan(request, scoped.value.partnerId, api) });
  },
  // without valid services it is unknown whether the attributes have theirs
  ({ body: { services, attributes } }, _, isRefused) =>
    serviceFaults(services, isRefused('services') ? [] : attributes),
);

function refuseZone({ body, caller }: Request, faults: readonly RequestFault[]): RefusedResult {
  const valid = Object.keys(contract.schemas.body.properties).filter(
    (name) => name in body && !faults.some(({ field }) => field.split(/[.[]/)[0] === name),
  );
  return refuseFaults(caller, faults, valid);
}

const TOO_MANY_ZONES = refuse('BUSINESS_VALIDATION_FAILED', {
  message: 'The partner cannot have another zone',
  details: [`The partner has ${MAX_ZONES_PER_PARTNER} zones, as many as it may have`],
});

function tooManyPlaces(before: number): RefusedResult {
  return refuse('BUSINESS_VALIDATION_FAILED', {
    message: 'The partner’s zones cannot name so many places',
    details: [
      `The partner’s zones name ${before} states, cities and areas; together they may name ${MAX_PLACES_PER_PARTNER}`,
    ],
  });
}

/**
 * Called again when the store refuses: the partner may have been deleted by then, or have reached the limit of zones.
 */
async function plan(request: Request, partnerId: string, api: Api): Promise<Plan<Answer>> {
  // first: what follows is of one moment
  const id = await api.ids.take('zones');
  const { catalog } = api;
  const required = requirePartner(partnerId, api);
  if (!required.ok) return required;
  const partner = required.value;
  const zones = catalog.of('zones', partnerId);
  if (zones.length >= MAX_ZONES_PER_PARTNER) return TOO_MANY_ZONES;
  const before = zones.reduce((sum, zone) => sum + placesNamedBy(zone), 0);
  const places = takePlaces(request.body.geographical ?? {}, partnerId, catalog);
  if (before + placesNamedBy(places) > MAX_PLACES_PER_PARTNER) return tooManyPlaces(before);
  const services = takeServices(request.body.services ?? []);
  const now = new Date(api.now()).toISOString();
  const zone = zoneOf(request.body, { id, partnerId, now }, places, services);
  // the store's own rules may be stricter than the contract
  const faults = faultsOfDocument('zones', zone);
  if (faults.length > 0) return refuseZone(request, faults);
  const data = describe(zone, places, services, partner, catalog);
  const entries = places.pincodes.map((pincode): WriteOp => ({
    kind: 'insert',
    collection: 'zone-pincodes',
    document: { partnerId, zoneId: zone.id, pincode, assignedAt: now },
  }));
  return {
    ok: true,
    ops: [{ kind: 'insert', collection: 'zones', document: zone }, ...entries],
    answer: { message: messageOf(data), data },
  };
}

function zoneOf(
  body: NewZone,
  { id, partnerId, now }: { id: number; partnerId: string; now: string },
  { geographical }: TakenPlaces,
  { services }: TakenServices,
): Zone {
  return {
    id,
    partnerId,
    name: body.name,
    description: body.description ?? '',
    status: body.status ?? true,
    attributes: [...new Set(body.attributes)],
    geographical,
    services,
    operationalDetails: body.operationalDetails ?? null,
    createdAt: now,
    updatedAt: now,
  };
}

function describe(
  zone: Zone,
  places: TakenPlaces,
  services: TakenServices,
  partner: Partner,
  catalog: Catalog,
): CreatedZone {
  const { id, partnerId, name, status, createdAt, updatedAt } = zone;
  const trial = tryZone(catalog, zone, places.pincodes);
  const covered = status && partner.status === 'ACTIVE' ? trial.covered : NOTHING;
  const [times, uncounted] = [unreadTimes(zone), uncountedCharges(services)];
  return {
    id: String(id),
    partnerId,
    name,
    status,
    createdAt,
    updatedAt,
    assignmentResults: {
      geographical: places.results,
      services: services.results,
      failures: places.failures.slice(0, MAX_ITEMS_SHOWN),
    },
    coverage: { estimatedPincodes: covered.pincodes, estimatedPopulation: null, coverageArea: areaText(covered) },
    validation: {
      geographicalConsistency: geographicalConsistency(places, trial, isNested(places, catalog)),
      serviceCompatibility: serviceCompatibility(services, partner),
      chargeValidation: chargeValidation(services, uncounted),
      operationalFeasibility: operationalFeasibility(zone, times),
    },
    nextSteps: nextStepsOf(zone, { places, trial, covers: covered.pincodes, times, uncounted }, partner, catalog),
  };
}

function areaText({ states, cities, pincodes }: CoverageCounts): string {
  if (pincodes === 0) return 'no pincodes';
  const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
  return [
    counted(states, 'state', 'states'),
    counted(cities, 'city', 'cities'),
    counted(pincodes, 'pincode', 'pincodes'),
  ].join(', ');
}

function messageOf({ assignmentResults: { geographical, services } }: CreatedZone): string {
  const left = Object.values(geographical).reduce((sum, { failed }) => sum + failed, services.failed);
  return left === 0 ? 'Zone created' : `Zone created; ${left} of its places and services could not be taken`;
}
