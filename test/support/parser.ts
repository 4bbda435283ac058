import { loadUws } from '../../src/http/uws.js';

/** Differences between the builds of uWebSockets.js in parsing HTTP, so that a test states which behaviour is whose. */
export interface Parser {
  /** Whether a request line that is split over two segments is read; otherwise some cuts get a 505. */
  joinsRequestLine: boolean;
  /** The status for a malformed header line: 400 at once, or 431 when the buffer of the headers is full. */
  brokenHeaderStatus: 400 | 431;
  /** Whether two Hosts are refused before any handler of pinrate sees the request. */
  refusesTwoHosts: boolean;
  /** An idle connection is closed after this time, plus or minus the 4 s between two checks. */
  idleMs: number;
}

const OLDER: Parser = { joinsRequestLine: false, brokenHeaderStatus: 431, refusesTwoHosts: false, idleMs: 10_000 };
const NEWER: Parser = { joinsRequestLine: true, brokenHeaderStatus: 400, refusesTwoHosts: true, idleMs: 30_000 };

/** The build that is used on this machine. */
export const PARSER: Parser = (await loadUws()).name === 'uws-pack' ? OLDER : NEWER;
