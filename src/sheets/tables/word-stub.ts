/** Words that a map lacks, for a map to complete. */

const MAX_PROPOSED_WORDS = 100;

/**
 * Words as names without a value, the most frequent first.
 * @param words with the number of their rows
 */
export const wordStub = (words: ReadonlyMap<string, number>, indent: string, meaning: string): string[] =>
  [...words]
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_PROPOSED_WORDS)
    .map(
      ([word, count]) => `${indent}${JSON.stringify(word)}:  # ${count} ${count === 1 ? 'row' : 'rows'}: ${meaning}`,
    );
