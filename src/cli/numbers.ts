import { CommandError, EXIT } from './world.js';

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new CommandError(EXIT.usage, `"${text}" is no whole number`);
  return Number(text);
}

export function changeId(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new CommandError(EXIT.usage, `"${text}" is no change: it is named by its number, which log shows`);
  return Number(text);
}
