/** The surroundings of a command; tests replace them. */
import { STEERING } from '../model/texts.js';

/** Standard output or standard error. */
interface Output {
  write(text: string): unknown;
  /** A terminal, in place of a pipe or a file. */
  readonly isTTY?: boolean;
  readonly columns?: number;
}

export interface World {
  env: Readonly<Record<string, string | undefined>>;
  homeFolder: string;
  /** The address of a demo on this machine; absent: commands look for none. */
  demoUrl?: string;
  out: Output;
  err: Output;
  /** The clock that requests are signed by, milliseconds since the epoch; absent: that of this machine. */
  now?: (() => number) | undefined;
}

/** The meaning of the exit codes, for scripts. */
export const EXIT = { done: 0, refused: 1, findings: 1, unwritten: 1, usage: 2, notReached: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command that has printed everything. */
export class CommandEnd extends Error {
  constructor(readonly exitCode: ExitCode) {
    super();
  }
}

/** Ends a command with a message for its user. */
export class CommandError extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    /** The output of `--json`; undefined: nothing. */
    readonly json?: string,
  ) {
    super(message);
  }
}

const COLUMNS_OF_A_PIPE = 80;

export const columnsOf = ({ isTTY, columns }: Output): number =>
  isTTY === true && columns !== undefined && columns > 0 ? columns : COLUMNS_OF_A_PIPE;

const [BOLD, USUAL] = ['\u001b[1m', '\u001b[22m'];
/** Empties the line, with the cursor at its beginning. */
export const CLEAR_LINE = '\r\u001b[K';

/** The text of a heading: bold on a terminal, plain in a pipe or where NO_COLOR is set. */
export function heading(text: string, { env, out }: World): string {
  const isPlain = out.isTTY !== true || (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isPlain ? printable(text) : BOLD + printable(text) + USUAL;
}

const STEERED = new RegExp(`[${STEERING}]+`, 'g');
/** JSON has escapes for the lower controls already. */
const IN_JSON = new RegExp(`(?![\\u0000-\\u001f])[${STEERING}]`, 'g');

/** One line without characters that would steer a terminal: names and notes come from other people. */
export const printable = (text: string): string => text.replace(STEERED, ' ');

/** Lines, each of them {@link printable}; headings stay bold. */
export const printableLines = (text: string): string =>
  text.replaceAll(/[^\n]+/g, (line) => {
    const isHeading = line.startsWith(BOLD) && line.endsWith(USUAL);
    if (isHeading) return BOLD + printable(line.slice(BOLD.length, -USUAL.length)) + USUAL;
    return printable(line.endsWith('\r') ? line.slice(0, -1) : line);
  });

/** The same JSON with escapes for characters that would steer a terminal. */
export const printableJson = (text: string): string =>
  text.replace(IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** All output of a command to a terminal passes here; a pipe gets it unchanged. */
export function guarded(world: World): World {
  const safe = (output: Output): Output => ({
    write: (text) => {
      if (output.isTTY !== true) return output.write(text);
      const lead = text.startsWith(CLEAR_LINE) ? CLEAR_LINE : '';
      return output.write(lead + printableLines(text.slice(lead.length)));
    },
    get isTTY() {
      return output.isTTY === true;
    },
    get columns() {
      return output.columns;
    },
  });
  return { ...world, out: safe(world.out), err: safe(world.err) };
}
