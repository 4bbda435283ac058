import {
  listPartners as partnersContract,
  listServiceTypes as serviceTypesContract,
  PartnerConfiguration,
} from '../../../contract/partners.js';
import { DEFAULT_VOLUMETRIC_DIVISOR } from '../../../domain/weight.js';
import { deliveryWindowOf } from '../../../index/card/terms.js';
import type { Documents, Partner } from '../../../model/documents.js';
import { pageOf, searched, sorted } from '../lists/listing.js';
import { answer, implement } from '../operation.js';
import { partnerFilterOf } from '../owner.js';

const SORT_KEYS = {
  name: (partner: Partner) => partner.name,
  partnerId: (partner: Partner) => partner.partnerId,
  joinedDate: (partner: Partner) => partner.joinedDate,
};

export const listPartners = implement(partnersContract, ({ caller, query }, api) => {
  const scoped = partnerFilterOf(caller, query.partnerId, api);
  if (!scoped.ok) return scoped;
  let rows = sorted(api.catalog.all('partners'), SORT_KEYS, query.sortBy, query.sortOrder);
  if (query.search !== undefined) rows = searched(rows, query.search);
  rows = rows.filter(
    ({ partnerId, status }) =>
      (scoped.value === null || partnerId === scoped.value) && (query.status === undefined || status === query.status),
  );
  const { rows: partners, pagination } = pageOf(rows, query);
  return answer({
    data: partners.map(partnerResource),
    pagination,
    summary: { totalPartners: rows.length, activePartners: rows.filter(({ status }) => status === 'ACTIVE').length },
  });
});

function partnerResource(partner: Partner) {
  const { partnerId, name, status, joinedDate, gstStateCode, contact, performance } = partner;
  return {
    partnerId,
    name,
    status,
    joinedDate,
    gstStateCode,
    contact,
    configuration: configurationOf(partner),
    performance,
  };
}

/** The contract's PartnerConfiguration. */
export function configurationOf(partner: Partner) {
  const { limits, cutoffTime, cft, volumetricDivisor = DEFAULT_VOLUMETRIC_DIVISOR } = partner;
  return PartnerConfiguration.of(partner, {
    limits,
    cutoffTime,
    deliveryWindow: deliveryWindowOf(partner),
    volumetricDivisor: typeof cft === 'number' ? null : volumetricDivisor,
  });
}

const SERVICE_TYPE_KEYS = { serviceTypeId: (type: Documents['service-types']) => type.serviceTypeId };

export const listServiceTypes = implement(serviceTypesContract, ({ query }, { catalog }) => {
  const category = query.category?.toLowerCase();
  const rows = sorted(catalog.all('service-types'), SERVICE_TYPE_KEYS, 'serviceTypeId').filter(
    (type) => category === undefined || type.category.toLowerCase() === category,
  );
  const { rows: data, pagination } = pageOf(rows, query);
  return answer({ data: [...data], pagination });
});
