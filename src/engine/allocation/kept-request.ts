/** The request that is kept with an assignment, as an assignment asks it. */
import type { AssignmentRequest } from '../../contract/requests.js';

type Details = AssignmentRequest['shipmentDetails'];
export type KeptPreferences = Pick<
  AssignmentRequest['assignmentPreferences'],
  'assignmentStrategy' | 'weights' | 'policyId'
>;

interface KeptRequest {
  /** Without its shipmentId, its shipDate and the partners that it excludes. */
  parcel: Partial<Details>;
  shipDate: string | undefined;
  excluded: readonly string[];
  preferences: KeptPreferences;
}

/** @param asked of a record: what furtherAsked and pricingRequestOf made of its request */
export function keptRequestOf(asked: Readonly<Record<string, unknown>>): KeptRequest {
  const { services, shipDate, preferences, excludePartners, ...parcel } = asked;
  return {
    parcel: { ...parcel, serviceTypes: services } as Partial<Details>,
    shipDate: typeof shipDate === 'string' ? shipDate : undefined,
    excluded: (excludePartners as string[] | undefined) ?? [],
    preferences: (preferences as KeptPreferences | undefined) ?? {},
  };
}
