/** HTML made of constant text and values: every value is escaped unless it is markup itself. */

export class Markup {
  constructor(readonly text: string) {}
}

type Value = Markup | string | number | null | readonly Markup[];

/** Longer ones are cut: a cell of a sheet may have a whole file in it. */
const MAX_TEXT_LENGTH = 300;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
// no document may have them, and lone halves of a character have no bytes
// oxlint-disable-next-line no-control-regex
const UNSHOWABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]|\p{Surrogate}/gu;

/** A template: html`<b>${name}</b>`. Values stand in text or within a quoted attribute. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  let text = parts[0]!;
  for (const [index, value] of values.entries()) text += textOf(value) + parts[index + 1]!;
  return new Markup(text);
}

/** A text of the sheet: its direction of writing ends with it. */
export const sheetText = (text: string): Markup => html`<bdi>${text}</bdi>`;

function textOf(value: Value): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escaped(String(value));
}

function escaped(text: string): string {
  const short = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH - 1)}…` : text;
  return short.replace(UNSHOWABLE, '\ufffd').replace(/[&<>"']/g, (character) => ESCAPES[character]!);
}
