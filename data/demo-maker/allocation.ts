/**
 * How the demo chooses couriers: a policy for one customer, so that the prices and choices of all others are those of
 * the rate cards alone, the place groups of its rules, and a day's limit that is far away.
 */
import type { AllocationPolicy, Capacity, LandedTermsDocument, PlaceGroup } from '../../src/model/documents.js';
import { CARD_CREATED } from './common.js';
import type { Geography } from './geography.js';
import { AHMEDABAD, BENGALURU, CHENNAI, DELHI_NCR, HYDERABAD, KOLKATA, MUMBAI, PUNE } from './regions.js';

const METRO = [AHMEDABAD, BENGALURU, CHENNAI, DELHI_NCR, HYDERABAD, KOLKATA, MUMBAI, PUNE].flat();
const made = { status: true, createdAt: CARD_CREATED };

export function placeGroups(geography: Geography): PlaceGroup[] {
  return [
    { groupId: 'METRO', name: 'Metro cities', cities: METRO.map((name) => geography.city(name).id), ...made },
    {
      groupId: 'RISKY_COD',
      name: 'Where much cash on delivery comes back',
      states: ['BR', 'JH'].map((code) => geography.state(code).id),
      cities: [geography.city('UP/Ghaziabad').id],
      ...made,
    },
  ];
}

export function allocationPolicies(): AllocationPolicy[] {
  return [
    {
      policyId: 'market-042',
      name: 'Season of market 042',
      priority: 100,
      appliesTo: { customerIds: ['cust-market-042'] },
      rules: [
        {
          ruleId: 'cash-limit',
          label: 'No large amounts to collect where they come back',
          when: { toGroups: ['RISKY_COD'], codFrom: 25_000 },
          refuse: { code: 'PREPAID_ONLY', message: 'Ask for payment in advance: more than half of these come back' },
          status: true,
        },
        {
          ruleId: 'no-slow-metro',
          label: 'Between metros nothing slow',
          when: { fromGroups: ['METRO'], toGroups: ['METRO'] },
          exclude: { hoursFrom: 168 },
          status: true,
        },
        {
          ruleId: 'urgent-by-air',
          label: 'Urgent parcels by air, up to ₹120 dearer',
          when: { urgencies: ['URGENT'] },
          order: { partners: ['nabhdoot-air'], atMostAbove: 120 },
          status: true,
        },
        {
          ruleId: 'season-split',
          label: 'Light prepaid parcels 60 to 40',
          when: { paymentTypes: ['PREPAID'], kgTo: 2 },
          share: {
            of: [
              { partner: 'haatwala-ecom', percent: 60 },
              { partner: 'dharaline-surface', percent: 40 },
            ],
            per: 'WEEK',
          },
          status: true,
        },
      ],
      ...made,
      updatedAt: CARD_CREATED,
    },
  ];
}

export const capacities = (): Capacity[] => [
  {
    id: 1,
    partnerId: 'dharaline-surface',
    name: 'Trucks of the day',
    limit: 4_000,
    unit: 'PARCELS',
    per: 'DAY',
    ...made,
  },
];

/** What returns, waiting cash and late parcels cost the house. No policy of the demo ranks by it. */
export const landedTerms = (): LandedTermsDocument[] => [
  {
    id: 1,
    customerId: null,
    taxCredit: 'FULL',
    returnHandling: 25,
    valueLossPercent: 5,
    annualRatePercent: 18,
    lateCost: 30,
    ...made,
  },
];
