/** The couriers that do not carry a parcel: why in words, with what says so. */
import { Link } from '../../parts/location.js';
import { documentPath } from '../../parts/paths.js';
import { Table } from '../../parts/table.js';
import { inConsoleWords } from '../../parts/words.js';
import type { Refusal } from './offers.js';

export function NotOffered({ refusals }: { refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null;
  return (
    <section>
      <h2>Not offered</h2>
      <Table name="Not offered" columns={['Courier', 'Why']}>
        {refusals.map(({ courierId, name, reasons }) => (
          <tr key={courierId}>
            <th scope="row">
              <Link to={`/couriers/${encodeURIComponent(courierId)}`}>{name}</Link>
            </th>
            <td>
              {reasons.map(({ code, message, action, document, pincode }) => (
                <p key={code} title={code}>
                  {inConsoleWords(message).replace(/\.$/, '')}.{' '}
                  <small class="quiet">
                    {inConsoleWords(action)}.
                    {document !== null && (
                      <>
                        {' '}
                        <Link to={documentPath(document)!}>{document}</Link>
                      </>
                    )}
                    {pincode !== null && (
                      <>
                        {' '}
                        <Link to={`/pincodes/${pincode}`}>What couriers do at {pincode}</Link>
                      </>
                    )}
                  </small>
                </p>
              ))}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
