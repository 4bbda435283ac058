/** Holidays: of a partner, or of no partner, which count for all. */
import { DAY_MS } from '../../domain/calendar.js';
import { NO_DELIVERY, NO_PICKUP, WORKING } from '../../domain/schedule.js';
import { ANY_STATE, type HolidayColumns } from '../../domain/time-columns.js';
import type { Holiday } from '../../model/documents.js';
import { builderOf, columnsOf, resolveAs, table } from '../columns.js';
import type { Block } from '../layout.js';
import type { CardDocuments } from './documents.js';

const KINDS: Record<Holiday['kind'], number> = {
  NO_PICKUP,
  NO_DELIVERY,
  BOTH: NO_PICKUP | NO_DELIVERY,
  WORKING,
};

const { f64, u8 } = columnsOf<Holiday>();

const dayOf = ({ date }: Holiday): number => Date.parse(date) / DAY_MS;

const columnsFor = ({ holidays }: Pick<CardDocuments, 'holidays'>) =>
  table(
    {
      day: f64(dayOf),
      stateId: f64(({ stateId }) => stateId ?? ANY_STATE),
      marks: u8(({ kind }) => KINDS[kind]),
    },
    [...holidays].sort((a, b) => dayOf(a) - dayOf(b)),
  );

export const buildHolidays = builderOf(columnsFor);

export const resolveHolidays = (block: Block): HolidayColumns => resolveAs<typeof columnsFor>(block);
