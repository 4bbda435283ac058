/** Values of any form, such as what a caller sends; and rows in groups. On nothing. */

/** The members of an object that is not judged yet: they may be anything. */
export type Members = Record<string, unknown>;

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object; null for any other value. */
export const membersIn = (value: unknown): Readonly<Members> | null => (isMembers(value) ? value : null);

/** The value at a path, in steps or such as `services[2].baseCharge`; undefined where there is none. */
export function valueAt(root: unknown, path: string | readonly string[]): unknown {
  const steps = typeof path === 'string' ? path.split(/[.[\]]+/).filter((step) => step !== '') : path;
  return steps.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? (value as Readonly<Members>)[step]
        : undefined,
    root,
  );
}

/** Adds a value to the list of its key. */
export function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** The rows of each key, in their order. */
export function groupBy<K, V>(rows: Iterable<V>, keyOf: (row: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const row of rows) addTo(groups, keyOf(row), row);
  return groups;
}
