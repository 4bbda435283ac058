/** What a sheet may have. */
export const KINDS = ['serviceability', 'rates', 'charges', 'transit'] as const;
export type ImportKind = (typeof KINDS)[number];
