/** A price in answers: its amounts by component, and the rules that made it. */
import Type from 'typebox';
import { amountOff, orNull, rupees, text } from '../fields.js';
import { SURCHARGE_CODE } from '../../model/surcharges.js';

const COMPONENTS = [
  'weightCharge',
  'distanceCharge',
  'fscCharge',
  'codCharge',
  'docketCharge',
  'insuranceCharge',
  'otherCharges',
  'discount',
  'gst',
] as const;
const CATEGORIES = ['freight', 'surcharge', 'service', 'discount', 'tax'] as const;

const component = Type.Enum([...COMPONENTS], {
  title: 'ChargeComponent',
  description: 'What is charged: `otherCharges` is a service at one end of the route, or a surcharge',
});
const code = Type.Optional(
  Type.String({ pattern: SURCHARGE_CODE, description: 'Of a surcharge: its code', examples: ['GREEN_TAX'] }),
);
const rule = text(
  'The document that sets the amount, as `collection/id`. For the tax it is the setting `GST_PERCENT`: '
    + 'CGST and SGST within the partner’s state, otherwise IGST',
  ['packages/2003', 'zones/101/services/EXPRESS', 'GST_PERCENT'],
);
const amount = Type.Number({
  description:
    'Rupees, rounded half up to the paisa; at most 0 for a discount, and for a tax that the other amounts include',
});
const percent = Type.Number({ minimum: 0, description: 'Percent of `base`' });
const base = Type.Number({
  minimum: 0,
  description:
    'The amount that `rate` applies to, such as freight, the amount to collect, the declared value, the subtotal or '
    + 'the taxable amount, less what is free of it; Rupees',
});

export const BreakdownEntry = Type.Object(
  {
    component,
    code,
    category: Type.Enum([...CATEGORIES]),
    description: text(
      'The rule in words; for a surcharge its label, for a discount or a package the description in its document, '
        + 'which may be empty',
    ),
    rule,
    rate: orNull(percent, 'Percent of `base`; null for a flat amount'),
    base: orNull(base, 'The amount that `rate` applies to; Rupees, null for a flat amount'),
    calculation: text('How the amount is calculated', [
      'INR 40.00 up to 500 g + 2 x INR 27.00 per 500 g',
      '1.9 % of INR 2499.50',
      'flat INR 60.00',
    ]),
    amount,
  },
  {
    title: 'BreakdownEntry',
    description:
      'One rule that was applied. Entries are in the order of application, and their amounts sum to the total',
  },
);

export const BriefBreakdownEntry = Type.Object(
  {
    component,
    code,
    rule,
    rate: Type.Optional(percent),
    base: Type.Optional(base),
    amount,
  },
  {
    title: 'BriefBreakdownEntry',
    description:
      'A breakdown entry in a list of many offers: without texts, and for a flat amount without rate and base',
  },
);

/** The tax as a part of a sum of components. */
export const addedTax = Type.Number({
  description:
    'What GST adds to the other components; 0 where the courier’s amounts include it, and below 0 where an included '
    + 'tax falls away; Rupees',
});

export const CostBreakdown = Type.Object(
  {
    baseCharge: Type.Literal(0, {
      description:
        'Always 0: the charge for the base weight is part of weightCharge, ' + 'and the breakdown shows both',
    }),
    weightCharge: rupees('The whole weight charge, as in calculate-charges'),
    distanceCharge: rupees('Distance charge'),
    codCharge: rupees('Fee for collecting on delivery'),
    expressCharge: rupees('Charge for the service EXPRESS'),
    fuelSurcharge: rupees('Fuel surcharge'),
    docketCharge: rupees('Document fee'),
    insuranceCharge: rupees('Insurance of the declared value'),
    otherCharges: rupees('Services other than EXPRESS, and surcharges'),
    discount: amountOff('Discount'),
    taxes: addedTax,
    total: rupees('The amount to pay: the sum of the above'),
  },
  {
    title: 'CostBreakdown',
    description: 'The components of a price, each rounded half up to the paisa. They sum to its total',
  },
);
