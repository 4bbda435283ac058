/** What people said of columns, kept in this browser by courier: proposed for the same headings, never used unasked. */
import type { SeenColumn } from '../../../sheets/tables/look.js';
import type { Choices } from '../../reader/messages.js';

/** Equal for sheets with the same headings in the same columns. */
export const headingsMark = (columns: readonly SeenColumn[]): string =>
  columns.map(({ letters, title }) => `${letters} ${title.trim().toLowerCase()}`).join('\n');

const nameOf = (kind: string, partner: string, mark: string): string => `sheet ${partner} ${kind} ${mark}`;

/** @param kind of an import, or what a sheet is for an invoice @returns null: such a sheet had no choices */
export function keptChoices(kind: string, partner: string, mark: string): Choices | null {
  const text = localStorage.getItem(nameOf(kind, partner, mark));
  return text === null ? null : choicesOf(text);
}

export function keepChoices(kind: string, partner: string, mark: string, choices: Choices): void {
  if (Object.keys(choices).length === 0) return;
  localStorage.setItem(nameOf(kind, partner, mark), JSON.stringify(choices));
}

/** null: others may have written there. */
export function choicesOf(text: string): Choices | null {
  try {
    const found: unknown = JSON.parse(text);
    if (found === null || typeof found !== 'object') return null;
    const isSound = Object.entries(found).every(
      ([name, field]) => /^[A-Z]{1,3}$/.test(name) && typeof field === 'string',
    );
    return isSound ? (found as Choices) : null;
  } catch {
    return null;
  }
}
