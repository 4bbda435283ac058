/**
 * Bodies of the three questions, read independently of the server: the shipment that a body describes, what is wrong
 * with it, and what an assignment left to the defaults. Only the members of the parcel are read.
 */
import { decimal } from './exact.js';
import { faultOf, isStateCode } from './gstin.js';
import { centimetresOf, gramsOf, rupeesOf } from './resolution.js';
import type { Dimensions, Piece, Question, ServiceId, Shipment } from './types.js';

const MAX_WEIGHT_GRAMS = 50_000;
const MAX_PIECE_GRAMS = 1_000_000;
const MAX_PIECES_GRAMS = 25_000_000;
const MAX_PIECES = 200;
const MAX_COUNT = 10_000;
const MAX_SIDE_CM = 1_000;
const MAX_RUPEES = 1_000_000;
const DEFAULT_GRAMS = 500;
const SIDES = ['length', 'width', 'height'] as const;

/** The members of a parcel, as a body has them. */
type Members = Partial<Record<keyof Shipment, unknown>> & Record<string, unknown>;

/** What a body says; the fields with faults and defaults as the caller names them. */
export interface Reading {
  shipment: Shipment;
  faults: string[];
  /** Of an assignment: what decided the price without being said. */
  defaults: string[];
}

/** The first of the values that is given. */
const given = <T>(...values: unknown[]): T | undefined =>
  values.find((value) => (value ?? null) !== null) as T | undefined;

class Reader {
  readonly #members: Members;
  readonly #prefix: string;
  readonly faults: string[] = [];
  readonly defaults: string[] = [];

  constructor(members: Members, prefix: string) {
    this.#members = members;
    this.#prefix = prefix;
  }

