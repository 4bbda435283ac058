/** How what was chosen on the page changes the map of a sheet. */
import type { SheetMap } from '../../sheets/tables/map.js';
import type { CellMeaning, Choices } from './messages.js';

/** A map with what was chosen. Columns go by their letters, so that two with one heading can be distinguished. */
export function withChoices(map: SheetMap, choices: Choices): SheetMap {
  const columns = new Map(map.columns);
  const ignored = new Set(map.ignored);
  const chosen = new Map<string, string[]>();
  for (const [letters, field] of Object.entries(choices)) {
    if (!isOfColumn(letters)) continue;
    const name = `column ${letters}`;
    if (field === '') ignored.add(name);
    else chosen.set(field, [...(chosen.get(field) ?? []), name]);
  }
  for (const [field, names] of chosen) columns.set(field, names);
  return { ...map, columns, ignored };
}

/** Others are about words. */
export const isOfColumn = (name: string): boolean => /^[A-Z]+$/.test(name);

/** A map with what a person said of days and of these weights, where it does not say it itself. */
export const withMeaning = (map: SheetMap, { days, unit }: CellMeaning, weights: readonly string[]): SheetMap => ({
  ...map,
  ...(days !== '' && { dates: days }),
  ...(unit !== '' && { units: new Map([...weights.map((field) => [field, unit] as const), ...map.units]) }),
});
