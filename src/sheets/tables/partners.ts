/** Sheets of several couriers: a column says whose each row is, by the words of the map. */
import { plainText } from '../cells/text.js';
import type { Faults } from './faults.js';
import type { TableForm } from './form.js';
import { plainHeading } from './headings.js';
import type { SheetMap } from './map.js';
import type { Table } from './table.js';

/** Whose row it is. */
export const PARTNER_FIELD = 'partner';

/** With a field for the courier, if the map names couriers. */
export function withPartners(form: TableForm, { partners }: SheetMap): TableForm {
  if (partners.size === 0) return form;
  return {
    ...form,
    names: [...form.names, PARTNER_FIELD],
    find: (heading) => (plainHeading(heading) === PARTNER_FIELD ? PARTNER_FIELD : form.find(heading)),
    kindOf: (field) => (field === PARTNER_FIELD ? 'text' : form.kindOf(field)),
  };
}

/** Leaves the rows of one courier where a column names couriers. A word that the map does not have is a fault. */
export function keepRowsOf(partnerId: string, table: Table, faults: Faults): void {
  const { partners } = table.map;
  if (!table.hasColumn(PARTNER_FIELD)) return;
  table.keepRows((row) => {
    const word = row.get(PARTNER_FIELD);
    const owner = partners.get(plainText(word));
    if (owner === undefined) {
      const message = word === '' ? 'is required: whose row it is' : `"${word}" is none of partners in the map`;
      faults.add(row.position(PARTNER_FIELD), message);
    }
    return owner === partnerId;
  });
}
