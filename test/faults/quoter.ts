/**
 * Asks one node for quotes without a pause worth the name, and holds that each comes in time and is of one generation.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { availabilityBody, chargesBody } from '../api/questions/requests.js';
import { seededRng } from '../reference/random.js';
import type { Reply } from '../support/client.js';
import type { Node } from './node.js';
import { BULK, BULK_ZONES, PINCODES, shipmentIn, WATCHED } from './world.js';

const PAUSE_MS = 40;
/** Without an answer for longer, quotes have stopped: the faults last longer, and a busy machine may take a while. */
export const MAX_WAIT_MS = 10_000;
const MAX_TROUBLES = 20;

export class Quoter {
  /** What was wrong, in words. */
  readonly troubles: string[] = [];
  answered = 0;
  /** The longest that a quote was waited for, in milliseconds, since it was last set to 0. */
  worstMs = 0;
  /** The number that the watched rates last were. */
  rate = 0;
  /** How often the pincodes of the bulk were found in another zone than before. */
  moves = 0;
  #zone: string | null = null;
  #running: Promise<void> | null = null;
  #stopping = false;
  readonly #rng = seededRng(1);

  constructor(readonly node: Node) {}

  start(): void {
    this.#stopping = false;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    const questions = [() => this.#askRates(), () => this.#askAll(), () => this.#askZones()];
    for (let turn = 0; !this.#stopping; turn++) {
      const startedAt = performance.now();
      try {
        await questions[turn % questions.length]!();
      } catch (error) {
        this.#note(`no quote: ${(error as Error).message}`);
      }
      const tookMs = performance.now() - startedAt;
      this.worstMs = Math.max(this.worstMs, tookMs);
      if (tookMs > MAX_WAIT_MS) this.#note(`a quote took ${Math.round(tookMs)} ms`);
      await pause(PAUSE_MS);
    }
  }

  /** Three rows of two collections, which are only ever changed together. */
  async #askRates(): Promise<void> {
    const { data } = this.#answer(
      await this.node.ask('charges', chargesBody(this.#rng, this.#someShipment(), this.#rng.pick(WATCHED))),
    );
    const { fscCharge, docketCharge, distanceCharge } = data.charges;
    if (fscCharge !== docketCharge || fscCharge !== distanceCharge)
      this.#note(`rates of different transactions in one quote: ${fscCharge}, ${docketCharge}, ${distanceCharge}`);
    this.#follow(fscCharge as number);
  }

  /** Two partners, whose rates are the same at any moment. */
  async #askAll(): Promise<void> {
    const { data } = this.#answer(
      await this.node.ask('availability', availabilityBody(this.#rng, this.#someShipment())),
    );
    const costs = WATCHED.map(
      (partnerId) =>
        data.availablePartners.find((one: { partnerId: string }) => one.partnerId === partnerId)?.estimatedCost as
          | number
          | undefined,
    );
    if (costs[0] === undefined || costs[0] !== costs[1])
      this.#note(`partners of different transactions in one answer: ${costs.join(', ')}`);
  }

  /** Two pincodes, which are only ever moved together. */
  async #askZones(): Promise<void> {
    const { data } = this.#answer(await this.node.ask('charges', chargesBody(this.#rng, this.#someShipment(), BULK)));
    const { from, to } = data.calculationDetails.applicableZones;
    if (from.id !== to.id || !BULK_ZONES.some((zoneId) => String(zoneId) === from.id))
      this.#note(`pincodes of different transactions in one quote: zones ${from.id}, ${to.id}`);
    if (this.#zone !== null && from.id !== this.#zone) this.moves++;
    this.#zone = from.id as string;
  }

  #someShipment() {
    return shipmentIn(this.#rng.int(0, PINCODES - 1), this.#rng.int(0, PINCODES - 1));
  }

  #answer(reply: Reply): Reply['json'] {
    if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
    this.answered++;
    return reply.json;
  }

  #follow(rate: number): void {
    if (rate < this.rate) this.#note(`the rate went back from ${this.rate} to ${rate}`);
    this.rate = rate;
  }

  #note(trouble: string): void {
    if (this.troubles.length < MAX_TROUBLES) this.troubles.push(`${this.node.name}: ${trouble}`);
  }
}
