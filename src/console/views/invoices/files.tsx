/** The files of a reconciliation, as the command line writes them. */
import { counted } from '../../../words.js';
import { Table } from '../../parts/table.js';
import { saveFile } from '../../parts/download.js';
import type { OutcomeFile } from '../../reader/invoice-messages.js';

const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  'dispute.csv': ['line to dispute, in the courier’s own columns', 'lines to dispute, in the courier’s own columns'],
  'lines.csv': ['line with its causes', 'lines with their causes'],
  'ledger.csv': [
    'row of what was billed so far: drop it next to the next invoice',
    'rows of what was billed so far: drop it next to the next invoice',
  ],
  'unbilled.csv': ['shipment that is not billed yet', 'shipments that are not billed yet'],
};

const OTHER: Readonly<Record<string, string>> = {
  'report.html': 'This page as one file, to print or to send',
  'summary.json': 'All sums, for programs',
};

export const Files = ({ files }: { files: readonly OutcomeFile[] }) => (
  <section aria-label="Files">
    <h2>Files</h2>
    <Table name="Files" columns={['File', 'What is in it', 'Save']}>
      {files.map(({ name, content, rows }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td class="words">{rows !== null && name in COUNTED ? counted(rows, ...COUNTED[name]!) : OTHER[name]}</td>
          <td>
            <button type="button" onClick={() => saveFile(name, content)}>
              Download {name}
            </button>
          </td>
        </tr>
      ))}
    </Table>
  </section>
);
