/**
 * A fake node for a supervisor under test: it listens, reports its process id, and has the faults that FAKE_FAULT
 * names.
 */
import { Acceptor } from '../../src/acceptors/acceptor.js';
import { listen, type HttpResponse } from '../../src/http/uws.js';
import { createMetrics } from '../../src/metrics.js';

/** `fault:number`: only in this acceptor. */
const [fault, ofNumber] = (process.env['FAKE_FAULT'] ?? '').split(':');
const acceptor = Acceptor.ofThisProcess()!;
const has = (name: string): boolean => fault === name && Number(ofNumber) === acceptor.number;
const say = (message: string): void => { process.stdout.write(`${JSON.stringify({ msg: message, acceptor: acceptor.number, pid: process.pid })}\n`); };

const held: HttpResponse[] = [];
const stop = (): void => {
  if (has('deaf')) return;
  say('stops');
  listener.stopAccepting();
  for (const res of held) res.end('finished');
  // the answers leave in this turn of the event loop
  setImmediate(() => process.exit(0));
};
acceptor.attach(stop);

if (has('refuses')) {
  process.stderr.write('pinrate cannot start: the fake refuses\n');
  process.exit(1);
}
if (has('crashes')) process.kill(process.pid, 'SIGKILL');

const metrics = createMetrics();
if (!has('mute')) acceptor.offerMetrics(() => metrics.registry.getMetricsAsJSON());
const listener = await listen('127.0.0.1', Number(process.env['PORT']), (res, req) => {
  res.onAborted(() => {});
  const path = req.getUrl();
  if (path === '/held') {
    held.push(res);
    say('holds');
  } else if (path === '/metrics') {
    acceptor.renderNodeMetrics().then((text) => res.cork(() => res.end(text)), () => res.cork(() => res.writeStatus('500').end()));
  } else {
    metrics.rejected.inc({ reason: 'counted' });
    res.end(String(process.pid), true);
  }
}, 'shared').catch((error: Error) => {
  process.stderr.write(`pinrate cannot start: ${error.message}\n`);
  process.exit(1);
});
let signals = 0;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => { if (++signals === 1) stop(); });
acceptor.listening();
acceptor.allListen.then(() => say('welcomes'), () => {});
