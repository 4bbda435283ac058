/** Holidays: those of a partner, or those that belong to no partner and count for all. */
import { NO_DELIVERY, NO_PICKUP } from '../../domain/calendar.js';
import { ANY_STATE, type HolidayColumns } from '../../domain/rate-card.js';
import type { Holiday } from '../../model/documents.js';
import { allocate, type Block, resolve } from '../layout.js';

const DAY_MS = 86_400_000;

const KINDS: Record<Holiday['kind'], number> = { NO_PICKUP, NO_DELIVERY, BOTH: NO_PICKUP | NO_DELIVERY };

const holidaysLayout = (rows: number) =>
  ({ day: ['f64', rows], stateId: ['f64', rows], forbids: ['u8', rows] }) as const;

export function buildHolidays(documents: readonly Holiday[], version: number): Block {
  const rows = documents
    .map(({ date, stateId, kind }) => ({ day: Date.parse(date) / DAY_MS, stateId: stateId ?? ANY_STATE, kind }))
    .sort((a, b) => a.day - b.day);
  const { block, columns } = allocate(holidaysLayout(rows.length), version);
  rows.forEach(({ day, stateId, kind }, row) => {
    columns.day[row] = day;
    columns.stateId[row] = stateId;
    columns.forbids[row] = KINDS[kind];
  });
  return block;
}

export function resolveHolidays(block: Block): HolidayColumns {
  return resolve<ReturnType<typeof holidaysLayout>>(block);
}
