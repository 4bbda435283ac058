/** Many questions of a kind, before a bench begins. */
import { ask, type Questions } from './questions.js';
import { FRESH_ID } from './writers.js';

const AT_ONCE = 64;

/** Asks `count` questions, in turn. */
export async function askAll(url: string, { path, bodies }: Questions, count: number, atOnce = AT_ONCE): Promise<void> {
  let asked = 0;
  const askNext = async (): Promise<void> => {
    while (asked < count) {
      const number = asked++;
      const { status, text } = await ask(url, path, bodies[number % bodies.length]!.replace(FRESH_ID, String(number)));
      if (status !== 200) throw new Error(`${path}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askNext));
}
