/** Reads a file with one JSON document per line, plain or gzipped, without holding all of it in memory. */
import { isUtf8 } from 'node:buffer';
import { createReadStream, type ReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MAX_IMPORT_LINE_BYTES } from '../../limits/store.js';

/** One line that is not blank: its number, from 1, and its JSON value or why it cannot be read. */
export type JsonLine = { number: number; value: unknown } | { number: number; fault: string };

const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The lines of `path` that are not blank, one list for each chunk of the file. `bytesRead` counts the bytes of the file
 * so far. LF and CRLF end a line; the last line may lack its end.
 * @throws the error of the file system, or of a gzip stream that is damaged or truncated
 */
export async function* readJsonLines(path: string): AsyncGenerator<{ lines: JsonLine[]; bytesRead: number }> {
  const file = createReadStream(path);
  const splitter = new LineSplitter();
  for await (const chunk of contentOf(file, path))
    yield { lines: splitter.push(chunk as Buffer), bytesRead: file.bytesRead };
  yield { lines: splitter.end(), bytesRead: file.bytesRead };
}

function contentOf(file: ReadStream, path: string): AsyncIterable<unknown> {
  // the callback may be empty: `pipeline` destroys the gunzip stream with the error, which ends the loop that reads it
  return path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
}

/**
 * Splits chunks into lines and parses each. It keeps the unfinished end of a chunk, but never more than a line may
 * have.
 */
class LineSplitter {
  private unfinished: Buffer = Buffer.alloc(0);
  private tooLong = false;
  private number = 0;

  push(chunk: Buffer): JsonLine[] {
    const lines: JsonLine[] = [];
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      this.finish(chunk.subarray(start, end), lines);
      start = end + 1;
    }
    this.hold(chunk.subarray(start));
    return lines;
  }

  end(): JsonLine[] {
    const lines: JsonLine[] = [];
    this.finish(Buffer.alloc(0), lines);
    return lines;
  }

  private hold(rest: Buffer): void {
    if (this.unfinished.length + rest.length > MAX_IMPORT_LINE_BYTES) this.tooLong = true;
    this.unfinished = this.tooLong || rest.length === 0 ? this.unfinished : Buffer.concat([this.unfinished, rest]);
  }

  private finish(rest: Buffer, lines: JsonLine[]): void {
    const bytes = this.unfinished.length === 0 ? rest : Buffer.concat([this.unfinished, rest]);
    const tooLong = this.tooLong || bytes.length > MAX_IMPORT_LINE_BYTES;
    this.unfinished = Buffer.alloc(0);
    this.tooLong = false;
    const number = ++this.number;
    const fault = `is longer than ${MAX_IMPORT_LINE_BYTES} bytes, the most that a line may have`;
    const line = tooLong ? { number, fault } : readLine(number, bytes);
    if (line !== null) lines.push(line);
  }
}

function readLine(number: number, bytes: Buffer): JsonLine | null {
  const isMarked = number === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  const content = isMarked ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;
  if (!isUtf8(content)) return { number, fault: 'is not UTF-8: save the file in that encoding' };
  const text = content.toString('utf8');
  if (text.trim() === '') return null;
  try {
    return { number, value: JSON.parse(text) };
  } catch (error) {
    const hint = 'each line is one whole {…}, its names and texts in "quotes"';
    return { number, fault: `is not JSON (${(error as Error).message}): ${hint}` };
  }
}
