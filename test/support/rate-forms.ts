/**
 * Forms in which couriers send rates, of names that nobody has, each with prices that were worked out by hand: a unit
 * test reads them all, another one asks a node.
 */

/** A parcel, and the price of its weight in Rupees; null: no row carries it. */
export interface PricedParcel {
  from?: string;
  to: string;
  grams: number;
  /** FORWARD without it. */
  direction?: 'RTO';
  /** PREPAID without it. */
  paymentType?: 'COD';
  rupees: number | null;
}

export interface RateForm {
  name: string;
  /** CSV. */
  text: string;
  /** YAML; absent: none is needed. */
  map?: string;
  perKg?: true | 'exact';
  /** As `--set` says them. */
  set?: Readonly<Record<string, string>>;
  /** The names of the courier's zones. */
  zones: readonly string[];
  prices: readonly PricedParcel[];
}

const lines = (...rows: readonly string[]): string => rows.map((row) => `${row}\n`).join('');

/** `A 500 g: 30` */
const to = (place: string, grams: number, rupees: number | null): PricedParcel => {
  const [from, end] = place.includes('>') ? place.split('>') : [undefined, place];
  return { ...(from !== undefined && { from }), to: end!, grams, rupees };
};
const rto = (place: string, grams: number, rupees: number): PricedParcel => ({
  ...to(place, grams, rupees),
  direction: 'RTO',
});
const cod = (place: string, grams: number, rupees: number): PricedParcel => ({
  ...to(place, grams, rupees),
  paymentType: 'COD',
});

const ABC = ['A', 'B', 'C'];
const REGIONS = ['North', 'South', 'East'];

