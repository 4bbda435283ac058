/** The process above several acceptors on one port: starts them, starts them again, stops them, and joins their metrics. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from 'pino';
import { ACCEPTOR_KILL_MARGIN_MS, ACCEPTOR_RESTART_MAX_MS, ACCEPTOR_RESTART_MIN_MS, ACCEPTOR_STEADY_MS, SHUTDOWN_FLUSH_MS, SHUTDOWN_GRACE_MS } from '../limits.js';
import { ACCEPTOR_ARGUMENT, type ToAcceptor, type ToSupervisor } from './messages.js';
import { MetricsRounds } from './metrics-rounds.js';
import { claimPort } from './port.js';

export interface SupervisorOptions {
  /** The module that each acceptor runs: a whole node, which finds the shared port in its environment as PORT. */
  program: string;
  acceptors: number;
  host: string;
  /** 0: any free port. */
  port: number;
  log: Logger;
  /** How long the acceptors may take to stop. */
  stopWithinMs?: number;
}

/** Of one acceptor number: its process, or the time until its next one. */
interface Slot {
  number: number;
  child: ChildProcess | null;
  /** Since when it takes connections, on the monotonic clock; null: not yet. */
  listeningSinceMs: number | null;
  failures: number;
  restart: NodeJS.Timeout | null;
}

