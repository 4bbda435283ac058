/** The sheets of docs/sheets.md as a spreadsheet shows them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PAGE = fileURLToPath(new URL('../../docs/sheets.md', import.meta.url));
const FENCE = /^```text\n([\s\S]*?)^```$/gm;

/** By the name of its picture: a text of the sheet, and the number of its row of headings. */
const SHEETS: Readonly<Record<string, { part: string; headings: number }>> = {
  'sheet-pincodes': { part: ',Pin,Facility City', headings: 1 },
  'sheet-slabs': { part: 'Addl 500 gm', headings: 2 },
  'sheet-zones': { part: 'Zones,A,B,C', headings: 1 },
  'sheet-oda': { part: '394650,TRUE', headings: 1 },
};

const STYLE = `
  body { margin: 0; display: inline-block; background: #fff }
  table { border-collapse: collapse; margin: 8px; font: 14px/20px 'DejaVu Sans', sans-serif; color: #1b1f24 }
  td, th { border: 1px solid #c8cdd3; padding: 3px 12px; text-align: left; min-width: 34px }
  th { background: #eef0f2; color: #66707a; font-weight: normal; text-align: center; min-width: 12px }
  tr.headings td { background: #dfe9f5; font-weight: bold }
  td.number { text-align: right }`;

/** A page for each picture. */
export const sheetPages = (): Record<string, string> => {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(FENCE)].map(([, text]) => text!);
  return Object.fromEntries(
    Object.entries(SHEETS).map(([name, { part, headings }]) => [
      name,
      pageOf(
        blocks.find((text) => text.includes(part))!,
        headings,
      ),
    ]),
  );
};

function pageOf(text: string, headings: number): string {
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  const letters = rows[headings - 1]!.map((_, column) => `<th>${String.fromCharCode(65 + column)}</th>`).join('');
  const shown = rows.map((cells, at) => {
    const kind = at + 1 === headings ? ' class="headings"' : '';
    return `<tr${kind}><th>${at + 1}</th>${cells.map(cellOf).join('')}</tr>`;
  });
  return `<!doctype html><style>${STYLE}</style><table><tr><th></th>${letters}</tr>${shown.join('')}</table>`;
}

const cellOf = (text: string): string =>
  `<td${/^[₹ \d.]+$/.test(text) ? ' class="number"' : ''}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`;
