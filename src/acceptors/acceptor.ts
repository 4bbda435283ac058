/** An acceptor's side of its connection to the supervisor: what makes a node of this process one of several on a port. */
import { NODE_METRICS_TIMEOUT_MS } from '../limits.js';
import { ACCEPTOR_ARGUMENT, type ToAcceptor, type ToSupervisor } from './messages.js';
import type { MetricsSnapshot } from './node-metrics.js';

interface Waiting {
  request: number;
  text: Promise<string>;
  resolve(text: string): void;
}

export class Acceptor {
  #readMetrics: (() => Promise<MetricsSnapshot>) | null = null;
  #waiting: Waiting | null = null;
  #requests = 0;

  #tellAllListen!: () => void;
  /** Resolves when every acceptor of the node listens: in one of them, once. */
  readonly allListen = new Promise<void>((resolve) => { this.#tellAllListen = resolve; });

  private constructor(/** 1 and up. */ readonly number: number) {}

  /** This process as an acceptor; null when no supervisor started it. */
  static ofThisProcess(): Acceptor | null {
    const [argument, number] = process.argv.slice(2);
    // a process manager may have forked this one as well, with a channel of its own
    if (process.send === undefined || argument !== ACCEPTOR_ARGUMENT) return null;
    return new Acceptor(Number(number));
  }

  /** Hears the supervisor from now on; `onOrphaned`: it is gone, and nobody is left to stop this process or to start it again. */
  attach(onOrphaned: () => void): void {
    process.on('disconnect', onOrphaned);
    // it may have gone while this process still loaded its modules: that event is kept for nobody
    if (!process.connected) onOrphaned();
    process.on('message', (message: ToAcceptor) => {
      if (message.kind === 'all-listen') this.#tellAllListen();
      else if (message.kind === 'snapshot-wanted') void this.#sendSnapshot(message.round);
      else if (this.#waiting?.request === message.request) this.#waiting.resolve(message.text);
    });
  }

  /** Tells the supervisor that this process takes connections. */
  listening(): void {
    this.#send({ kind: 'listening' });
  }

  /** What this process contributes to the metrics of the node. */
  offerMetrics(read: () => Promise<MetricsSnapshot>): void {
    this.#readMetrics = read;
  }

  /**
   * The metrics of all acceptors of the node as one, in Prometheus' text format. Rejects when the supervisor does not answer:
   * a missing scrape misleads nobody, where counters that fall and rise again would.
   */
  renderNodeMetrics(): Promise<string> {
    // those who ask together are answered together
    this.#waiting ??= this.#askForNodeMetrics();
    return this.#waiting.text;
  }

  #askForNodeMetrics(): Waiting {
    const request = ++this.#requests;
    let resolve!: Waiting['resolve'];
    let timer: NodeJS.Timeout;
    const text = new Promise<string>((resolveText, reject) => {
      resolve = resolveText;
      timer = setTimeout(() => reject(new Error('the supervisor did not answer with the metrics of the node')), NODE_METRICS_TIMEOUT_MS);
    }).finally(() => {
      clearTimeout(timer);
      this.#waiting = null;
    });
    this.#send({ kind: 'node-metrics-wanted', request });
    return { request, text, resolve };
  }

  async #sendSnapshot(round: number): Promise<void> {
    if (this.#readMetrics === null) return;
    this.#send({ kind: 'snapshot', round, snapshot: await this.#readMetrics() });
  }

  #send(message: ToSupervisor): void {
    // a supervisor that is gone is what onOrphaned is for
    process.send!(message, () => {});
  }
}