const SLABS_DOWN: readonly RateForm[] = [
  {
    name: 'an offer with titles, a date and remarks',
    text: lines(
      'Tez Parcels Pvt Ltd,,,',
      'Rates w.e.f. 01-07-2026,,,',
      ',,,',
      'Weight Slab,Within City,Within State,Rest of India',
      'Upto 500 Gms,₹ 28.00,₹ 32.00,₹ 40.00',
      'Additional 500 Gms or part thereof,24,28,37',
      ',,,',
      'Note: rates are without tax,,,',
      'Fuel surcharge as applicable,,,',
    ),
    zones: ['Within City', 'Within State', 'Rest of India'],
    // 28 + 24; 40 + 2 × 37
    prices: [to('Within City', 501, 52), to('Within State', 500, 32), to('Rest of India', 1_200, 114)],
  },
  {
    name: 'notes with digits below, cut off by the map',
    text: lines(
      'Weight Slab,A,B',
      'First 500 g,28,32',
      'Addl 500 g,24,28',
      'Fuel surcharge 12 % extra,,',
      'COD Rs.40 or 2 % whichever is higher,,',
    ),
    map: 'rows: 2-3',
    zones: ABC,
    prices: [to('A', 501, 52), to('B', 1_001, 88)],
  },
  {
    name: 'charges in rows below the slabs, left out',
    text: lines('Weight Slab,A,B', '0-500 gm,28,32', 'Next 500 gm,24,28', 'COD Charges,40,40', 'Fuel,12%,12%'),
    map: 'leave_out: [{slab: [COD Charges, Fuel]}]',
    zones: ABC,
    prices: [to('A', 1_000, 52), to('B', 500, 32)],
  },
  {
    name: 'weights alone, in kilograms',
    text: lines('Weight (kg),A,B,C', '0.5,30,35,40', '1,45,52,60', '1.5,60,70,80', '2,75,88,100'),
    zones: ABC,
    prices: [to('A', 500, 30), to('A', 501, 45), to('B', 1_500, 70), to('C', 2_000, 100), to('C', 2_001, null)],
  },
  {
    name: 'weights alone, with their units',
    text: lines('Weight,A,B', '250 g,18,22', '500 gms,24,30', '1 Kg,40,48.50'),
    zones: ABC,
    prices: [to('A', 250, 18), to('A', 251, 24), to('B', 1_000, 48.5)],
  },
  {
    name: 'steps that end, by kilograms above',
    text: lines(
      'Weight,A,B',
      'Upto 500 gms,30,40',
      'Addl 500 gms upto 5 kg,25,32',
      'Addl 1 kg upto 10 kg,22,28',
      'Addl 1 kg above 10 kg,20,26',
    ),
    zones: ABC,
    // 30 + 9 × 25; + 22; + 5 × 22; + 3 × 20
    prices: [to('A', 5_000, 255), to('A', 5_001, 277), to('A', 10_000, 365), to('A', 12_500, 425)],
  },
  {
    name: 'steps above a weight, in words',
    text: lines('Weight,A', 'Upto 500 gms,30', '"Above 500 gms, every additional 500 gms",25'),
    zones: ABC,
    prices: [to('A', 501, 55), to('A', 1_001, 80)],
  },
  {
    name: 'serial numbers and remarks',
    text: lines('S.No,Weight,A,B,Remarks', '1,Upto 500 g,30,35,volume counts', '2,Addl 500 g,25,30,'),
    zones: ABC,
    prices: [to('A', 501, 55), to('B', 500, 35)],
  },
  {
    name: 'lowest and highest weights in columns',
    text: lines('Min Weight (gms),Max Weight (gms),A,B', '0,500,30,40', '501,1000,50,64', '1001,2000,90,110'),
    map: 'columns: {from: Min Weight (gms), to: Max Weight (gms)}',
    zones: ABC,
    prices: [to('A', 500, 30), to('A', 501, 50), to('B', 2_000, 110), to('B', 2_001, null)],
  },
  {
    name: 'ranges of kilograms in columns',
    text: lines('From (Kg),To (Kg),A,B', '0,0.5,30,40', '0.5,1,50,64', '1,2,90,110'),
    zones: ABC,
    prices: [to('A', 501, 50), to('B', 1_001, 110)],
  },
  {
    name: 'amounts as people write them',
    text: lines('Weight,A,B', 'Upto 500 gms,"1,250.00","Rs.1,35,494.28"', 'Addl 500 gms,Rs.45/-,INR 30'),
    zones: ABC,
    prices: [to('A', 501, 1_295), to('B', 501, 135_524.28)],
  },
  {
    name: 'zones in frames of many kinds',
    text: lines('Weight,Zone A - Within City,B (Regional),ZONE_C', 'Upto 500g,30,35,40', 'Addnl. 500g,25,30,35'),
    zones: ABC,
    prices: [to('A', 501, 55), to('B', 501, 65), to('C', 501, 75)],
  },
  {
    name: 'a column that ends early',
    text: lines('Slab,A,B', '0-500 g,30,40', '501-1000 g,45,NA', '1001-2000 g,80,-'),
    zones: ABC,
    prices: [to('A', 2_000, 80), to('B', 500, 40), to('B', 501, null)],
  },
  {
    name: 'semicolons',
    text: lines('Slab;A;B', 'upto 1 kg;30.5;40', 'each additional 1 kg;20;25'),
    zones: ABC,
    prices: [to('A', 1_001, 50.5), to('B', 3_000, 90)],
  },
];

