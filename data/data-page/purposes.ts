/** What the page says about each collection in addition to its fields. */
import type { DatasetCollection } from '../../src/model/documents.js';
import {
  MAX_HOLDS_PER_PARTNER,
  MAX_CAPACITIES_PER_PARTNER,
  MAX_LANDED_TERMS,
  MAX_PLACE_GROUPS,
  MAX_POLICIES,
  MAX_POLICY_RULES,
  MAX_ZONES_PER_PARTNER,
} from '../../src/limits/documents.js';

interface Purpose {
  /** What it is for, in a sentence. */
  purpose: string;
  /** Rules that the schema of the fields does not have. */
  rules: readonly string[];
}

export const PURPOSES: Record<DatasetCollection, Purpose> = {
  'partners': {
    purpose: 'The couriers: what they refuse, when they collect and deliver, and how long they take.',
    rules: [
      '`gstStateCode` is the `gstCode` of a state.',
      'Rows of `transit` may touch, but not overlap. The distance is by road: the great circle times `ROAD_FACTOR`. '
        + 'Each has either `hours` or `days`.',
      'In `cutoffTimes` a day without a time is a day as `cutoffTime` and `weekendDelivery` say; null is one without '
        + 'pickups.',
    ],
  },
  'zones': {
    purpose: 'Groups of places that a courier treats alike, and its services there.',
    rules: [
      'A pincode belongs to the zone of its `zone-pincodes` entry; failing that to the zone that lists its area, then '
        + 'its city, then its state. So a zone of a city may lie in a zone of the state.',
      'Of several zones that list the same place, the one with the lowest id counts.',
      'Every id exists in the geography, and the partner exists.',
      'PICKUP must be available in the zone of the pickup if a request names it; all other services in the zone of the '
        + 'delivery. The import warns about an active zone without DELIVERY, or without the service of a payment type '
        + 'that its partner takes.',
      `A partner has at most ${MAX_ZONES_PER_PARTNER.toLocaleString('en')} zones.`,
    ],
  },
  'zone-pincodes': {
    purpose: 'Single pincodes of a zone, where states, cities and areas are too coarse.',
    rules: [
      'A pincode is in at most one zone of a partner.',
      'The zone belongs to the partner, and the pincode exists.',
    ],
  },
  'packages': {
    purpose: 'The rates by weight: one row says what a parcel costs between two zones.',
    rules: [
      'Weight charge = `baseCharge` up to `baseWeight`, then `addonCharge` for each started `addonWeight`.',
      'Of the rows that fit the shipment, only those that name the most zones count; of these the cheapest that can '
        + 'carry the weight. No such row: the courier is not available (NO_RATE).',
      'A customer’s rows go before all others, then those with a `service` that is required.',
      'With `baseWeight` 0 every started `addonWeight` is added, which is then above 0.',
      'The zones belong to the partner.',
      '`minWeight` is below `maxWeight`, `kmFrom` below `kmTo`, and `validTo` later than `validFrom`.',
    ],
  },
  'customer-charges': {
    purpose:
      'Fuel surcharge, docket fee, COD and insurance: in general, for one courier, or for one of your customers.',
    rules: [
      'Of each type the rows of the customer count, if there are any for the weight; else those of the courier; else '
        + 'those without a courier. Of these the highest amount is charged, so that “₹40 or 2 %, '
        + 'whichever is higher” is two rows.',
      'A row with a `customerId` names a `partnerId`.',
      '`cod` counts only for COD shipments, `insurance` only if a value is declared.',
      '`codFrom` and `codTo` belong to the type `cod`: rows for other amounts do not match.',
    ],
  },
  'distance-charges': {
    purpose: 'Charges for long distances, in addition to the weight charge.',
    rules: ['Active rows of a partner may touch, but not overlap. A distance without a row costs nothing.'],
  },
  'discounts': {
    purpose: 'Reductions by weight, for a limited time.',
    rules: [
      'Active discounts of a partner may not overlap in weight while both are valid; they may touch, and then the '
        + 'lower one counts at the common weight. Rows of different customers do not meet.',
      'A customer’s row that matches goes before those for all.',
    ],
  },
  'lane-rules': {
    purpose: 'The letter or name of each route (its lane), shown in answers.',
    rules: ['At most 64 a partner. The lowest `priority` goes first, then the lowest `id`.'],
  },
  'surcharges': {
    purpose: 'Everything else that a contract charges.',
    rules: [
      'A customer’s row goes before the courier’s with the same `code`, and that before one without a courier.',
      'At most 256 rows, 31 codes and 32 groups a courier, the rows without one included.',
    ],
  },
  'transit-lanes': {
    purpose: 'How long a parcel takes on single routes, in place of the courier’s `transit`.',
    rules: [
      'The rows that name two zones go first, then those of a lane, then those of one zone, then those of neither.',
      'Among these a row with neither hours nor days means that the route is not served, even if other rows have some; '
        + 'else the fewest count, a day as 24 hours.',
      'A row has hours or days, not both.',
    ],
  },
  'rto-terms': {
    purpose: 'What the return of an undelivered parcel costs.',
    rules: [
      'A customer’s terms go before the general ones, then those with a service, then those with a lane, then the '
        + 'latest `validFrom`, then the highest `id`. '
        + 'Without terms packages with direction RTO price it.',
    ],
  },
  'weight-terms': {
    purpose: 'How volume becomes weight for a customer, a lane or a service, and the least weight that is charged.',
    rules: [
      'A customer’s terms go before the general ones, then those with a service, then those with a lane, then the '
        + 'latest `validFrom`, then the highest `id`. One row counts; what it leaves out, the courier says.',
      'A row has at most one of `volumetricDivisor`, `cft` and `none`.',
    ],
  },
  'holds': {
    purpose: 'Places that a courier, or every courier, does not serve for a time.',
    rules: [
      'A hold names at least one place, or it is `everywhere`.',
      `At most ${MAX_HOLDS_PER_PARTNER} of a partner, and as many of no partner, that are not over.`,
      'Zones and coverage stay as they are: a route with an end that is held is refused (ON_HOLD).',
    ],
  },
  'holidays': {
    purpose: 'Days without pickups or deliveries, and working days that the weekday does not make.',
    rules: [
      'On a `WORKING` day parcels are collected and delivered although the weekday forbids it, unless another row of the '
        + 'day does.',
      'Pickups are judged in the state of the pickup, deliveries in that of the delivery.',
      'At most 400 a partner. Those of a partner are added to those of all.',
    ],
  },
  'road-distances': {
    purpose: 'Detours between states, in place of `ROAD_FACTOR`.',
    rules: ['Two states have one row a partner. A row of the partner goes before the one of all.'],
  },
  'place-groups': {
    purpose: 'Places of your own geography, such as METRO or RISKY_COD, which policies ask for.',
    rules: [
      'A pincode is in a group if it, one of its areas, its city or its state is listed, and it is not excepted.',
      `There are at most ${MAX_PLACE_GROUPS} groups.`,
    ],
  },
  'allocation-policies': {
    purpose: 'Your own rules on who gets a parcel: who may not, who comes first, what is refused.',
    rules: [
      'Of the policies that are in force and for the shipment, the one with the lowest `priority` counts.',
      'Its rules are looked at in their order. Each has a condition (`when`) and exactly one of `exclude`, `only`, '
        + '`adjust`, `rank`, `order`, `share` and `refuse`.',
      'An `exclude` or `only` that would leave nobody is not applied, unless it is `binding`.',
      `There are at most ${MAX_POLICIES} policies, each of at most ${MAX_POLICY_RULES} rules.`,
    ],
  },
  'capacities': {
    purpose: 'How much a courier takes in a day or a month: parcels, pieces, grams, or Rupees to collect.',
    rules: [
      'A shipment counts in every row that matches it and is in force at the moment of its day.',
      'A courier that is full is priced as before. With a HARD row it gets no shipment, with a SOFT one it comes last.',
      'A row that is new, or whose `unit`, `per`, `dayOf` or `when` changes, begins with the shipments that are on their '
        + 'way in its open windows.',
      `At most ${MAX_CAPACITIES_PER_PARTNER} a courier.`,
    ],
  },
  'landed-terms': {
    purpose: 'What a parcel costs you besides its price: returns, cash that waits, late deliveries.',
    rules: [
      'They change no price: the landed cost is shown where it is asked for, and policies may rank by it.',
      'The terms of a customer go before the general ones; then those with the latest `validFrom` count, then those '
        + 'with the highest id.',
      `At most ${MAX_LANDED_TERMS.toLocaleString('en')} of all customers together.`,
    ],
  },
  'credentials': {
    purpose: 'Who may call the API, and with which secrets.',
    rules: [
      'A credential of kind `partner` has the id of a partner.',
      'Make secrets with `openssl rand -hex 32`. To change one, add the new one as the next version, give the old one '
        + 'a `notAfter`, and remove it later.',
      'With `NODE_ENV=production`, secrets of the form `demo-…-secret` or `change-me…` and those of fewer than 16 '
        + 'characters are refused, and `SECRETS_KEY` encrypts what is '
        + 'stored.',
    ],
  },
  'service-types': {
    purpose: 'Names under which services are listed by `GET /service-types`. Prices do not depend on them.',
    rules: [],
  },
  'states': {
    purpose: 'The states and union territories. Shipped: you do not need your own.',
    rules: ['If you bring your own geography, it must have all four: states, cities, areas and pincodes.'],
  },
  'cities': { purpose: 'The cities of a state. Shipped.', rules: ['The state exists.'] },
  'areas': { purpose: 'The areas of a city. Shipped.', rules: ['The city exists.'] },
  'pincodes': {
    purpose: 'The known pincodes; any other one gets a 404. Shipped.',
    rules: [
      'Areas belong to the city, and the city to the state.',
      'A state has at least one pincode with coordinates.',
    ],
  },
  'assignments': {
    purpose:
      'Shipments that pinrate has assigned. It writes them itself; a dataset has them only after `npm run copy`.',
    rules: ['The partner exists.'],
  },
};
