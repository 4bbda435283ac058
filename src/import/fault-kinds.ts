/** Which faults of a sheet are of one kind. */
import type { Fault } from '../sheets/tables/faults.js';

/** Faults of one column that differ in the words of their cells alone. */
export const kindOf = ({ column, message }: Fault): string =>
  `${column ?? ''} ${message.replace(/"[^"]*"/g, '"').replace(/\d+/g, '0')}`;
