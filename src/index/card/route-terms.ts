/** What RTO terms and weight terms have in common: the customers, services and lanes that they are for; their order. */
import { periodOf } from '../../domain/dates.js';
import { NO_LANE } from '../../domain/rate-card.js';
import { serviceBit, type ServiceTypeId } from '../../domain/vocabulary.js';
import { columnsOf, packed, startsOf, valuesOf } from '../columns.js';
import { ownersOf } from './rows.js';

interface RouteTerm {
  id: number;
  status: boolean;
  customerId?: string | null;
  service?: ServiceTypeId | null;
  lane?: string | null;
  validFrom?: string | null;
  validTo?: string | null;
}

const { u8, u32, ifAny } = columnsOf<RouteTerm>();

/** @param lanes the number of each lane that a rule gives */
export const routeColumns = (lanes: ReadonlyMap<string, number>) => ({
  ...ifAny(({ service }) => service, { service: u32(({ service }) => (service ? serviceBit(service) : 0)) }),
  ...ifAny(({ lane }) => lane, { lane: u8(({ lane }) => (lane ? lanes.get(lane)! : NO_LANE)) }),
});

/**
 * The rows that can match, by owner and in the order of precedence (`termsRow`), where those of each owner begin, and
 * the customers.
 */
export function orderedTerms<R extends RouteTerm>(all: readonly R[], lanes: ReadonlyMap<string, number>) {
  // a row of a lane that no rule gives can never match
  const active = all.filter(({ status, lane }) => status && (!lane || lanes.has(lane)));
  const { customers, ownerOf } = ownersOf(active);
  const fromOf = (row: R): number => periodOf(row).fromMs;
  const rows = active.sort(
    (a, b) =>
      ownerOf(a) - ownerOf(b)
      || named(b.service) - named(a.service)
      || named(b.lane) - named(a.lane)
      || descending(fromOf(a), fromOf(b))
      || b.id - a.id,
  );
  return {
    rows,
    start: rows.length === 0 ? valuesOf('u32', []) : startsOf(rows.map(ownerOf), customers.length + 1),
    customers: packed(customers),
  };
}

const named = (value: string | null | undefined): number => (value ? 1 : 0);
/** Also of infinite numbers. */
const descending = (a: number, b: number): number => (a === b ? 0 : a > b ? -1 : 1);
