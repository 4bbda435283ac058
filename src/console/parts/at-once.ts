/** Many questions of one kind, so many at once. */

/**
 * The answers in the order of `items`; the first refusal ends it.
 *
 * @param most questions under way at once
 * @param onAnswer how many are answered
 */
export async function askAtOnce<Item, Reply>(
  items: readonly Item[],
  most: number,
  ask: (item: Item) => Promise<Reply>,
  onAnswer: (done: number) => void = () => undefined,
): Promise<Reply[]> {
  const replies: Reply[] = [];
  let [next, done] = [0, 0];
  const askNext = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      replies[at] = await ask(items[at]!);
      onAnswer(++done);
    }
  };
  await Promise.all(Array.from({ length: most }, askNext));
  return replies;
}
