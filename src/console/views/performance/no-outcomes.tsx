/** Where no outcome counts: why, and how outcomes are imported. */

export const NoOutcomes = ({ of }: { of: string }) => (
  <div class="empty">
    <p>
      <strong>No outcome of {of} counts yet.</strong>
    </p>
    <p>
      Figures are of the 26 latest weeks that ended at least 21 days ago, since returns end late. Import what the
      courier’s tracking sheet says: <code>pinrate import outcomes FILE.xlsx --map MAP</code>, or send lines to{' '}
      <code>POST /api/v1/outcomes</code>.
    </p>
  </div>
);
