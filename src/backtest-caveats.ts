/** What the figures of a backtest leave out or assume, in sentences for people. */
import type { BacktestFigures } from './contract/allocation-figures.js';
import { counted } from './words.js';

/** Why some are not compared. @param noun of what was asked again, such as `shipment` */
export function uncomparedInWords(
  { parcels, unpriced, shares, warnings = [] }: BacktestFigures,
  noun: string,
): string[] {
  const nobodys = parcels - shares.reduce((sum, { before }) => sum + before, 0);
  const unknown = warnings.find(({ code }) => code === 'PARTNER_NOT_FOUND');
  const others = unpriced - nobodys - (unknown?.count ?? 0);
  return [
    ...(nobodys === 0
      ? []
      : [
          `${counted(nobodys, noun)} without a courier: nobody has carried ${them(nobodys)} yet, so there is no before.`,
        ]),
    ...(unknown === undefined ? [] : [`${counted(unknown.count, noun)} cannot be compared. ${unknown.message}.`]),
    ...(others === 0
      ? []
      : [`${counted(others, noun)} cannot be compared: the courier has no price for ${them(others)} now.`]),
  ];
}

const them = (count: number): string => (count === 1 ? 'it' : 'them');

/** What was assumed of some. */
export const assumedInWords = ({ warnings = [] }: Pick<BacktestFigures, 'warnings'>, noun: string): string[] =>
  warnings
    .filter(({ code }) => code !== 'PARTNER_NOT_FOUND')
    .map(({ message, count }) => `${counted(count, noun)}: ${message}.`);
