/**
 * Values that are derived from an immutable state: made when they are first asked for, cached as long as the state
 * lives ("Derived values" in docs/architecture.md). A changed state is another object: nothing is ever invalidated.
 */

/**
 * `make`, carried out once for each source.
 * @param make its second parameter is only how the value is made: it must not change what that is
 */
export function derived<S extends object, T extends NonNullable<unknown>, How = void>(
  make: (source: S, how: How) => T,
): (source: S, how: How) => T {
  const values = new WeakMap<S, T>();
  return (source, how) => {
    let value = values.get(source);
    if (value === undefined) values.set(source, (value = make(source, how)));
    return value;
  };
}

/** `make` of several sources: of each first one, the value with the latest others is cached. */
export function derivedFrom<S extends object, Others extends unknown[], T>(
  make: (source: S, ...others: Others) => T,
): (source: S, ...others: Others) => T {
  const latest = new WeakMap<S, { others: Others; value: T }>();
  return (source, ...others) => {
    let known = latest.get(source);
    if (known === undefined || others.some((other, index) => other !== known!.others[index]))
      latest.set(source, (known = { others, value: make(source, ...others) }));
    return known.value;
  };
}