  refuse(field: string, isWrong: boolean): void {
    if (isWrong) this.faults.push(this.#prefix + field);
  }

  /** A value that a member may leave to its default. */
  orDefault<T>(field: string, value: T): T {
    const said = given<T>(this.#members[field]);
    if (said === undefined) this.defaults.push(this.#prefix + field);
    return said ?? value;
  }

  /** A number at its resolution, within [lowest, highest]; 0 may be excluded. */
  number(
    field: string,
    round: (value: number) => number,
    bounds: { lowest: number; highest: number },
  ): number | undefined {
    const value = given<number>(this.#members[field]);
    if (value === undefined) return undefined;
    const rounded = round(value);
    this.refuse(field, rounded < bounds.lowest || rounded > bounds.highest);
    return rounded;
  }

  /** A value that has two names: the first is used, and another value under the second is a fault of `field`. */
  either<T>(names: readonly [string, string], field: string, read: (value: T) => T = (value) => value): T | undefined {
    const [first, second] = names.map((name) => given<T>(this.#members[name]));
    if (first === undefined || second === undefined) return given<T>(first, second) && read(given<T>(first, second)!);
    const values = [read(first), read(second)];
    this.refuse(field, JSON.stringify(values[0]) !== JSON.stringify(values[1]));
    return values[0];
  }

  sides(field: string): (dimensions: Dimensions) => Dimensions {
    return (dimensions) => {
      const sides = SIDES.map((side) => [side, centimetresOf(dimensions[side])] as const);
      for (const [side, cm] of sides) this.refuse(`${field}.${side}`, cm <= 0 || cm > MAX_SIDE_CM);
      return Object.fromEntries(sides) as unknown as Dimensions;
    };
  }

  pieces(): Piece[] | undefined {
    const pieces = given<Piece[]>(this.#members.pieces);
    if (pieces === undefined) return undefined;
    this.refuse('pieces', pieces.length < 1 || pieces.length > MAX_PIECES);
    for (const name of ['weight', 'dimensions', 'packageDimensions'])
      this.refuse(name, given(this.#members[name]) !== undefined);
    const read = pieces.map(({ count, weight, dimensions }, at) => {
      const grams = gramsOf(weight);
      this.refuse(`pieces.${at}.count`, !Number.isInteger(count) || count < 1 || count > MAX_COUNT);
      this.refuse(`pieces.${at}.weight`, grams <= 0 || grams > MAX_PIECE_GRAMS);
      return {
        count,
        weight: grams,
        ...(dimensions && { dimensions: this.sides(`pieces.${at}.dimensions`)(dimensions) }),
      };
    });
    const actual = read.map(({ count, weight }) => decimal(count).times(decimal(weight))).reduce((a, b) => a.plus(b));
    this.refuse('pieces', actual.ceil() > BigInt(MAX_PIECES_GRAMS));
    return read;
  }
}

function readWeight(reader: Reader, question: Question, isStrict: boolean): Pick<Shipment, 'weight' | 'pieces'> {
  const pieces = reader.pieces();
  if (pieces) return { weight: 0, pieces };
  const weight = reader.number('weight', gramsOf, { lowest: 1, highest: MAX_WEIGHT_GRAMS });
  if (weight !== undefined) return { weight };
  const isLeftOut = question === 'ASSIGNMENT' && !isStrict;
  reader.refuse('weight', !isLeftOut);
  return { weight: isLeftOut ? reader.orDefault('weight', DEFAULT_GRAMS) : 0 };
}

function readTax(reader: Reader, members: Members): Pick<Shipment, 'customerGstin' | 'customerSez' | 'placeOfSupply'> {
  const customerGstin = given<string>(members.customerGstin);
  const placeOfSupply = given<string>(members.placeOfSupply);
  const customerSez = given<Shipment['customerSez']>(members.customerSez);
  reader.refuse('customerGstin', customerGstin !== undefined && faultOf(customerGstin) !== null);
  const disagrees = customerGstin !== undefined && placeOfSupply !== customerGstin.slice(0, 2);
  reader.refuse('placeOfSupply', placeOfSupply !== undefined && (!isStateCode(placeOfSupply) || disagrees));
  return {
    ...(customerGstin !== undefined && { customerGstin }),
    ...(customerSez !== undefined && { customerSez }),
    ...(placeOfSupply !== undefined && { placeOfSupply }),
  };
}

/** The union of the three lists, each service once. */
function servicesOf({ serviceRequirements, serviceTypes, additionalServices }: Members): ServiceId[] {
  const lists = [serviceRequirements, serviceTypes, additionalServices] as (ServiceId[] | null | undefined)[];
  return [...new Set(lists.flatMap((list) => list ?? []))];
}

/** Members that are taken as they are. */
const AS_THEY_ARE = [
  ...(['shipDate', 'direction', 'urgency', 'preferredServices', 'customerType', 'customerId'] as const),
  'maxDeliveryTime' as const,
];

/**
 * What a body says of its parcel; in an assignment the parcel is `shipmentDetails`.
 * @param isStrict under strict handling an assignment has to say its weight
 */
export function read(question: Question, body: Record<string, unknown>, isStrict = false): Reading {
  const isAssigned = question === 'ASSIGNMENT';
  const members = (isAssigned ? body.shipmentDetails : body) as Members;
  const reader = new Reader(members, isAssigned ? 'shipmentDetails.' : '');
  const services = servicesOf(members);
  const money = { lowest: 0, highest: MAX_RUPEES };
  const asTheyAre = AS_THEY_ARE.flatMap((name) => {
    const value = given(members[name]);
    return value === undefined ? [] : [[name, value]];
  });
  const paymentOf = isAssigned
    ? reader.orDefault('paymentType', services.includes('COD') ? 'COD' : 'PREPAID')
    : (members.paymentType as Shipment['paymentType']);
  const shipmentType = isAssigned
    ? reader.orDefault('shipmentType', 'B2C')
    : (members.shipmentType as Shipment['shipmentType']);
  const codAmount = reader.number('codAmount', rupeesOf, money);
  reader.refuse('codAmount', codAmount !== undefined && paymentOf === 'PREPAID');
  const dimensions = reader.either(
    ['dimensions', 'packageDimensions'],
    'packageDimensions',
    reader.sides(given(members.packageDimensions) === undefined ? 'dimensions' : 'packageDimensions'),
  );
  const shipment = {
    question,
    pickupPincode: reader.either<string>(['pickupPincode', 'fromPincode'], 'fromPincode')!,
    deliveryPincode: reader.either<string>(['deliveryPincode', 'toPincode'], 'toPincode')!,
    ...readWeight(reader, question, isStrict),
    ...(dimensions && { dimensions }),
    shipmentType,
    paymentType: paymentOf,
    declaredValue: reader.number('declaredValue', rupeesOf, money) ?? 0,
    ...(codAmount !== undefined && { codAmount }),
    services,
    ...Object.fromEntries(asTheyAre),
    ...readTax(reader, members),
  } as Shipment;
  return { shipment, faults: [...new Set(reader.faults)], defaults: reader.defaults };
}
