/** docs/rules.md#gst, and tax regimes. */
import { findPincode } from './coverage.js';
import type { Covered } from './covered.js';
import type { TaxEntry } from './documents.js';
import { decimal, Fraction, percentOf } from './exact.js';
import { begins, isValidAt } from './moments.js';

/** Paise. */
export interface Tax {
  isWithinState: boolean;
  gst: bigint;
  cgst: bigint;
  sgst: bigint;
  igst: bigint;
  recipientLiability: bigint;
  regime: TaxEntry['regime'];
  /** Null: the partner names none. */
  sac: string | null;
  /** 0 for an exempt service. */
  percent: number;
  /** Where the rate is written. */
  rule: string;
}

function placeOfSupply({ world, shipment }: Covered): string {
  if (shipment.customerGstin !== undefined) return shipment.customerGstin.slice(0, 2);
  const place = findPincode(world, shipment.pickupPincode);
  const state = world.states.find((row) => row.id === place?.stateId);
  if (!state) throw new Error(`no state for pincode ${shipment.pickupPincode}`);
  return state.gstCode;
}

/**
 * The partner's entry for the pricing moment, null without one. Of the entries in force:
 * 1. the latest validFrom; one without it is the earliest
 * 2. the last in the list
 */
function chooseEntry({ partner, at }: Covered): TaxEntry | null {
  let chosen: TaxEntry | null = null;
  for (const entry of (partner.tax ?? []).filter((candidate) => isValidAt(candidate, at)))
    if (chosen === null || begins(entry) >= begins(chosen)) chosen = entry;
  return chosen;
}

/** Within the state two halves of the rate, each rounded half up; between states the whole rate. */
export function taxOf(covered: Covered, taxable: bigint): Tax {
  const { partner, settings } = covered;
  const entry = chooseEntry(covered);
  const percent = entry?.percent ?? settings.gstPercent;
  const isWithinState = placeOfSupply(covered) === partner.gstStateCode;
  const half = decimal(percent).times(new Fraction(taxable, 200n)).roundHalfUp();
  const whole = percentOf(percent, taxable);
  const gst = isWithinState ? half + half : whole;
  const rule = (entry?.percent ?? null) === null ? 'GST_PERCENT' : `partners/${partner.partnerId}/tax`;
  const regime = entry?.regime ?? 'FORWARD';
  const said = { regime, sac: entry?.sac ?? null, percent: regime === 'EXEMPT' ? 0 : percent };
  const none = { ...said, isWithinState, gst: 0n, cgst: 0n, sgst: 0n, igst: 0n, recipientLiability: 0n, rule };
  if (entry?.regime === 'EXEMPT') return none;
  if (entry?.regime === 'REVERSE_CHARGE') return { ...none, recipientLiability: gst };
  return isWithinState ? { ...none, gst, cgst: half, sgst: half } : { ...none, gst, igst: whole };
}
