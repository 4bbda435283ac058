/** A line of an invoice, as its sheet says it. Money is paise, weights are grams. */

/** What a courier carries for one amount. */
export const LEGS = ['FORWARD', 'RTO', 'REVERSE'] as const;
export type Leg = (typeof LEGS)[number];
/** BOTH: forward and return in one line. */
export type LineDirection = Leg | 'BOTH';

export const legsOf = (direction: LineDirection): readonly Leg[] =>
  direction === 'BOTH' ? ['FORWARD', 'RTO'] : [direction];

/** Parts of a price without tax: `freight` is weight and distance of the way there, `rto` those of the way back. */
export const PARTS = ['freight', 'rto', 'fsc', 'cod', 'docket', 'insurance', 'other', 'discount'] as const;
export type Part = (typeof PARTS)[number];
export type PartAmounts = Readonly<Record<Part, number>>;

/** The columns of amounts of a sheet. */
export const AMOUNTS = ['total', ...PARTS, 'tax'] as const;
export type AmountName = (typeof AMOUNTS)[number];

/** Where the line says that the parcel went, by our names. */
export interface BilledRoute {
  lane?: string;
  /** The partner's zones. */
  toZone?: ZoneName;
  fromZone?: ZoneName;
}

export interface ZoneName {
  id: string;
  name: string;
}

interface LinePlace {
  /** Of the sheet. */
  line: number;
  /** As the sheet has them, without what forces a text; empty: it has none. */
  awb: string;
  ref: string;
  /** A day of India, `2026-07-01`; null: none. */
  date: string | null;
  /** Number of the invoice; null: no column says it. */
  invoice: string | null;
  /** All cells as they stand, for a dispute. */
  cells: readonly string[];
}

/** A line of which everything that is needed could be read. */
export interface InvoiceLine extends LinePlace {
  partnerId: string;
  direction: LineDirection;
  chargedGrams: number | null;
  billed: BilledRoute | null;
  /** What is billed, in the basis of the invoice. */
  totalPaise: number;
  /** Of the columns that the sheet has; an empty cell is 0. The discount is at most 0. */
  amounts: Readonly<Partial<Record<AmountName, number>>>;
  /** What the line's own columns say of the parcel. */
  own: ShipmentFacts;
}

/** A line with a cell that cannot be read, or with a word that nothing explains. */
export interface UnreadableLine extends LinePlace {
  /** The field and its text. */
  unreadable: { field: string; word: string };
  /** null: nobody knows which leg it bills. */
  direction: LineDirection | null;
  /** null: it cannot be read. */
  totalPaise: number | null;
}

/** What is known of a parcel from one source; what is absent is not known. */
export interface ShipmentFacts {
  /** Pincodes, or what the house calls the ends. */
  from?: string;
  to?: string;
  /** Of the parcel as it was shipped. */
  grams?: number;
  /** cm */
  length?: number;
  width?: number;
  height?: number;
  payment?: 'COD' | 'PREPAID';
  valuePaise?: number;
  codPaise?: number;
  type?: 'B2B' | 'B2C';
  customer?: string;
  services?: readonly string[];
  /** A day of India, or a moment. */
  date?: string;
  status?: ShipmentStatus;
  /** Whose parcel it is. */
  partner?: string;
  /** Further members of a question, as an assignment was asked with them. */
  asked?: Readonly<Record<string, unknown>>;
  /** The parcel was shipped as a return from a customer: its ends are those of the return. */
  isReverse?: true;
}

export type ShipmentStatus = 'DELIVERED' | 'RETURNED' | 'CANCELLED';
