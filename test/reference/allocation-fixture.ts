/** One request, three contenders and a policy of the rules that a test writes down. */
import type {
  Allocation,
  Asked,
  Contender,
  Parcel,
  PlaceGroup,
  Policy,
  Rule,
  ShareCounts,
} from './allocation-types.js';
import { allocate } from './allocation.js';

/** A Monday, 14:30 in India. */
export const MONDAY = Date.parse('2026-11-02T14:30:00+05:30');
export const DELHI = { pincode: '110001', areaIds: [1101], cityId: 11, stateId: 1 };
export const MUMBAI = { pincode: '400001', areaIds: [], cityId: 21, stateId: 2 };

export const PARCEL: Parcel = {
  customerId: 'cust-1',
  customerType: 'RETAIL',
  paymentType: 'COD',
  shipmentType: 'B2C',
  urgency: 'STANDARD',
  services: ['PICKUP', 'DELIVERY', 'COD'],
  attributes: { brand: 'anar', boxes: 3, fragile: true },
  from: DELHI,
  to: MUMBAI,
  km: 1_400.5,
  grams: 2_000,
  declaredValue: 2_499.5,
  codAmount: 2_500,
};

/** Weights of 0: the score is the cost. */
export const ASKED: Asked = {
  caller: 'service:main-system',
  strategy: 'BEST_MATCH',
  at: MONDAY,
  urgency: 'STANDARD',
  weights: { hourValue: 0, failureCost: 0, coverageCost: 0 },
};

export const METRO: PlaceGroup = {
  groupId: 'METRO',
  name: 'Metro',
  states: null,
  cities: [11],
  areas: [2101],
  pincodes: ['560001'],
  exceptPincodes: ['110009'],
  status: true,
};

export const policyOf = (rules: Rule[], changes: Partial<Policy> = {}): Policy => ({
  policyId: 'season',
  name: 'Season',
  priority: 10,
  rules,
  status: true,
  ...changes,
});

let lastRule = 0;
const rule = (changes: Partial<Rule>): Rule => ({ ruleId: `r${(lastRule += 1)}`, status: true, ...changes });

export const contender = (partnerId: string, rupees: number, changes: Partial<Contender> = {}): Contender => ({
  partnerId,
  groups: [],
  lane: 'A',
  hours: 48,
  cost: Math.round(rupees * 100),
  successRate: 0.9,
  coverageScore: 0.8,
  isSoftFull: false,
  landed: null,
  outcomes: null,
  ...changes,
});

export const ABC = [
  contender('a', 100, { groups: ['AIR'] }),
  contender('b', 110, { groups: ['SURFACE'] }),
  contender('c', 120, { groups: ['SURFACE'], lane: null, hours: 24 }),
];

/** The rules named r1, r2, …: their allocation of PARCEL among a (₹100), b (₹110) and c (₹120). */
export function decide(
  rules: Partial<Rule>[],
  {
    asked = {},
    policy = {},
    contenders = ABC,
    counts = {},
  }: {
    asked?: Partial<Asked>;
    policy?: Partial<Policy>;
    contenders?: Contender[];
    counts?: ShareCounts;
  } = {},
): Allocation {
  lastRule = 0;
  return allocate(policyOf(rules.map(rule), policy), [METRO], { ...ASKED, ...asked }, PARCEL, contenders, counts);
}

export const orderOf = ({ ranking }: Allocation): string => ranking.map(({ partnerId }) => partnerId).join(' ');
export const resultsOf = ({ rules }: Allocation): string => rules.map(({ result }) => result).join(' ');
