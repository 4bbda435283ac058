/** What contracts add to a generated partner: lane rules, and pincodes that differ from their zones. */
import type { ExceptionSpec, PartnerSpec, ZoneSpec } from './card.js';

/** A letter for every route, of what both ends have in common and how far they are apart. */
export const LANE_RULES: NonNullable<PartnerSpec['laneRules']> = [
  { lane: 'A', when: { sameCity: true } },
  { lane: 'B', when: { sameZone: true, kmTo: 250 } },
  { lane: 'C', when: { sameZone: true } },
  { lane: 'D', when: { sameState: true, kmTo: 500 } },
  { lane: 'E', when: { sameState: true } },
  { lane: 'F', when: { kmTo: 250 } },
  { lane: 'G', when: { kmFrom: 250, kmTo: 500 } },
  { lane: 'H', when: { kmFrom: 500, kmTo: 1_000 } },
  { lane: 'I', when: { kmFrom: 1_000, kmTo: 1_500 } },
  { lane: 'J', when: { kmFrom: 1_500, kmTo: 2_000 } },
  { lane: 'K', when: { kmFrom: 2_000, kmTo: 2_500 } },
  { lane: 'L', when: { kmFrom: 2_500 } },
];

const FLAGS: readonly Pick<ExceptionSpec, 'services' | 'attributes' | 'maxCodAmount'>[] = [
  { services: { COD: false } },
  { attributes: ['ODA'] },
  { maxCodAmount: 2_500 },
];

/** One pincode of each zone that lists pincodes, is a ring or has states; zones of cities have none. */
export function exceptionsOf(
  zones: readonly ZoneSpec[],
  pincodesByState: ReadonlyMap<string, readonly string[]>,
): ExceptionSpec[] {
  const listed = new Set(zones.flatMap(({ pincodes }) => pincodes ?? []));
  const flagged = new Map<string, ExceptionSpec>();
  zones.forEach(({ code, pincodes, ring, states }, i) => {
    const ofState = states && pincodesByState.get(states[0]!)!.find((pincode) => !listed.has(pincode));
    const pincode = pincodes?.[0] ?? (ring?.fromKm === 0 ? ring.centre : ofState);
    if (pincode !== undefined && !flagged.has(pincode))
      flagged.set(pincode, { pincode, zone: code, ...FLAGS[i % FLAGS.length] });
  });
  return [...flagged.values()];
}