const ZONES_DOWN: readonly RateForm[] = [
  {
    name: 'first and additional across',
    text: lines('Zone,First 500 gms,Addl. 500 gms', 'A,32,28', 'B,38.50,33', 'C,46,41'),
    zones: ABC,
    prices: [to('A', 501, 60), to('B', 1_200, 104.5), to('C', 2_000, 169)],
  },
  {
    name: 'charges next to the prices, ignored',
    text: lines('Zone,First 500 gms,Addl. 500 gms,COD Charges,COD %', 'A,32,28,40,2%', 'B,38.50,33,40,2%'),
    map: 'ignore: [COD Charges, COD %]',
    zones: ABC,
    prices: [to('A', 501, 60), to('B', 500, 38.5)],
  },
  {
    name: 'slabs across without a unit',
    text: lines('Zone,0-500,501-1000,1001-2000', 'A,30,45,80', 'B,40,60,110'),
    map: 'units: {slab: g}',
    zones: ABC,
    prices: [to('A', 501, 45), to('B', 1_001, 110), to('B', 2_001, null)],
  },
  {
    name: 'destinations by letters of a parcel post',
    text: lines('Destination,Upto 100 gms,101-250 gms,251 - 500 gms,Addl 500 gms', 'A,12,18,25,15', 'B,20,30,45,30'),
    zones: ABC,
    prices: [to('A', 100, 12), to('A', 501, 40), to('B', 1_000, 75)],
  },
  {
    name: 'forward and return over first and additional',
    text: lines(
      'Zone,Forward,Forward,RTO,RTO',
      ',First 500 g,Addl 500 g,First 500 g,Addl 500 g',
      'A,30,25,28,22',
      'B,40,32,36,30',
    ),
    map: 'columns: {"{direction} {slab}": price}',
    zones: ABC,
    prices: [to('A', 501, 55), rto('A', 501, 50), to('B', 1_001, 104), rto('B', 1_001, 96)],
  },
  {
    name: 'the same, as CSV loses merged cells',
    text: lines(
      'Zone,Forward,,RTO,',
      ',First 500 g,Addl 500 g,First 500 g,Addl 500 g',
      'A,30,25,28,22',
      'B,40,32,36,30',
    ),
    map: 'columns: {"{direction} {slab}": price}',
    zones: ABC,
    prices: [to('A', 501, 55), rto('B', 1_001, 96)],
  },
  {
    name: 'the same, with names of columns alone',
    text: lines('zone,fwd_fixed,fwd_additional,rto_fixed,rto_additional', 'A,30,25,28,22', 'B,40,32,36,30'),
    map:
      'columns: {"{direction}_{fixed|additional}": price}\nvalues: {direction: {fwd: FORWARD}}\n'
      + 'set: {step: 500 g}',
    zones: ABC,
    prices: [to('A', 501, 55), rto('B', 1_001, 96)],
  },
  {
    name: 'pairs of zones down',
    text: lines('Origin,Destination,0-500 g,501-1000 g,Addl 500 g', 'North,South,45,70,22', 'South,North,50,75,25.50'),
    map: 'columns: {from_zone: Origin, to_zone: Destination}',
    zones: REGIONS,
    prices: [to('North>South', 501, 70), to('South>North', 1_501, 126), to('North>East', 500, null)],
  },
];

const BLOCKS: readonly RateForm[] = [
  {
    name: 'surface next to air, one of them by its name',
    text: lines('Weight,Surface,Surface,Air,Air', ',A,B,A,B', 'Upto 500 gms,30,36,45,52', 'Addl 500 gms,25,30,40,46'),
    map: 'columns: {"Air {lane}": price}',
    zones: ABC,
    prices: [to('A', 501, 85), to('B', 1_500, 144)],
  },
  {
    name: 'two tables next to each other',
    text: lines(
      'SURFACE,,,,AIR,,',
      'Weight,A,B,,Weight,A,B',
      'Upto 500 g,30,35,,Upto 500 g,50,55',
      'Addl 500 g,25,30,,Addl 500 g,45,50',
    ),
    map: 'columns: {slab: column E, A: column F, B: column G}\nignore: [column A, column B, column C]',
    zones: ABC,
    prices: [to('A', 501, 95), to('B', 500, 55)],
  },
  {
    name: 'two tables below each other',
    text: lines(
      ...['SURFACE,,', 'Weight,A,B', 'Upto 500 g,30,35', 'Addl 500 g,25,30', ',,'],
      ...['AIR,,', 'Weight,A,B', 'Upto 500 g,50,55', 'Addl 500 g,45,50'],
    ),
    map: 'headings: 7\nrows: 8-9',
    zones: ABC,
    prices: [to('A', 501, 95), to('B', 500, 55)],
  },
  {
    name: 'products of an aggregator, first and additional in rows',
    text: lines(
      'Courier,Type,Min Weight,Zone A,Zone B,COD Charges,COD %',
      'Tez Surface 500g,Fwd,0.5,30,35,40,2',
      'Tez Surface 500g,Add,0.5,25,30,,',
      'Udaan Air,Fwd,0.5,45,55,35,2',
    ),
    map: lines(
      'columns: {partner: Courier, slab: Type}',
      'partners: {Tez Surface 500g: OWN, Udaan Air: another}',
      'values: {slab: {Fwd: 0-500, Add: "+500"}}',
      'ignore: [Min Weight, COD Charges, COD %]',
    ),
    zones: ABC,
    prices: [to('A', 501, 55), to('B', 1_001, 95)],
  },
  {
    name: 'weights below a heading that says the unit behind its word',
    text: lines('Weight in KG,A,B', '0.5,30,40', '1,50,60'),
    zones: ABC,
    prices: [to('A', 500, 30), to('B', 501, 60), to('A', 1_001, null)],
  },
  {
    name: 'weights from and to, whose headings have a unit with a dot',
    text: lines('Weight From (Kg.),Weight To (Kg.),A', '0,0.5,30', '0.5,1,50'),
    zones: ABC,
    prices: [to('A', 500, 30), to('A', 501, 50)],
  },
  {
    name: 'a list in which a row comes twice',
    text: lines('Zone,Slab,Price', 'A,Upto 500 g,30', 'A,Upto 500 g,30', 'A,Addl 500 g,25', 'B,Upto 500 g,40'),
    zones: ABC,
    prices: [to('A', 1_200, 80), to('B', 500, 40)],
  },
  {
    name: 'couriers with slabs of their own',
    text: lines('Courier,Slab,A,B', 'Tez,Upto 500 g,30,35', 'Udaan,Upto 1 kg,45,50'),
    map: 'columns: {partner: Courier}\npartners: {Tez: OWN, Udaan: another}',
    zones: ABC,
    prices: [to('A', 500, 30), to('A', 501, null)],
  },
];

