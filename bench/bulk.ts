/** All pincodes of the country assigned in one request, over and over, and what that does to quotes meanwhile. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type Figure, median, type Round, type Section, type Series } from './support/figures.js';
import { CONNECTIONS, load, type Plan } from './support/load.js';
import { chargeQuestions } from './support/questions.js';
import { type Server, startPinrate } from './support/servers.js';

const MOST_SECONDS = 5;
const MOST_TIMES_P99 = 2;

export async function benchBulk(plan: Plan): Promise<Section> {
  const pinrate = await startPinrate({ dataDir: join(plan.folder, 'bulk') });
  const contestant = { name: 'charges', server: pinrate, questions: await chargeQuestions(pinrate.url) };
  const assigner = await Assigner.start(pinrate);
  await load(contestant, plan.warmUpSeconds);
  const alone: Round[] = [];
  const during: Round[] = [];
  while (alone.length < plan.rounds) {
    await assigner.pause();
    alone.push(await load(contestant, plan.roundSeconds));
    await assigner.resume();
    during.push(await load(contestant, plan.roundSeconds));
  }
  const seconds = await assigner.stop();
  await pinrate.stop();

  const series: Series[] = [
    { name: 'charges', connections: CONNECTIONS, rounds: alone },
    { name: 'charges, while all pincodes are being assigned', connections: CONNECTIONS, rounds: during },
  ];
  const times = during.map(({ p99Ms }, index) => p99Ms / alone[index]!.p99Ms);
  return {
    title: 'bulk',
    series,
    figures: [
      { name: 'assigning all pincodes in one request, beside that load', value: median(seconds), unit: 's', target: { atMost: MOST_SECONDS }, samples: seconds },
      { name: 'p99 of charges meanwhile / without', value: median(times), unit: 'x', target: { atMost: MOST_TIMES_P99 }, samples: times } satisfies Figure,
    ],
  };
}

/** bench/assigner.ts in a process of its own; it begins paused. */
class Assigner {
  readonly #seconds: number[] = [];

  private constructor(private readonly child: ChildProcess, private readonly exited: Promise<unknown>) {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      const said = JSON.parse(line) as { seconds?: number };
      if (said.seconds !== undefined) this.#seconds.push(said.seconds);
      child.emit('said', said);
    });
  }

  static async start({ url }: Server): Promise<Assigner> {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./assigner.js', import.meta.url)), url], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    const assigner = new Assigner(child, once(child, 'exit').then(([code]) => {
      process.off('exit', kill);
      if (code !== 0) throw new Error(`the assigner ended with ${String(code)}`);
    }));
    await Promise.race([once(child, 'said'), assigner.exited]);
    return assigner;
  }

  /** Resolves when the assignment under way has ended. */
  pause(): Promise<unknown> {
    return this.#tell('pause');
  }

  resume(): Promise<unknown> {
    return this.#tell('resume');
  }

  /** What each assignment took. */
  async stop(): Promise<number[]> {
    this.child.send('stop');
    await this.exited;
    return this.#seconds;
  }

  async #tell(word: 'pause' | 'resume'): Promise<void> {
    const done = new Promise<void>((resolve) => {
      const listen = (said: { is?: string }): void => {
        if (said.is !== word) return;
        this.child.off('said', listen);
        resolve();
      };
      this.child.on('said', listen);
    });
    this.child.send(word);
    await Promise.race([done, this.exited]);
  }
}
