/** A table with a name and heads of columns, in a frame that scrolls when it is narrow. */
import type { ComponentChildren } from 'preact';

export interface Column {
  name: string;
  /** Its cells are of the class `number`, too. */
  isNumber?: boolean;
  title?: string;
}

interface TableProps {
  name: string;
  columns: readonly (string | Column)[];
  'class'?: string;
  /** The rows answer an older question, while the next answer is on its way. */
  isOlder?: boolean;
  /** Rows, each with `<th scope="row">` first. */
  'children': ComponentChildren;
}

export function Table({ name, columns, isOlder = false, children, ...rest }: TableProps) {
  return (
    // reachable by the keyboard, or else nobody without a mouse could scroll it
    <div class={isOlder ? 'scroll older' : 'scroll'} tabIndex={0} role="group" aria-label={`${name}, which may scroll`}>
      <table aria-label={name} {...rest}>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name: head, isNumber = false, title } = typeof column === 'string' ? { name: column } : column;
              return (
                <th key={head} scope="col" class={isNumber ? 'number' : ''} title={title}>
                  {head}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