type Ending = { code: number | null; signal: NodeJS.Signals | null };

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #slots: Slot[];
  readonly #metrics = new MetricsRounds();
  #port = 0;
  #allListened = false;
  #stopping = false;
  #exitCode = 0;
  #startFailure: Error | null = null;
  #finish!: () => void;
  readonly #finished = new Promise<void>((resolve) => { this.#finish = resolve; });

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#slots = Array.from({ length: options.acceptors }, (_, index) => ({ number: index + 1, child: null, listeningSinceMs: null, failures: 0, restart: null }));
  }

  /**
   * Starts the acceptors and resolves, with the exit code, when the last one has ended after {@link stop} or after a start
   * that failed. Rejects when the port cannot be had, and when an acceptor's start failed and it could not say why itself.
   */
  async run(): Promise<number> {
    const { host, port, acceptors, log } = this.#options;
    const claimed = await claimPort(host, port);
    this.#port = claimed.port;
    log.info({ acceptors, host, port: this.#port }, 'starting acceptors');
    // the first alone: it fills an empty store, and a start that fails is told once
    this.#start(this.#slots[0]!);
    await this.#finished;
    claimed.release();
    if (this.#startFailure !== null) throw this.#startFailure;
    return this.#exitCode;
  }

  /** Passes the wish to stop on, once; what has not ended in time is killed, and the exit code is 1. */
  stop(): void {
    if (this.#stopping) return;
    this.#stopping = true;
    for (const slot of this.#slots) {
      clearTimeout(slot.restart ?? undefined);
      slot.child?.kill('SIGTERM');
    }
    const withinMs = this.#options.stopWithinMs ?? SHUTDOWN_GRACE_MS + SHUTDOWN_FLUSH_MS + ACCEPTOR_KILL_MARGIN_MS;
    setTimeout(() => this.#killAll(), withinMs).unref();
    this.#finishWhenAllEnded();
  }

  #start(slot: Slot): void {
    // the one before it may have failed, which stops all of them
    if (this.#stopping) return;
    let child: ChildProcess;
    try {
      child = fork(this.#options.program, [ACCEPTOR_ARGUMENT, String(slot.number)], {
        env: { ...process.env, PORT: String(this.#port) }, serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
    } catch (error) {
      // Node.js throws when there is no memory for a process, and tells of other failures by an event
      this.#options.log.error({ err: error, acceptor: slot.number }, 'an acceptor could not be started');
      this.#ended(slot, { code: null, signal: null });
      return;
    }
    slot.child = child;
    slot.listeningSinceMs = null;
    // a fork that failed (no process id or file left) may come without an exit
    const onEnd = (ending: Ending): void => { if (slot.child === child) this.#ended(slot, ending); };
    child.on('exit', (code, signal) => onEnd({ code, signal }));
    child.on('error', (error) => {
      this.#options.log.error({ err: error, acceptor: slot.number }, 'an acceptor could not be started or reached');
      if (child.pid === undefined) onEnd({ code: null, signal: null });
    });
    child.on('message', (message: ToSupervisor) => {
      if (message.kind === 'listening') this.#listens(slot);
      else if (message.kind === 'snapshot') this.#metrics.take(slot.number, message.round, message.snapshot);
      else void this.#answerWithMetrics(slot, message.request);
    });
  }

  #listens(slot: Slot): void {
    slot.listeningSinceMs = performance.now();
    if (this.#allListened || this.#stopping) return;
    if (slot.number === 1) for (const other of this.#slots.slice(1)) this.#start(other);
    if (!this.#slots.every(({ listeningSinceMs }) => listeningSinceMs !== null)) return;
    this.#allListened = true;
    this.#options.log.info({ acceptors: this.#slots.length, port: this.#port }, 'every acceptor listens');
    tell(this.#slots[0]!, { kind: 'all-listen' });
  }

  #ended(slot: Slot, { code, signal }: Ending): void {
    const { log } = this.#options;
    const { child, listeningSinceMs } = slot;
    slot.child = null;
    slot.listeningSinceMs = null;
    this.#metrics.ended(slot.number);
    if (this.#stopping) {
      // one that was still starting had nothing to finish, and no handler for the signal
      if (code !== 0 && signal !== 'SIGTERM' && signal !== 'SIGINT') this.#exitCode = 1;
      this.#finishWhenAllEnded();
    } else if (!this.#allListened) {
      // one that fails in an orderly way has told the person at the terminal why
      if (code !== 1 || listeningSinceMs !== null) this.#startFailure = new Error(`acceptor ${slot.number} ended (${signal ?? `exit code ${code}`}) before all of them listened`);
      this.#exitCode = 1;
      this.stop();
    } else {
      if (listeningSinceMs !== null && performance.now() - listeningSinceMs >= ACCEPTOR_STEADY_MS) slot.failures = 0;
      const restartInMs = Math.min(ACCEPTOR_RESTART_MAX_MS, ACCEPTOR_RESTART_MIN_MS * 2 ** slot.failures);
      slot.failures += 1;
      const tell = () => log.error({ acceptor: slot.number, acceptor_pid: child?.pid, code, signal, restart_in_ms: restartInMs }, 'an acceptor ended unexpectedly and is started again');
      if (code !== 0) tell();
      slot.restart = setTimeout(() => {
        // one that was stopped may have heard it before this process does, which is then not unexpected
        if (code === 0) tell();
        this.#metrics.restarted();
        this.#start(slot);
      }, restartInMs);
    }
  }

  #killAll(): void {
    for (const { number, child } of this.#slots) {
      if (child === null) continue;
      this.#exitCode = 1;
      this.#options.log.fatal({ acceptor: number, acceptor_pid: child.pid }, 'an acceptor did not stop in time and is killed');
      child.kill('SIGKILL');
    }
  }

  #finishWhenAllEnded(): void {
    if (this.#slots.every(({ child }) => child === null)) this.#finish();
  }

  async #answerWithMetrics(slot: Slot, request: number): Promise<void> {
    // who asks listens, even when its word of that is still on the way
    const asked = this.#slots.filter((each) => each.listeningSinceMs !== null || each === slot);
    const text = await this.#metrics.render(asked.map(({ number }) => number), (number, round) => tell(this.#slots[number - 1]!, { kind: 'snapshot-wanted', round }));
    tell(slot, { kind: 'node-metrics', request, text });
  }
}

function tell({ child }: Slot, message: ToAcceptor): void {
  // whoever has gone meanwhile needs no answer: its exit says so
  child?.send(message, () => {});
}
