/** How a sheet is understood: its faults, and its columns, which may be chosen. */
import type { Choices } from '../../reader/messages.js';
import type { SeenSheet, SheetRole } from '../../reader/invoice-messages.js';
import { Columns, Proposed } from '../import/columns.js';
import { FaultTable } from '../import/fault-table.js';
import { headingsMark, keptChoices } from '../import/kept-maps.js';

const TITLES: Readonly<Record<SheetRole, string>> = {
  invoice: 'Columns of the invoice',
  orders: 'Columns of the orders',
  items: 'Columns of the weights of SKUs',
  routes: 'Columns of the routes',
  ledger: 'Columns of the ledger',
};

interface SheetColumnsProps {
  role: SheetRole;
  partner: string;
  sheet: SeenSheet;
  choices: Choices;
  choose(more: Choices): void;
  isOlder: boolean;
  isOpen: boolean;
}

export function SheetColumns({ role, partner, sheet, choices, choose, isOlder, isOpen }: SheetColumnsProps) {
  const { columns, fields, faults } = sheet;
  const proposed = Object.keys(choices).length > 0 ? null : keptChoices(role, partner, headingsMark(columns));
  return (
    <>
      <Proposed kept={{ proposed, choose }} />
      {faults.length > 0 && <FaultTable faults={faults} count={faults.length} />}
      <details open={isOpen || faults.length > 0}>
        <summary>{TITLES[role]}</summary>
        <div class="panel">
          <Columns columns={columns} fields={fields} choices={choices} choose={choose} isOlder={isOlder} />
        </div>
      </details>
    </>
  );
}
