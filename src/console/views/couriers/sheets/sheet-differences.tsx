/** The changed cells of sheets before and after. */
import { Table } from '../../../parts/table.js';
import { cheaperOrDearer } from './compare.js';
import type { Sheet, TypedCell } from './sheet.js';

const SHOWN = 200;

export function SheetDifferences({ of }: { of: readonly { sheet: Sheet; sound: readonly TypedCell[] }[] }) {
  const isOfSeveral = of.filter(({ sound }) => sound.length > 0).length > 1;
  const cells = of.flatMap(({ sheet, sound }) => sound.map((cell) => ({ sheet, ...cell })));
  const isOfPrices = cells.some(({ sheet }) => isOfSlabs(sheet));
  const columns = ['Row', 'Column', NUMBER('Before'), NUMBER('After'), ...(isOfPrices ? ['Is'] : [])];
  return (
    <>
      <Table name="Differences of cells" columns={columns}>
        {cells.slice(0, SHOWN).map(({ sheet, row, column, text }) => {
          const before = sheet.text(row.key, column.key);
          return (
            <tr key={`${sheet.key} ${row.key} ${column.key}`}>
              <th scope="row">
                {row.words ? (
                  <>
                    {row.words} <small class="quiet">{row.name}</small>
                  </>
                ) : (
                  row.name
                )}{' '}
                {isOfSeveral && <small class="quiet">{sheet.title}</small>}
              </th>
              <td>{column.name}</td>
              <td class="number">{before === '' ? '–' : <del>{before}</del>}</td>
              <td class="number">{text === '' ? '–' : <ins>{text}</ins>}</td>
              {isOfPrices && <td>{isOfSlabs(sheet) ? cheaperOrDearer(before, text).word : ''}</td>}
            </tr>
          );
        })}
      </Table>
      {cells.length > SHOWN && <p class="quiet">… and {cells.length - SHOWN} more.</p>}
    </>
  );
}

const isOfSlabs = ({ rowHead }: Sheet): boolean => rowHead === 'Slab';
const NUMBER = (name: string) => ({ name, isNumber: true });