const BY_KILOGRAM: readonly RateForm[] = [
  {
    name: 'regions by regions, with ORIGIN and DESTINATION around',
    text: lines(
      ',,DESTINATION,,',
      ',,North,South,East',
      'ORIGIN,North,8,11,10.5',
      'ORIGIN,South,11.50,7,9',
      'ORIGIN,East,10,9,6',
    ),
    perKg: true,
    zones: REGIONS,
    // 12 × 11; 11 started × 11.50
    prices: [to('North>South', 12_000, 132), to('South>North', 10_100, 126.5), to('East>East', 1, 6)],
  },
  {
    name: 'regions by regions, with a corner and words for no service',
    text: lines('From / To,North,South,East', 'North,₹ 8.00,No Service,NA', 'South,Rs.11.50,7,-', 'East,10,9,6'),
    map: 'values: {price: {No Service: NA}}',
    perKg: true,
    zones: REGIONS,
    prices: [to('North>South', 1_000, null), to('South>North', 10_100, 126.5), to('East>East', 2_000, 12)],
  },
  {
    name: 'cities by codes, to the gram',
    text: lines('ORG/DEST,DEL,BOM,BLR', 'DEL,6,9,12', 'BOM,9,5.5,8', 'BLR,12,8,5'),
    perKg: 'exact',
    zones: ['DEL', 'BOM', 'BLR'],
    prices: [to('DEL>BLR', 1_500, 18), to('BOM>BOM', 250, 1.38)],
  },
  {
    name: 'slabs of whole kilograms',
    text: lines('Weight Slab,North,South', '0-50 kg,8,11', '51-100 kg,7,10', 'Above 100 kg,6,9'),
    perKg: true,
    zones: REGIONS,
    // 51 × 7, 100 × 10, 121 × 6
    prices: [
      to('North', 40_000, 320),
      to('North', 50_001, 357),
      to('South', 100_000, 1_000),
      to('North', 120_500, 726),
    ],
  },
  {
    name: 'slabs of kilograms that cost the same',
    text: lines('Zone,0-50 kg,50-100 kg', 'North,8,8', 'South,11,12'),
    perKg: true,
    set: { minCharge: '150' },
    zones: REGIONS,
    prices: [to('North', 60_000, 480), to('South', 60_000, 720), to('North', 1_000, 150)],
  },
  {
    name: 'slabs of kilograms to the gram, in a list',
    text: lines('Zone,Slab,Rate', 'North,0-50 kg,8', 'North,50-100 kg,7.125'),
    perKg: 'exact',
    zones: REGIONS,
    prices: [to('North', 10_100, 80.8), to('North', 60_200, 428.93)],
  },
  {
    name: 'pairs in a list',
    text: lines('Origin,Destination,Rate per kg', 'North,South,11', 'South,North,12.5'),
    map: 'columns: {from_zone: Origin, to_zone: Destination, price: Rate per kg}',
    perKg: true,
    zones: REGIONS,
    prices: [to('North>South', 10_100, 121), to('South>North', 1, 12.5)],
  },
  {
    name: 'each kilogram of a slab, by the map',
    text: lines('Weight,A', 'Up to 10 kg,120', 'Above 10 kg,11'),
    map: 'open: whole',
    zones: ABC,
    prices: [to('A', 10_000, 120), to('A', 10_001, 121), to('A', 12_500, 143)],
  },
];

