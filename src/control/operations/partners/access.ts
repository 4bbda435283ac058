/** The caller's identity, allowance and use: GET / and GET /debug/partner-info. */
import type { Caller } from '../../../caller.js';
import { API_PREFIX } from '../../../contract/contract.js';
import { getApiRoot as rootContract, getPartnerDebugInfo as debugContract } from '../../../contract/partners.js';
import { API_VERSION } from '../../../envelope.js';
import { RATE_TIERS, RATE_WINDOW_SECONDS } from '../../../limits/rate-limits.js';
import { isInUse } from '../../../model/credential-status.js';
import type { Credential, Partner, TierName } from '../../../model/documents.js';
import { type Scope, SCOPES } from '../../../model/scopes.js';
import { answer, type Api, implement } from '../operation.js';
import { partnerOf } from '../owner.js';

const ENDPOINTS = {
  health: '/health',
  zones: `${API_PREFIX}/zones`,
  packages: `${API_PREFIX}/packages`,
  services: `${API_PREFIX}/service-types`,
  charges: `${API_PREFIX}/customer-charges`,
  discounts: `${API_PREFIX}/discounts`,
  shipments: `${API_PREFIX}/shipments`,
  partners: `${API_PREFIX}/partners`,
  pincodes: `${API_PREFIX}/pincodes`,
  comprehensive: `${API_PREFIX}/partners/comprehensive-data`,
  documentation: '/docs',
};

export const getApiRoot = implement(rootContract, ({ caller, query }, api) => {
  const isAnonymous = caller.kind === 'service' && query.partnerId === undefined;
  const scoped = isAnonymous ? null : partnerOf(caller, query.partnerId, api);
  if (scoped !== null && !scoped.ok) return scoped;
  const partner = scoped?.value ?? null;
  return answer({
    message: 'pinrate: serviceability, rates and allocation of parcels between two pincodes of India',
    caller: { kind: caller.kind, id: caller.id, tier: caller.tier, scopes: scopesOf(caller, api) },
    partner: partner && accessOf(partner, api),
    endpoints: ENDPOINTS,
    rateLimit: { tier: caller.tier, requestsPerMinute: perMinute(caller.tier), remaining: caller.remaining },
  });
});

/** In the order in which they are documented. */
const scopesOf = (caller: Caller, api: Api): Scope[] => {
  const own = api.scopesOfCaller(caller);
  return SCOPES.filter((scope) => own.has(scope));
};

export const getPartnerDebugInfo = implement(debugContract, async ({ caller, query, receivedAtMs }, api) => {
  const scoped = partnerOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  const partner = scoped.value;
  const activity = await api.activityOf(partner.partnerId, receivedAtMs);
  const { version, generationId, builtAt } = api.describe();
  return answer({
    debug: true,
    data: {
      partner: {
        ...accessOf(partner, api),
        tier: tierOf(partner, api),
        lastActivity: activity.lastAtMs === null ? null : new Date(activity.lastAtMs).toISOString(),
      },
      ...(query.includeConfig && { configuration: configuration(partner, api) }),
      ...(query.includeMetrics && {
        metrics: {
          last24Hours: {
            requests: activity.requests,
            succeeded: activity.succeeded,
            failed: activity.failed,
            averageResponseTimeMs: roundedMs(activity.averageMs),
          },
          popularEndpoints: activity.routes.map(({ route, requests }) => ({ endpoint: route, requests })),
        },
      }),
      systemStatus: {
        status: 'OPERATIONAL',
        version,
        pinrateVersion: version,
        apiVersion: API_VERSION,
        indexGeneration: generationId,
        indexBuiltAt: builtAt,
      },
    },
  });
});

function configuration(partner: Partner, api: Api) {
  const tier = tierOf(partner, api);
  return {
    rateLimits: { tier, requestsPerMinute: perMinute(tier), burstLimit: RATE_TIERS[tier]?.perSecond ?? null },
    features: featuresOf(partner, api),
    integrations: {
      trackingUrl: partner.contact.trackingUrl,
      requireBodyHash: credentialOf(partner, api)?.requireBodyHash === true,
    },
  };
}

function featuresOf(
  { partnerId, paymentTypes, shipmentTypes, sameDay, weekendDelivery }: Partner,
  { catalog }: Api,
): string[] {
  const services = catalog
    .of('zones', partnerId)
    .filter(({ status }) => status)
    .flatMap((zone) =>
      zone.services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId),
    );
  return [
    ...new Set([
      ...paymentTypes,
      ...shipmentTypes,
      ...(sameDay ? ['SAME_DAY'] : []),
      ...(weekendDelivery ? ['WEEKEND_DELIVERY'] : []),
      ...services,
    ]),
  ].sort();
}

function credentialOf({ partnerId }: Partner, { catalog }: Api): Credential | undefined {
  return catalog.find('credentials', `partner/${partnerId}`);
}

function accessOf(partner: Partner, api: Api) {
  const { partnerId, name, status } = partner;
  const { status: credential, secrets } = credentialOf(partner, api) ?? { status: false, secrets: [] };
  const isOpen = ({ notAfter }: Credential['secrets'][number]) => !notAfter || Date.parse(notAfter) >= api.now();
  return { partnerId, name, status, apiAccess: isInUse({ status: credential }) && secrets.some(isOpen) };
}

/** The tier of the partner's credential, which limits its requests. */
function tierOf(partner: Partner, api: Api): TierName {
  return credentialOf(partner, api)?.tier ?? partner.tier;
}

function perMinute(tier: TierName): number | null {
  const allowance = RATE_TIERS[tier];
  return allowance === null ? null : (allowance.perWindow * 60) / RATE_WINDOW_SECONDS;
}

function roundedMs(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms * 1_000) / 1_000;
}
