import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('It is a whole number.');
  return Number(text);
}

export function changeId(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new InvalidArgumentError('A change is named by its number, which log shows.');
  return Number(text);
}