const LISTS: readonly RateForm[] = [
  {
    name: 'pairs with weights in kilograms',
    text: lines(
      'Origin Zone,Destination Zone,Weight From (kg),Weight To (kg),Rate',
      'North,South,0,0.5,45',
      'North,South,0.5,1,70',
      'North,East,0,0.5,40',
    ),
    map: 'columns: {from_zone: Origin Zone, to_zone: Destination Zone}',
    zones: REGIONS,
    prices: [to('North>South', 501, 70), to('North>East', 500, 40), to('North>East', 501, null)],
  },
  {
    name: 'prices of payment types next to each other',
    text: lines('Zone,Weight,Prepaid,COD', 'A,Upto 500 g,30,45', 'A,Addl 500 g,25,26', 'B,Upto 500 g,40,58'),
    map: 'columns: {"{paymentType}": price}',
    zones: ABC,
    prices: [to('A', 501, 55), cod('A', 501, 71), to('B', 500, 40), cod('B', 500, 58)],
  },
  {
    name: 'a rate for each zone and each 500 g',
    text: lines('Zone,Rate', '01_A,36', '02_B,41.50'),
    map: 'lanes: {01_A: ">A", 02_B: ">B"}',
    set: { step: '500g' },
    zones: ABC,
    prices: [to('A', 501, 72), to('B', 1_200, 124.5)],
  },
  {
    name: 'directions in a column',
    text: lines('Type,Zone,Slab,Price', 'Forward,A,0-500 g,30', 'Forward,A,+500 g,20', 'RTO,A,0-500 g,25'),
    map: 'columns: {direction: Type}',
    zones: ABC,
    prices: [to('A', 1_200, 70), rto('A', 500, 25)],
  },
  {
    name: 'pairs written as one',
    text: lines('Lane,From,To,Rate', 'North>South,0 kg,0.5 kg,45', 'North>South,0.5 kg,1 kg,70'),
    zones: REGIONS,
    prices: [to('North>South', 501, 70), to('North>South', 1_001, null)],
  },
];

export const RATE_FORMS: readonly RateForm[] = [...SLABS_DOWN, ...ZONES_DOWN, ...BLOCKS, ...BY_KILOGRAM, ...LISTS];

/** What may be read in more ways than one, and how it is refused. `OWN` is the courier. */
export const REFUSED_FORMS: Readonly<
  Record<string, Pick<RateForm, 'text' | 'map' | 'perKg' | 'set'> & { fault: RegExp }>
