/** The front's end of the control plane: starts its thread, and keeps what the front needs of it in reach. */
import type { ActiveCredential, CallerKind } from '../caller.js';
import type { Config } from '../config.js';
import { CONTROL_PATIENCE_MS, CONTROL_YOUNG_MEGABYTES } from '../limits/control.js';
import { Channel } from './channel.js';
import { Heartbeat } from './heartbeat.js';
import type { ControlCalls, ControlData, CredentialChanges, FrontCalls } from '../messages.js';
import { startWorker, workerEntry } from '../worker-entry.js';

/** The control plane of a node: its functions, whether it is free to carry them out, and how to be rid of it. */
interface ControlEnd {
  channel: Channel<ControlCalls>;
  /** How long it has not turned its event loop, at least; milliseconds, 0: it turns. */
  busyMs(): number;
  /** After its `close`: resolves when nothing of it is left. */
  ended(): Promise<void>;
}

/** @param onEnd called when the control plane ends by itself: nothing can be stored or changed any more */
export type LaunchControl = (config: Config, front: FrontCalls, onEnd: (reason: Error) => void) => ControlEnd;

const CONTROL_WORKER = workerEntry('control');

/** In its own thread, as every node runs it. */
export const launchThread: LaunchControl = (config, front, onEnd) => launchWorker(CONTROL_WORKER, config, front, onEnd);

/** @param module the thread's entry, which must offer ControlCalls on its parent port */
export function launchWorker(
  module: URL,
  config: Config,
  front: FrontCalls,
  onEnd: (reason: Error) => void,
): ControlEnd {
  const resourceLimits = { maxYoungGenerationSizeMb: CONTROL_YOUNG_MEGABYTES };
  const heartbeat = new Heartbeat();
  const workerData: ControlData = { config, heartbeat: heartbeat.shared };
  const worker = startWorker(module, { workerData, resourceLimits });
  const channel = new Channel<ControlCalls>(worker);
  channel.offer(front);
  let isClosing = false;
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      resolve();
      end(new Error(`the control thread has ended with code ${code}`));
      channel.end(new Error('the control thread has ended'));
    });
  });
  function end(reason: Error): void {
    if (isClosing) return;
    isClosing = true;
    channel.end(reason);
    onEnd(reason);
  }
  // an exit follows it
  worker.on('error', end);
  return {
    channel,
    busyMs: () => heartbeat.busyMs(),
    async ended() {
      isClosing = true;
      await worker.terminate();
      await exited;
    },
  };
}

/**
 * The control plane's answer, or null once it has been busy for CONTROL_PATIENCE_MS: one that is already is not asked.
 * Rejects as the call does.
 */
export function answerUnlessBusy<N extends 'health' | 'metrics'>(
  { channel, busyMs }: Pick<ControlEnd, 'channel' | 'busyMs'>,
  name: N,
): Promise<Awaited<ReturnType<ControlCalls[N]>> | null> {
  const leftMs = (): number => CONTROL_PATIENCE_MS - busyMs();
  if (leftMs() <= 0) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const ms = leftMs();
      if (ms <= 0) resolve(null);
      else timer = setTimeout(look, ms);
    };
    let timer = setTimeout(look, leftMs());
    channel
      .call(name, null)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}

/** The active credentials, as the control plane has reported them. */
export class KnownCredentials {
  readonly #byName = new Map<string, ActiveCredential>();

  find(kind: CallerKind, id: string): ActiveCredential | undefined {
    return this.#byName.get(`${kind}/${id}`);
  }

  all(): Iterable<ActiveCredential> {
    return this.#byName.values();
  }

  adopt({ put, removed }: CredentialChanges): void {
    for (const { kind, id } of removed) this.#byName.delete(`${kind}/${id}`);
    for (const credential of put) this.#byName.set(`${credential.kind}/${credential.id}`, credential);
  }
}
