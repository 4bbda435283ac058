/** Times are stored in UTC; an invalid time stays as it is, for the document's rules to refuse. */
export function inUtc(moment: string | null | undefined): string | null {
  if (moment === null || moment === undefined) return null;
  const ms = Date.parse(moment);
  return Number.isNaN(ms) ? moment : new Date(ms).toISOString();
}
