/** What a sheet says of a parcel, and what a map sets for all of them. */
import { payment, shipmentStatus, shipmentType } from '../../sheets/cells/shipments.js';
import { numberText, rupeesOf } from '../../sheets/cells/money.js';
import { pincode } from '../../sheets/cells/pincodes.js';
import { type ParsedCell, parsed } from '../../sheets/cells/text.js';
import { parcelWeight, unitOf } from '../../sheets/cells/weights.js';
import type { SheetShipment } from '../../sheets/shipments/row.js';
import { MapFault, type SheetMap } from '../../sheets/tables/map.js';
import type { ShipmentFacts } from '../line.js';
import { paiseOf } from '../money.js';

/** The members that a row has. */
export function factsOfRow(row: SheetShipment): ShipmentFacts {
  const { from, to, weight: grams, dimensions, payment: paid, value, codAmount, type, customer, services } = row;
  const { date, status, partner } = row;
  // half the sheets have 0 as the amount to collect of what is prepaid
  const collected = codAmount === 0 && paid !== 'COD' ? null : codAmount;
  return {
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(grams !== null && grams > 0 && { grams }),
    ...dimensions,
    ...(paid !== null && { payment: paid }),
    ...(value !== null && { valuePaise: paiseOf(value) }),
    ...(collected !== null && { codPaise: paiseOf(collected) }),
    ...(type !== null && { type }),
    ...(customer !== null && { customer }),
    ...(services !== null && { services }),
    ...(date !== null && { date }),
    ...(status !== null && { status }),
    ...(partner !== null && { partner }),
  };
}

type Setter = (text: string, map: SheetMap) => ParsedCell<ShipmentFacts>;

const setter =
  <T>(parse: (text: string, map: SheetMap) => ParsedCell<T>, facts: (value: T) => ShipmentFacts): Setter =>
  (text, map) => {
    const found = parse(text, map);
    return found.ok ? parsed(facts(found.value)) : found;
  };

const side = (text: string): ParsedCell<number> => {
  const digits = numberText(text);
  return digits !== null && Number(digits) > 0
    ? parsed(Number(digits))
    : { ok: false, message: `must be centimetres above 0, but is "${text}"` };
};

/** The fields that stand behind what the node knows, so that no row has them. */
const SETTERS: Readonly<Record<string, Setter>> = {
  from: setter(pincode, (from) => ({ from })),
  to: setter(pincode, (to) => ({ to })),
  weight: setter(
    (text, map) => parcelWeight(text, unitOf(map.units.get('weight') ?? '')),
    (grams) => ({ grams }),
  ),
  length: setter(side, (length) => ({ length })),
  width: setter(side, (width) => ({ width })),
  height: setter(side, (height) => ({ height })),
  payment: setter(payment, (paid) => ({ payment: paid })),
  value: setter(rupeesOf, (value) => ({ valuePaise: paiseOf(value) })),
  cod_amount: setter(rupeesOf, (value) => ({ codPaise: paiseOf(value) })),
  type: setter(shipmentType, (type) => ({ type })),
  customer: setter(parsed, (customer) => ({ customer })),
  services: setter(
    (text) => parsed(text.split(/[\s,;|]+/).map((word) => word.toUpperCase())),
    (services) => ({ services }),
  ),
  status: setter(
    (text) => parsed(shipmentStatus(text)),
    (status) => (status === null ? {} : { status }),
  ),
};

/** What a section's `set` says of all parcels. @throws {MapFault} */
export function factsSetBy(map: SheetMap, section: string): ShipmentFacts {
  let facts: ShipmentFacts = {};
  for (const [field, text] of map.set) {
    const found = SETTERS[field]?.(text, map);
    if (found?.ok === false)
      throw new MapFault(`${map.file ?? 'the map'}: ${section}: set: ${field}: ${found.message}`);
    if (found?.ok === true) facts = { ...facts, ...found.value };
  }
  return facts;
}

/** The map without what {@link factsSetBy} has. */
export const withoutFacts = (map: SheetMap): SheetMap => ({
  ...map,
  set: new Map([...map.set].filter(([field]) => SETTERS[field] === undefined)),
});
