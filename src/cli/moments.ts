/** Days and moments as people write them at a prompt. Days are of India. */
import { DAY_MS, dayInIndia, HOUR_MS, isDay } from '../domain/calendar.js';
import { CommandError, EXIT } from './world.js';

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/;
const AGO = /^(\d{1,4}) ?(d|h)$/i;

/** `2026-07-01`, a moment with its zone, `today`, `yesterday`, `7d` or `12h` ago, as the API takes it. */
export function since(text: string): string {
  const nowMs = Date.now();
  const today = (days: number): string => beginningOf(dayInIndia(nowMs - days * DAY_MS));
  const word = text.trim().toLowerCase();
  if (word === 'today') return today(0);
  if (word === 'yesterday') return today(1);
  const [, count, unit] = AGO.exec(word) ?? [];
  if (count !== undefined) return new Date(nowMs - Number(count) * (unit === 'd' ? DAY_MS : HOUR_MS)).toISOString();
  if (isDayText(text)) return beginningOf(text);
  if (isMoment(text)) return text;
  throw new CommandError(
    EXIT.usage,
    `"${text}" is no time: write a day as 2026-07-01, today, yesterday, 7d, 12h or a moment as 2026-07-01T09:00:00+05:30`,
  );
}

/** A day or a moment, as the API takes it. */
export function day(text: string): string {
  if (isDayText(text) || isMoment(text)) return text;
  const message = `"${text}" is no day: write it as 2026-07-01, or a moment as 2026-07-01T09:00:00+05:30`;
  throw new CommandError(EXIT.usage, message);
}

const isDayText = (text: string): boolean => DAY.test(text) && isDay(text);
const isMoment = (text: string): boolean => MOMENT.test(text) && !Number.isNaN(Date.parse(text));
const beginningOf = (text: string): string => `${text}T00:00:00+05:30`;
