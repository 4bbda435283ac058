/** The paths of views, below /console. */

export const ROOT = '/console';

/** A path with the parameters that have a value. */
export function pathWith(path: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

/** The path of a document's page. @param name `collection/key`; what follows the key is a part of the document */
export function documentPath(name: string): string | null {
  const [collection, key] = name.split('/');
  return collection === undefined || key === undefined ? null : `/documents/${collection}/${encodeURIComponent(key)}`;
}
