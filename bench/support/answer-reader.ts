/**
 * The client's side of HTTP/1.1, as far as a bench needs it: one request at a time on a connection, answers with a
 * length.
 */

/** More headers than any server here sends. */
const MAX_HEAD_BYTES = 4_096;
const HEAD_END = '\r\n\r\n';
const STATUS_AT = 'HTTP/1.1 '.length;

/** Reads one answer after another from the bytes of a connection, however they are cut into segments. */
export class AnswerReader {
  /** Whether the server closes the connection after the answer that was read last. */
  closes = false;
  #head = '';
  #status = 0;
  #missingBytes = 0;

  /**
   * The status of the answer that ends with the first `length` of `bytes`; 0 while it is incomplete. Throws on anything
   * but one answer with a length.
   */
  read(bytes: Buffer, length: number): number {
    let bodyBytes = length;
    if (this.#status === 0) {
      const before = this.#head.length;
      // a bounded part: the bytes of the body are counted, not parsed
      this.#head += bytes.toString('latin1', 0, Math.min(length, MAX_HEAD_BYTES));
      const end = this.#head.indexOf(HEAD_END);
      if (end === -1) {
        if (this.#head.length >= MAX_HEAD_BYTES) throw new Error('an answer without an end of its head');
        return 0;
      }
      bodyBytes -= end + HEAD_END.length - before;
      this.#begin(this.#head.slice(0, end));
    }
    this.#missingBytes -= bodyBytes;
    if (this.#missingBytes < 0) throw new Error('more bytes than the answer should have');
    if (this.#missingBytes > 0) return 0;
    const status = this.#status;
    this.#status = 0;
    return status;
  }

  #begin(head: string): void {
    const bytes = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (bytes === undefined) throw new Error(`an answer without a length: ${head}`);
    this.#head = '';
    this.#missingBytes = Number(bytes);
    this.#status = Number(head.slice(STATUS_AT, STATUS_AT + 3));
    this.closes = /\r\nconnection: *close/i.test(head);
  }
}
