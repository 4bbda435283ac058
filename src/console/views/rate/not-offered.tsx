/** The couriers that do not carry a parcel: why in words, with what says so. */
import { Link } from '../../parts/location.js';
import { documentPath } from '../../parts/paths.js';
import { inConsoleWords } from '../../parts/words.js';
import type { Refusal } from './offers.js';

export function NotOffered({ refusals }: { refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null;
  return (
    <section>
      <h2 id="not-offered">Not offered</h2>
      <div class="scroll" tabIndex={0} role="group" aria-label="Not offered, which may scroll">
        <table aria-labelledby="not-offered">
          <thead>
            <tr>
              <th scope="col">Courier</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map(({ courierId, name, reasons }) => (
              <tr key={courierId}>
                <th scope="row">
                  <Link to={`/documents/partners/${courierId}`}>{name}</Link>
                </th>
                <td>
                  {reasons.map(({ code, message, action, document }) => (
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
                      </small>
                    </p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
