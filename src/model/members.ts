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

/**
 * Visits what is at a path of members, where a list stands for its entries: `rules.when.toStates` visits each state.
 * Null and absent values are passed over. `path`: where a value is, such as `rules[2].when.toStates[0]`.
 */
export function eachAt(
  value: unknown,
  steps: readonly string[],
  visit: (value: unknown, path: string) => void,
  path = '',
  depth = 0,
): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) eachAt(item, steps, visit, `${path}[${index}]`, depth);
    return;
  }
  if (depth === steps.length) return visit(value, path);
  const step = steps[depth]!;
  eachAt(membersIn(value)?.[step], steps, visit, path === '' ? step : `${path}.${step}`, depth + 1);
}

/** The value with others in place of what {@link eachAt} visits; the same value where all stay. */
export function replacedAt(
  value: unknown,
  steps: readonly string[],
  replace: (value: unknown, path: string) => unknown,
  path = '',
  depth = 0,
): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown, index) => replacedAt(item, steps, replace, `${path}[${index}]`, depth));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (depth === steps.length) return replace(value, path);
  const step = steps[depth]!;
  if (!isMembers(value) || !Object.hasOwn(value, step)) return value;
  const inner = replacedAt(value[step], steps, replace, path === '' ? step : `${path}.${step}`, depth + 1);
  return inner === value[step] ? value : { ...value, [step]: inner };
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
