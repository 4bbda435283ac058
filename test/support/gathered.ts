/** Everything that arrives, in its order: Array.fromAsync, which Node.js 20 lacks. */
export async function gathered<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of source) all.push(each);
  return all;
}
