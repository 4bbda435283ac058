/** A price as the answers show it: its sums by component, and the rules that made it. */
import Type from 'typebox';
import { amountOff, rupees, text } from './values.js';

const COMPONENTS = ['weightCharge', 'distanceCharge', 'fscCharge', 'codCharge', 'docketCharge', 'insuranceCharge', 'otherCharges', 'discount', 'gst'] as const;
const CATEGORIES = ['freight', 'surcharge', 'service', 'discount', 'tax'] as const;

const component = Type.Enum([...COMPONENTS], { title: 'ChargeComponent', description: 'What is charged: `otherCharges` is a service at one end of the route' });
const rule = text(
  'The document that set the amount, as `collection/id`; the setting `GST_PERCENT` for the tax, '
    + 'which is CGST and SGST within the partner’s state, else IGST',
  ['packages/2003', 'zones/101/services/EXPRESS', 'GST_PERCENT'],
);
const amount = Type.Number({ description: 'Rupees, rounded half up to the paisa; at most 0 for a discount' });
const percent = Type.Number({ minimum: 0, description: 'Percent of `base`' });
const base = Type.Number({
  minimum: 0,
  description: 'What `rate` is of: freight, the amount to collect, the declared value, the subtotal or '
    + 'the taxable amount; Rupees',
});

export const BreakdownEntry = Type.Object({
  component,
  category: Type.Enum([...CATEGORIES]),
  description: text('The rule in words; of a discount and a package what its document says, which may be nothing'),
  rule,
  rate: Type.Union([percent, Type.Null()], { description: 'Percent of `base`; null for a flat amount' }),
  base: Type.Union([base, Type.Null()], { description: 'What `rate` is of; Rupees, null for a flat amount' }),
  calculation: text('How the amount comes about', ['INR 40.00 up to 500 g + 2 x INR 27.00 per 500 g', '1.9 % of INR 2499.50', 'flat INR 60.00']),
  amount,
}, { title: 'BreakdownEntry', description: 'One rule that was applied. Entries come in the order applied, and their amounts sum to the total' });

export const BriefBreakdownEntry = Type.Object({
  component, rule, rate: Type.Optional(percent), base: Type.Optional(base), amount,
}, { title: 'BriefBreakdownEntry', description: 'A breakdown entry in a list of many offers: without its words, and without rate and base where the amount is flat' });

export const CostBreakdown = Type.Object({
  baseCharge: Type.Literal(0, {
    description: 'Always 0: the charge of the base weight is part of weightCharge, '
      + 'and the breakdown tells the two apart',
  }),
  weightCharge: rupees('The whole weight charge, as in calculate-charges'),
  distanceCharge: rupees('Distance charge'),
  codCharge: rupees('Fee for collecting on delivery'),
  expressCharge: rupees('Charge of the service EXPRESS'),
  fuelSurcharge: rupees('Fuel surcharge'),
  docketCharge: rupees('Document fee'),
  insuranceCharge: rupees('Insurance of the declared value'),
  otherCharges: rupees('Services other than EXPRESS'),
  discount: amountOff('Discount'),
  taxes: rupees('GST'),
  total: rupees('What is to be paid: the sum of the above'),
}, { title: 'CostBreakdown', description: 'The components of a price, each rounded half up to the paisa; they sum to its total' });
