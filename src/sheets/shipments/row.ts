/** A row of a sheet as a shipment, and as a body of calculate-charges. */
import { MAX_WEIGHT_GRAMS } from '../../limits/requests.js';
import { type DayOrder, localMoment } from '../cells/dates.js';
import { numberText, rupeesOf } from '../cells/money.js';
import { pincode } from '../cells/pincodes.js';
import {
  payment,
  type PaymentWord,
  shipmentStatus,
  shipmentType,
  type StatusWord,
  type TypeWord,
} from '../cells/shipments.js';
import { fault, hasFailed, identifier, type ParsedCell, parsed, plainText } from '../cells/text.js';
import { parcelWeight, type WeightUnit } from '../cells/weights.js';
import type { Faults } from '../tables/faults.js';
import type { Table, TableRow } from '../tables/table.js';
import { unitOfColumn } from '../tables/units.js';
import type { ShipmentField } from './form.js';

/** Centimetres. */
interface Dimensions {
  length: number;
  width: number;
  height: number;
}

/** null: the row says nothing of it, or its cell is a fault. */
export interface SheetShipment {
  ref: string | null;
  awb: string | null;
  from: string | null;
  to: string | null;
  /** Grams. */
  weight: number | null;
  dimensions: Dimensions | null;
  payment: PaymentWord | null;
  /** Rupees. */
  value: number | null;
  /** Rupees. */
  codAmount: number | null;
  type: TypeWord | null;
  customer: string | null;
  services: string[] | null;
  /** A day, `2026-12-05`, or a moment, `2026-12-05T16:07:00+05:30`. */
  date: string | null;
  /** By the words of the map, or as it is written. */
  partner: string | null;
  status: StatusWord | null;
}

/** Members of a body of calculate-charges; those that a row does not say are missing. */
export interface ShipmentBody {
  partnerId?: string;
  pickupPincode?: string;
  deliveryPincode?: string;
  weight?: number;
  dimensions?: Dimensions;
  /** One, of a weight that only a piece may have. */
  pieces?: { count: number; weight: number; dimensions?: Dimensions }[];
  paymentType?: PaymentWord;
  declaredValue?: number;
  codAmount?: number;
  shipmentType?: TypeWord;
  customerId?: string;
  serviceRequirements?: string[];
  shipDate?: string;
}

/** How the cells of a table are read. */
export class ShipmentReader {
  readonly #unit: WeightUnit | null;

  /** @param order of days such as 05/12/2026; null: then they are faults */
  constructor(
    private readonly table: Table,
    private readonly order: DayOrder | null,
  ) {
    this.#unit = unitOfColumn(table, 'weight');
  }

  /** Faults of cells are added with their headings. */
  read(row: TableRow, faults: Faults): SheetShipment {
    const cell = <T>(field: ShipmentField, parse: (text: string) => ParsedCell<T>): T | null =>
      row.read(field, parse, faults);
    const text = <T>(field: ShipmentField, parse: (text: string) => ParsedCell<T>): T | null =>
      cell(field, (given) => (hasFailed(given) ? fault(`has a formula that failed: ${given}`) : parse(given)));
    return {
      ref: text('ref', identifier),
      awb: text('awb', identifier),
      from: cell('from', pincode),
      to: cell('to', pincode),
      weight: cell('weight', (given) => parcelWeight(given, this.#unit)),
      dimensions: this.#sides(row, faults),
      payment: cell('payment', payment),
      value: cell('value', rupeesOf),
      codAmount: cell('cod_amount', rupeesOf),
      type: cell('type', shipmentType),
      customer: text('customer', parsed),
      services: text('services', (words) => parsed(this.#services(words))),
      date: cell('date', (given) => moment(given, this.order)),
      partner: text('partner', (word) => this.#partner(word)),
      status: shipmentStatus(row.get('status')),
    };
  }

  /** All three or none: a row with two sides has lost one. */
  #sides(row: TableRow, faults: Faults): SheetShipment['dimensions'] {
    const sides = (['length', 'width', 'height'] as const).map((side) => row.read(side, centimetres, faults));
    const [length = null, width = null, height = null] = sides;
    if (length !== null && width !== null && height !== null) return { length, width, height };
    const missing = (['length', 'width', 'height'] as const).find((side) => row.get(side) === '');
    if (missing !== undefined && sides.some((side) => side !== null))
      faults.add(row.position(missing), 'is required where another side is given');
    return null;
  }

  /** `EXPRESS, REVERSE`; a text that the map means as a whole counts as one. */
  #services(text: string): string[] {
    const { services } = this.table.map;
    const ours = services.get(plainText(text));
    const words = ours === undefined ? text.split(/[\s,;|]+/) : [ours];
    return words.filter((word) => word !== '').map((word) => services.get(plainText(word)) ?? word.toUpperCase());
  }

  #partner(text: string): ParsedCell<string> {
    const { partners } = this.table.map;
    if (partners.size === 0) return parsed(text);
    const found = partners.get(plainText(text));
    return found === undefined ? fault(`"${text}" is none of partners in the map`) : parsed(found);
  }
}

/** Half the sheets have 0 as the amount to collect of what is prepaid: nothing is collected then. */
export function bodyOf(shipment: SheetShipment): ShipmentBody {
  const { partner, from, to, weight: grams, dimensions, payment: paid, value, codAmount } = shipment;
  const { type, customer, services, date } = shipment;
  const collected = codAmount === 0 && paid !== 'COD' ? null : codAmount;
  return {
    ...(partner !== null && { partnerId: partner }),
    ...(from !== null && { pickupPincode: from }),
    ...(to !== null && { deliveryPincode: to }),
    ...parcelOf(grams, dimensions),
    ...(paid !== null && { paymentType: paid }),
    ...(value !== null && { declaredValue: value }),
    ...(collected !== null && { codAmount: collected }),
    ...(type !== null && { shipmentType: type }),
    ...(customer !== null && { customerId: customer }),
    ...(services !== null && { serviceRequirements: services }),
    ...(date !== null && { shipDate: date }),
  };
}

/** Above what a weight may be it is that of a piece. */
function parcelOf(
  grams: number | null,
  sides: Dimensions | null,
): Pick<ShipmentBody, 'weight' | 'dimensions' | 'pieces'> {
  const dimensions = sides === null ? {} : { dimensions: sides };
  if (grams !== null && grams > MAX_WEIGHT_GRAMS) return { pieces: [{ count: 1, weight: grams, ...dimensions }] };
  return { ...(grams !== null && { weight: grams }), ...dimensions };
}

function centimetres(text: string): ParsedCell<number> {
  const digits = numberText(text.replace(/\s*cms?\.?$/i, ''));
  return digits !== null && Number(digits) > 0
    ? parsed(Number(digits))
    : fault(`must be centimetres above 0, but is "${text}"`);
}

function moment(text: string, order: DayOrder | null): ParsedCell<string> {
  const found = localMoment(text, order);
  if (!found.ok) return found;
  const local = new Date(found.value.ms).toISOString();
  return parsed(found.value.hasTime ? `${local.slice(0, 19)}+05:30` : local.slice(0, 10));
}
