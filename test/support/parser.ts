import { loadUws } from '../../src/http/uws.js';

/** Where the builds of uWebSockets.js differ in how they read HTTP, so that a test states what holds for which. */
export interface Parser {
  /** A request line that ends in another segment than it began in is read; otherwise some cuts are answered 505. */
  joinsRequestLine: boolean;
  /** The status of a header line that is not one: 400 at once, or 431 when the buffer of the headers is full. */
  brokenHeaderStatus: 400 | 431;
  /** Two Hosts are refused before any handler of ours sees the request. */
  refusesTwoHosts: boolean;
  /** An idle connection is closed after this time, give or take the 4 s between two looks. */
  idleMs: number;
}

const OLDER: Parser = { joinsRequestLine: false, brokenHeaderStatus: 431, refusesTwoHosts: false, idleMs: 10_000 };
const NEWER: Parser = { joinsRequestLine: true, brokenHeaderStatus: 400, refusesTwoHosts: true, idleMs: 30_000 };

/** The build that serves on this machine. */
export const PARSER: Parser = (await loadUws()).name === 'uws-pack' ? OLDER : NEWER;
