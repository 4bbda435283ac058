/** Common first mistakes, and the errors of the import, as docs/data.md shows them. */
export interface Refusal {
  file: string;
  /** Counted from 1. */
  line: number;
  /** Text of the line, and the mistake that replaces it. */
  from: string;
  to: string;
  error: string;
}

export const REFUSALS: readonly Refusal[] = [
  {
    file: 'packages.ndjson',
    line: 2,
    from: '"baseCharge":55',
    to: '"baseCharge":"55"',
    error: 'packages.ndjson:2: baseCharge: must be a number, but is "55"',
  },
  {
    file: 'packages.ndjson',
    line: 3,
    from: '"toZoneId":90002',
    to: '"toZoneId":90007',
    error: 'packages.ndjson:3: toZoneId: there is no zone 90007',
  },
  {
    file: 'zones.ndjson',
    line: 1,
    from: '[392]',
    to: '[9001]',
    error: 'zones.ndjson:1: geographical.cities[0]: there is no city 9001',
  },
  {
    file: 'partners.ndjson',
    line: 1,
    from: '"gstStateCode":"27"',
    to: '"gstStateCode":"99"',
    error: 'partners.ndjson:1: gstStateCode: no state has the GST code 99',
  },
  {
    file: 'customer-charges.ndjson',
    line: 2,
    from: '"id":90002',
    to: '"id":90001',
    error: 'customer-charges.ndjson:2: id: 90001 is on line 1 already',
  },
  {
    file: 'customer-charges.ndjson',
    line: 3,
    from: '"value":2',
    to: '"value":2,"minWeight":500',
    error: 'customer-charges.ndjson:3: minWeight: is not a field that pinrate knows',
  },
  {
    file: 'zones.ndjson',
    line: 2,
    from: '"attributes":[]',
    to: '"attributes":["ODA"]',
    error: "zones.ndjson:2: attributes[0]: needs ODA in the zone's services, with isAvailable true",
  },
];
