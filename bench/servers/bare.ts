/**
 * The ceiling: uWebSockets.js alone. It reads the body, as every server must, and answers each POST with the same
 * bytes. `node bare.js <bytes of an answer>`
 */
import { listen } from '../../src/http/uws.js';

const body = 'x'.repeat(Number(process.argv[2]));

const { port } = await listen('127.0.0.1', 0, (res) => {
  res.onAborted(() => undefined);
  res.onData((_chunk, isLast) => {
    if (!isLast) return;
    res.cork(() => {
      res.writeHeader('Content-Type', 'application/json');
      res.end(body);
    });
  });
});
console.log(`bare uWebSockets.js listens on http://127.0.0.1:${port}`);
