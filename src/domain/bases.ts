/**
 * What a percentage may be of, and when each amount is known: its place in the order of evaluation. Surcharges have
 * places of their own; one with the place of a standard amount stands behind it.
 */
export const BASE_ORDERS = {
  weightCharge: 0,
  distanceCharge: 0,
  freight: 0,
  declaredValue: 0,
  codAmount: 0,
  services: 100,
  docket: 200,
  cod: 300,
  insurance: 400,
  fsc: 900,
} as const;
export type StandardBase = keyof typeof BASE_ORDERS;

/** Any other name in `of` is the code of a surcharge. */
export function isStandardBase(name: string): name is StandardBase {
  return Object.hasOwn(BASE_ORDERS, name);
}
