/** What a command knows of its surroundings, so that a test can give it others. */

/** Standard output or standard error. */
export interface Output {
  write(text: string): unknown;
  /** A terminal, in place of a pipe or a file. */
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface World {
  env: Readonly<Record<string, string | undefined>>;
  homeFolder: string;
  out: Output;
  err: Output;
}

/** What the exit codes mean, for scripts. */
export const EXIT = { done: 0, refused: 1, findings: 1, unwritten: 1, usage: 2, notReached: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command that has said all. */
export class Ended extends Error {
  constructor(readonly exitCode: ExitCode) {
    super();
  }
}

/** Ends a command with a message for its user. */
export class CommandError extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
  ) {
    super(message);
  }
}

const COLUMNS_OF_A_PIPE = 80;

export const columnsOf = ({ isTTY, columns }: Output): number =>
  isTTY === true && columns !== undefined && columns > 0 ? columns : COLUMNS_OF_A_PIPE;

/** The text of a heading: bold on a terminal, plain in a pipe or where NO_COLOR is set. */
export function heading(text: string, { env, out }: World): string {
  const isPlain = out.isTTY !== true || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isPlain ? text : `\u001b[1m${text}\u001b[22m`;
}

/** Without characters that would steer a terminal: names and notes come from other people. */
// eslint-disable-next-line no-control-regex
export const printable = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
