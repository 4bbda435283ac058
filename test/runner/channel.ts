/**
 * The reporter of a process of tests: it sends what node:test reports to the process that started this one. node:test
 * would send it on standard output, and takes text that tests write between two results for the length of a result:
 * all that come behind it are lost (nodejs/node#66164).
 */
import { inspect } from 'node:util';
import type { EventData, TestEvent } from './report.js';

/** An error as it crosses: its message, and what a reporter shows of it. */
export interface SentError {
  message: string;
  shown: string;
}

/** What a reporter needs no more: it stands in the order in which tests begin, which is not that of the report. */
const LIVE = new Set(['test:enqueue', 'test:dequeue', 'test:complete']);

// oxlint-disable-next-line require-yield -- a reporter is a generator of what is to be printed
export default async function* send(events: AsyncIterable<TestEvent>): AsyncGenerator<never> {
  for await (const event of events) if (!LIVE.has(event.type)) process.send!(sendable(event));
}

function sendable({ type, data: { file, ...said } }: TestEvent): object {
  // later versions of Node.js name the file of this process in what they say of the whole run
  const data: EventData = file === undefined || file === process.argv[1] ? said : { ...said, file };
  const { error, ...details } = data.details ?? {};
  if (error === undefined) return { type, data };
  // node:test wraps what a test threw
  const { message, cause = error } = error as Error & { cause?: unknown };
  return { type, data: { ...data, details: { ...details, error: { message, shown: inspect(cause) } } } };
}

/** The event that another process sent. */
export function received({ type, data }: TestEvent): TestEvent {
  const error = data.details?.error as SentError | undefined;
  if (error === undefined) return { type, data };
  return { type, data: { ...data, details: { ...data.details, error: shownAs(error) } } satisfies EventData };
}

const shownAs = ({ message, shown }: SentError): Error =>
  Object.assign(new Error(message), { [inspect.custom]: () => shown });