> = {
  'notes with digits': {
    text: lines('Weight Slab,A,B', 'Upto 500 g,28,32', 'Addl 500 g,24,28', 'Fuel surcharge 12 % extra,,'),
    fault: /^4: Weight Slab: must be a slab .*"Fuel surcharge 12 % extra"; if it is a note, say rows: 2-3 in a map$/,
  },
  'a note between slabs': {
    text: lines('Weight Slab,A,B', 'Upto 500 g,28,32', 'w.e.f. 01-Jul-2026,,', 'Addl 500 g,24,28'),
    fault: /^3: Weight Slab: .*; if it is a note, say leave_out: \[\{slab: \["w\.e\.f\. 01-Jul-2026"\]\}\] in a map$/,
  },
  'charges in rows': {
    text: lines('Weight Slab,A,B', 'Upto 500 g,28,32', 'COD Charges,40,40'),
    fault:
      /^1: Weight Slab: .*values: \{slab: \{"COD Charges": …\}\}, or leave_out: \[\{slab: \["COD Charges"\]\}\] for the rows$/,
  },
  'charges in columns': {
    text: lines('Zone,First 500 g,Addl 500 g,COD Charges', 'A,30,25,40'),
    fault: /^1: COD Charges: .*; if it is no price by weight, say ignore: \[COD Charges\] in the map$/,
  },
  'slabs across without a unit': {
    text: lines('Zone,0-500,500-1000', 'A,30,45'),
    fault: /^1: 0-500: says no unit: "0-500"; write g or kg, or say it by units in the map$/,
  },
  'blocks side by side': {
    text: lines('Weight,Surface,Surface,Air,Air', ',A,B,A,B', 'Upto 500 g,30,36,45,52'),
    fault: /^2: A: is the same route as A: of blocks side by side, say columns: \{"Air \{lane\}": price\} in the map$/,
  },
  'forward and return, not said': {
    text: lines('Zone,Forward,Forward,RTO,RTO', ',First 500 g,Addl 500 g,First 500 g,Addl 500 g', 'A,30,25,28,22'),
    fault: /^2: First 500 g: .*; of two rows of headings, say columns: \{"\{direction\} \{slab\}": price\} in the map/,
  },
  'tables below each other with the same slabs': {
    text: lines('Weight,A', '0-500 g,30', '+500 g,25', '', 'AIR,', 'Weight,A', '0-500 g,50', '+500 g,45'),
    fault: /^7: Weight: .*the headings come again in row 6: if that is another table, choose one by headings and rows/,
  },
  'couriers that no column names': {
    text: lines('Courier,Weight (kg),A', 'Tez 500g,0.5,30', 'Udaan 1kg,1,45'),
    fault: /^1: Courier: is not read, and its rows differ: say what it is by columns in the map, such as partner/,
  },
  'prices of services that no pattern names': {
    text: lines('Zone,Weight,Surface,Air', 'A,0-500 g,30,45', 'B,501-1000 g,40,55'),
    fault:
      /^1: Zone: has routes, and Surface, Air are read as routes too: name what they are for by a pattern, such as/,
  },
  'pairs that no column names': {
    text: lines('Origin Zone,Destination Zone,Slab,Rate', 'North,South,0-500 g,45'),
    fault: /^1: Origin Zone: is not read, and no other column says a route: name the column of routes by columns:/,
  },
  'modes that no column names': {
    text: lines('Zone,Mode,Rate', 'A,Surface,40', 'A,Air,60'),
    set: { step: '500g' },
    fault: /^3: Zone: is the same route as line 2; not read: Mode$/,
  },
  'slabs of whole kilograms without --per-kg': {
    text: lines('Weight Slab,A', '0-50 kg,8', '51-100 kg,7'),
    fault:
      /^3: Weight Slab: leaves 50000 to 51000 g .*: --per-kg counts started kilograms; or say values: \{slab: \{"51-100 kg": 50000-100000\}\}/,
  },
  'a title that says per kg, without --per-kg': {
    text: lines('LTL rates (Rs/kg),', 'Weight Slab,A', '0-50 kg,8', '50-100 kg,9'),
    fault:
      /^1: null: "LTL rates \(Rs\/kg\)" says that prices are for a kilogram: say --per-kg, or open: flat in the map/,
  },
  'steps with --per-kg': {
    text: lines('Weight Slab,A', '0-500 g,8', '+500 g,7'),
    perKg: true,
    fault: /^3: Weight Slab: \+500 g has a step, and --per-kg says that each kilogram has its price$/,
  },
  'words for no service': {
    text: lines('From/To,A,B', 'A,8,No Service', 'B,9,7'),
    perKg: true,
    fault: /^2: B: must be an amount such as 1250\.50, but is "No Service"$/,
  },
  'amounts with words': {
    text: lines('Weight,A,B', 'Upto 500 g,Rs 45 + GST,Rs 50 + GST'),
    fault: /^1: null: there is no row of headings: .*; if row 1 is one, say headings: 1 in a map$/,
  },
};
