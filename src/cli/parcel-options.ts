/** The options by which a command describes a parcel, and the shipment that they make. */
import { type Command, Option } from 'commander';
import { day } from './moments.js';
import { amount, oneOf, pincode, piece, type Piece, weight } from './quote-arguments.js';
import { CommandError, EXIT } from './world.js';

export interface ParcelOptions {
  weight?: number;
  piece?: Piece[];
  cod?: number;
  value?: number;
  date?: string;
  customer?: string;
  express?: boolean;
  type: 'B2C' | 'B2B';
}

/** `<from> <to>`, and what says of the parcel what it weighs, what it is worth and when it leaves. */
export const withParcel = (command: Command): Command =>
  command
    .argument('<from>', 'pincode of the pickup', pincode)
    .argument('<to>', 'pincode of the delivery', pincode)
    .addOption(new Option('--weight <weight>', '1.2kg or 1200g').argParser(weight).conflicts('piece'))
    .option('--piece <piece>', 'a piece, 12kg,40x30x20x2; several make a shipment', piece)
    .option('--cod <rupees>', 'cash on delivery: the amount to collect, the declared value too unless given', amount)
    .option('--value <rupees>', 'the declared value', amount)
    .option('--date <day>', 'when it leaves: a day in India as 2027-04-01, or a moment; now unless given', day)
    .option('--customer <id>', 'with the rows of the rate card for this customer')
    .option('--express', 'with the service EXPRESS')
    .addOption(
      new Option('--type <type>', 'kind of shipment, B2C or B2B')
        .default('B2C')
        .argParser(oneOf('--type', ['B2C', 'B2B'])),
    );

/**
 * The members of a question. `services`: those besides EXPRESS.
 * @throws CommandError without a weight
 */
export function parcelOf<S extends string>(what: string, options: ParcelOptions, services: readonly S[]) {
  const { weight: grams, piece: pieces, cod, value = cod, type, date, customer, express } = options;
  if (grams === undefined && pieces === undefined)
    throw new CommandError(EXIT.usage, `${what} needs --weight or --piece`);
  return {
    ...(grams !== undefined && { weight: grams }),
    ...(pieces !== undefined && { pieces }),
    shipmentType: type,
    paymentType: cod === undefined ? ('PREPAID' as const) : ('COD' as const),
    ...(value !== undefined && { declaredValue: value }),
    ...(cod !== undefined && { codAmount: cod }),
    ...(date !== undefined && { shipDate: date }),
    ...(customer !== undefined && { customerId: customer }),
    serviceRequirements: [...services, ...(express === true ? (['EXPRESS'] as const) : [])],
  };
}
