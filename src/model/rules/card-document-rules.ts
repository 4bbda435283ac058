/** The rules of single documents of a contract's collections: lanes, surcharges, returns, time and distance. */
import {
  KILOGRAM_DECIMALS,
  MAX_MONEY_RUPEES,
  MAX_PERCENT,
  MAX_SURCHARGE_PER_UNIT_RUPEES,
  MONEY_DECIMALS,
  PERCENT_DECIMALS,
  ROAD_FACTOR_DECIMALS,
  SURCHARGE_VALUE_DECIMALS,
} from '../../limits/documents.js';
import { isDay } from '../../domain/calendar.js';
import { isByUnit } from '../../domain/surcharge-bases.js';
import type { Holiday, LaneRule, RoadDistance, RtoTerms, Surcharge, TransitLane } from '../documents.js';
import { amountBounds, dates, decimals, type Faults, isGiven, laneOrZones, ordered, validity } from './field-faults.js';
import { ofFaults } from './of-faults.js';

const NO_CONDITIONS: NonNullable<Surcharge['when']> = {};

export function* laneRuleFaults(rule: LaneRule): Faults {
  yield* ordered('when.kmFrom', rule.when.kmFrom, 'when.kmTo', rule.when.kmTo);
  yield* dates(rule, 'createdAt');
  yield* validity(rule);
}

export function* surchargeFaults(row: Surcharge): Faults {
  yield* generalFaults(row);
  yield* amountFaults(row);
  yield* percentFaults(row);
  yield* conditionFaults(row.when ?? NO_CONDITIONS);
  yield* dates(row, 'createdAt');
  yield* validity(row);
}

/** A row without a partner names nothing that belongs to one. */
function* generalFaults({ partnerId, customerId, when }: Surcharge): Faults {
  if (isGiven(partnerId)) return;
  if (isGiven(customerId))
    yield { field: 'partnerId', message: 'must name a partner when customerId names a customer' };
  for (const field of ['zones', 'lanes'] as const)
    if (isGiven(when?.[field]))
      yield { field: 'partnerId', message: `must name a partner when when.${field} names ${field}` };
}

function* amountFaults({ basis, value, min, max }: Surcharge): Faults {
  const most = basis === 'PERCENT' ? MAX_PERCENT : isByUnit(basis) ? MAX_SURCHARGE_PER_UNIT_RUPEES : MAX_MONEY_RUPEES;
  const unit = basis === 'PERCENT' ? 'percent' : 'Rupees';
  if (value > most) yield { field: 'value', message: `must be at most ${most} ${unit}` };
  yield* decimals('value', value, SURCHARGE_VALUE_DECIMALS);
  yield* amountBounds({ min, max });
}

function* percentFaults({ basis, of, above, partnerId, code, order }: Surcharge): Faults {
  if (basis !== 'PERCENT') {
    const message = `belongs to the basis PERCENT, not to ${basis}`;
    if (isGiven(of)) yield { field: 'of', message };
    if (isGiven(above)) yield { field: 'above', message };
    return;
  }
  if (!isGiven(of)) yield { field: 'of', message: 'must name what the PERCENT is of' };
  else yield* ofFaults(of, { partnerId, self: code, order });
  yield* decimals('above', above, MONEY_DECIMALS);
}

function* conditionFaults(when: NonNullable<Surcharge['when']>): Faults {
  if (isGiven(when.end) && ![when.attributes, when.zones, when.tags].some(isGiven))
    yield { field: 'when.end', message: 'needs attributes, zones or tags, which it is about' };
  yield* ordered('when.kgFrom', when.kgFrom, 'when.kgTo', when.kgTo);
  yield* ordered('when.kmFrom', when.kmFrom, 'when.kmTo', when.kmTo);
  yield* ordered('when.valueFrom', when.valueFrom, 'when.valueTo', when.valueTo);
  for (const field of ['kgFrom', 'kgTo'] as const) yield* decimals(`when.${field}`, when[field], KILOGRAM_DECIMALS);
  for (const field of ['valueFrom', 'valueTo'] as const) yield* decimals(`when.${field}`, when[field], MONEY_DECIMALS);
  yield* decimals('when.piece.kgFrom', when.piece?.kgFrom, KILOGRAM_DECIMALS);
}

export function* transitLaneFaults(row: TransitLane): Faults {
  yield* laneOrZones(row);
  yield* dates(row, 'createdAt');
  yield* validity(row);
}

export function* rtoTermsFaults({ basis, percent, ...row }: RtoTerms): Faults {
  if (basis === 'CARD' && percent !== null) yield { field: 'percent', message: 'must be null with the basis CARD' };
  if (basis === 'PERCENT_OF_FORWARD' && percent === null)
    yield { field: 'percent', message: 'must be a number with the basis PERCENT_OF_FORWARD' };
  yield* decimals('percent', percent, PERCENT_DECIMALS);
  yield* dates(row, 'createdAt');
  yield* validity(row);
}

export function* holidayFaults(row: Holiday): Faults {
  if (!isDay(row.date)) yield { field: 'date', message: 'must be a day of the calendar' };
  yield* dates(row, 'createdAt');
}

export function* roadDistanceFaults(row: RoadDistance): Faults {
  yield* decimals('factor', row.factor, ROAD_FACTOR_DECIMALS);
  yield* dates(row, 'createdAt');
}
