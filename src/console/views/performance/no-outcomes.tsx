/** Where no outcome counts: why, and how outcomes are imported. */
import { Link } from '../../parts/location.js';
import { pathWith } from '../../parts/paths.js';

export const NoOutcomes = ({ of }: { of: string }) => (
  <div class="empty">
    <p>
      <strong>No outcome of {of} counts yet.</strong>
    </p>
    <p>
      Figures are of the 26 latest weeks that ended at least 21 days ago, since returns end late.{' '}
      <Link to={pathWith('/import', { kind: 'outcomes' })}>Import the courier’s tracking sheet</Link>, or send lines to{' '}
      <code>POST /api/v1/outcomes</code>.
    </p>
  </div>
);
