/**
 * Holidays of 2026 and 2027 on which couriers rest. Of the moving ones only those whose dates are certain: none that
 * depends on a sighted moon.
 */
import type { Holiday } from '../../src/model/documents.js';
import { CARD_CREATED } from './common.js';
import type { Geography } from './geography.js';
import { CENTRAL, NORTH } from './regions.js';

interface HolidaySpec {
  name: string;
  dates: readonly string[];
  /** ISO codes of the states where it is kept; all when absent. */
  states?: readonly string[];
  /** BOTH when absent. */
  kind?: Holiday['kind'];
}

/** A day of every year. */
const yearly = (monthAndDay: string): string[] => [`2026-${monthAndDay}`, `2027-${monthAndDay}`];

const HOLIDAYS: readonly HolidaySpec[] = [
  { name: 'Republic Day', dates: yearly('01-26') },
  { name: 'Independence Day', dates: yearly('08-15') },
  { name: 'Gandhi Jayanti', dates: yearly('10-02') },
  { name: 'Diwali', dates: ['2026-11-08', '2027-10-29'] },
  { name: 'Holi', dates: ['2026-03-04', '2027-03-22'], states: [...NORTH, ...CENTRAL, 'BR', 'JH', 'GJ'] },
  { name: 'Dussehra', dates: ['2026-10-20', '2027-10-09'], states: ['KA', 'TS', 'AP', 'WB', 'OD'] },
  { name: 'Good Friday', dates: ['2026-04-03', '2027-03-26'], states: ['KL', 'GA', 'NL', 'MZ', 'ML'] },
  { name: 'Christmas', dates: yearly('12-25'), states: ['KL', 'GA', 'NL', 'MZ', 'ML', 'MN'] },
  { name: 'Guru Nanak Jayanti', dates: ['2026-11-24', '2027-11-14'], states: ['PB', 'CH'] },
  { name: 'Pongal', dates: yearly('01-15'), states: ['TN', 'PY'] },
  { name: 'Maharashtra Day', dates: yearly('05-01'), states: ['MH'] },
  { name: 'Gujarat Day', dates: yearly('05-01'), states: ['GJ'] },
  { name: 'Telangana Formation Day', dates: yearly('06-02'), states: ['TS'] },
  { name: 'Karnataka Rajyotsava', dates: yearly('11-01'), states: ['KA'] },
  { name: 'Utkal Divas', dates: yearly('04-01'), states: ['OD'], kind: 'NO_PICKUP' },
  { name: 'Bohag Bihu', dates: yearly('04-15'), states: ['AS'] },
  { name: 'Goa Liberation Day', dates: yearly('12-19'), states: ['GA'], kind: 'NO_PICKUP' },
  { name: 'Statehood Day', dates: yearly('01-21'), states: ['TR', 'MN', 'ML'], kind: 'NO_PICKUP' },
  { name: 'Statehood Day', dates: yearly('02-20'), states: ['AR', 'MZ'], kind: 'NO_PICKUP' },
];

/** Days of one partner: it counts its goods, its depots are closed, or it works on a Sunday. */
const OWN_DAYS: readonly (HolidaySpec & { partnerId: string })[] = [
  { partnerId: 'kachhua-cargo', name: 'Stocktaking', dates: ['2026-03-31', '2027-03-31'], kind: 'NO_PICKUP' },
  { partnerId: 'gajavahan-freight', name: 'Vishwakarma Puja', dates: yearly('09-17'), kind: 'NO_PICKUP' },
  { partnerId: 'dharaline-surface', name: 'Before Diwali', dates: ['2026-11-01', '2027-10-24'], kind: 'WORKING' },
];

export function holidays(geography: Geography): Holiday[] {
  return [...HOLIDAYS, ...OWN_DAYS]
    .flatMap(({ name, dates, states, kind = 'BOTH', ...owner }) =>
      dates.flatMap((date) =>
        (states?.map((code) => geography.state(code).id) ?? [null]).map((stateId) => ({
          partnerId: 'partnerId' in owner ? (owner.partnerId as string) : null,
          stateId,
          date,
          kind,
          name,
        })),
      ),
    )
    .map((holiday, i) => ({ id: i + 1, ...holiday, createdAt: CARD_CREATED }));
}
