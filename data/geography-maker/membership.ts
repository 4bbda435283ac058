import type { RawOffice } from './sources.js';
import { groupBy, mostFrequent } from './tally.js';

/** Where a pincode belongs: the state's name as in the directory, and its district. */
export interface Membership {
  readonly state: string;
  readonly district: string;
}

/**
 * Pincodes whose rows all, or nearly all, name a wrong state or district, each checked by hand: the offices' names,
 * their postal circle and division, their coordinates and GeoNames agree with each other and not with the row.
 */
const DECIDED_BY_HAND: Readonly<Record<string, Membership>> = {
  // Agartala head office, Agartala Division; the rows say Nirmal, Telangana.
  '799001': { state: 'TRIPURA', district: 'West Tripura' },
  // Indervelli, Adilabad Division of the Telangana circle; the rows say Prakasam, Andhra Pradesh.
  '504346': { state: 'TELANGANA', district: 'ADILABAD' },
  // Kansa by Visnagar, Mahesana Division, at 23.71, 72.52; the row says Nagaur, Rajasthan.
  '384316': { state: 'GUJARAT', district: 'MAHESANA' },
  // The delivery centre of Bikaner city; the row says Raipur, Chhattisgarh.
  '334002': { state: 'RAJASTHAN', district: 'BIKANER' },
  // Melanikuzhi, Tiruchirapalli Division, at 11.24, 79.46; the row says Kozhikode, Kerala.
  '612906': { state: 'TAMIL NADU', district: 'Ariyalur' },
  // Hlumte, Chithar, South Lungdai: the Mizoram Division, although 791 is Arunachal Pradesh elsewhere.
  '791701': { state: 'MIZORAM', district: 'AIZAWL' },
  // Boarijore and Thakurgangti are in Godda, Jharkhand, though 813 is mostly Bihar.
  '813208': { state: 'JHARKHAND', district: 'GODDA' },
  // Chandan is in Banka, Bihar, though 814 is mostly Jharkhand.
  '814131': { state: 'BIHAR', district: 'BANKA' },
  // Rani near Guwahati: three of its four branches are across the border, in Ri Bhoi, Meghalaya, but the sub office,
  // the Assam circle, the prefix and GeoNames say Kamrup, Assam.
  '781131': { state: 'ASSAM', district: 'KAMRUP' },
  // Yanam: its branches are in Andhra Pradesh around it, but the town and the sub office are Puducherry's.
  '533464': { state: 'PUDUCHERRY', district: 'YANAM' },
  // Dhampur, Bijnor Division; the rows say Aligarh, 140 km away.
  '246761': { state: 'UTTAR PRADESH', district: 'BIJNOR' },
  // Rasulabad, Faizabad Division, among Ayodhya's pincodes; the rows say Firozabad.
  '224172': { state: 'UTTAR PRADESH', district: 'AYODHYA' },
  // Hilsa, Nalanda Division; the rows say Nawada.
  '801302': { state: 'BIHAR', district: 'NALANDA' },
  // Bhalod, Bharuch Division; the rows say Vadodara.
  '393105': { state: 'GUJARAT', district: 'BHARUCH' },
  // Lunglei, the town of that district; the rows say Aizawl.
  '796701': { state: 'MIZORAM', district: 'LUNGLEI' },
  ...bastarDivision({
    BASTAR: '494001 494010 494221 494222 494223',
    BIJAPUR: '494444 494446 494447 494448',
    KANKER: '494332 494333 494334 494335 494336 494337 494670',
    KONDAGAON: '494331 494347',
    SUKMA: '494111 494114 494115',
  }),
};

/**
 * The rows of 21 pincodes of the Bastar Division, including Jagdalpur, say Raipur, which is up to 340 km away. These
 * are their districts, by their sub offices.
 */
function bastarDivision(pincodesOf: Record<string, string>): Record<string, Membership> {
  const entries = Object.entries(pincodesOf).flatMap(([district, pincodes]) =>
    pincodes.split(' ').map((pincode) => [pincode, { state: 'CHHATTISGARH', district }] as const),
  );
  return Object.fromEntries(entries);
}

const IMPORTANCE = { HO: 2, PO: 1, BO: 0 } as const;

function isKnown(office: RawOffice): boolean {
  return office.state !== 'NA' && office.district !== 'NA';
}

/**
 * The most frequent value among the offices. On a tie the most important office decides: the pincode is that office's,
 * the others are its branches.
 */
function majority(offices: readonly RawOffice[], valueOf: (office: RawOffice) => string): string | undefined {
  const tied = mostFrequent(offices.map(valueOf));
  if (tied.length < 2) return tied[0];
  const candidates = offices.filter((office) => tied.includes(valueOf(office)));
  candidates.sort((left, right) => IMPORTANCE[right.kind] - IMPORTANCE[left.kind]);
  return candidates[0] && valueOf(candidates[0]);
}

function majorityMembership(offices: readonly RawOffice[]): Membership | undefined {
  const known = offices.filter(isKnown);
  const state = majority(known, (office) => office.state);
  if (state === undefined) return undefined;
  const district = majority(
    known.filter((office) => office.state === state),
    (office) => office.district,
  );
  return district === undefined ? undefined : { state, district };
}

/** Membership of a pincode without a usable row, from the offices that share its prefix. */
function inheritedMembership(offices: readonly RawOffice[], byPrefix: Map<string, RawOffice[]>): Membership {
  const pincode = offices[0]?.pincode ?? '';
  const neighbours = byPrefix.get(pincode.slice(0, 3)) ?? [];
  const state = majority(neighbours, (office) => office.state);
  const inState = neighbours.filter((office) => office.state === state);
  const divisions = new Set(offices.map((office) => office.division));
  // The postal division is finer than the prefix where the prefix spans several districts.
  const inDivision = inState.filter((office) => divisions.has(office.division));
  const district = majority(inDivision.length > 0 ? inDivision : inState, (office) => office.district);
  if (state === undefined || district === undefined) throw new Error(`the state of ${pincode} is unknown`);
  return { state, district };
}

/** The state and district of every pincode. */
export function findMemberships(byPincode: Map<string, RawOffice[]>): Map<string, Membership> {
  const known = [...byPincode.values()].flat().filter(isKnown);
  const byPrefix = groupBy(known, (office) => office.pincode.slice(0, 3));
  const memberships = new Map<string, Membership>();
  for (const [pincode, offices] of byPincode) {
    memberships.set(
      pincode,
      DECIDED_BY_HAND[pincode] ?? majorityMembership(offices) ?? inheritedMembership(offices, byPrefix),
    );
  }
  return memberships;
}
