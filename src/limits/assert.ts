/** What must hold between limits. Not Node.js' own: browsers read sheets by the same limits. */
export function assert(holds: boolean, why = 'a relation between two limits does not hold'): asserts holds {
  if (!holds) throw new Error(why);
}
