/** Where a reconciliation has its prices from: a node, in bulks, for as long as it takes. */
import type { Pinrate } from '../client/connect.js';
import { PinrateError, responseOf } from '../client/error.js';
import { calculateBulkCharges } from '../client/operations.js';
import type { PriceAnswer, PricePort, PriceQuestion } from '../reconcile/prices.js';

type LineAnswer = Awaited<ReturnType<typeof calculateBulkCharges>>['data']['results'][number];

const BULK_LINES = 500;
/** Statuses that pass; the client has waited for some seconds already. */
const TEMPORARY: readonly number[] = [429, 503];
/** Where a refusal does not say when to come again. */
const WAIT_SECONDS = 1;

/** What `full` says of the tax. */
interface TaxedData {
  calculationDetails?: { gstBreakdown: { gstRate: number } };
}

export class NodePrices implements PricePort {
  /** @param onWait the node has no room at present */
  constructor(
    private readonly pinrate: Pinrate,
    private readonly onWait: () => void,
  ) {}

  async prices(questions: readonly PriceQuestion[]): Promise<PriceAnswer[]> {
    return (await this.#ask(questions, 'charges')).map(answerOf);
  }

  async taxPercents(questions: readonly PriceQuestion[]): Promise<(number | null)[]> {
    const answers = await this.#ask(questions, 'full');
    return answers.map(({ data }) => (data as TaxedData | undefined)?.calculationDetails?.gstBreakdown.gstRate ?? null);
  }

  async #ask(questions: readonly PriceQuestion[], detail: 'charges' | 'full'): Promise<LineAnswer[]> {
    const answers: LineAnswer[] = [];
    for (let at = 0; at < questions.length; at += BULK_LINES)
      answers.push(...(await this.#askPatiently(questions.slice(at, at + BULK_LINES), detail)));
    return answers;
  }

  /** Waits as the node says, for as long as it takes. */
  async #askPatiently(shipments: PriceQuestion[], detail: 'charges' | 'full'): Promise<LineAnswer[]> {
    for (;;)
      try {
        return (await calculateBulkCharges(this.pinrate, { shipments, detail })).data.results;
      } catch (error) {
        if (!(error instanceof PinrateError) || !TEMPORARY.includes(error.status)) throw error;
        this.onWait();
        const seconds = Number(responseOf(error)?.headers.get('retry-after')) || WAIT_SECONDS;
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      }
  }
}

function answerOf(answer: LineAnswer): PriceAnswer {
  const { ok, available, error, reason, charges, chargeableWeight, lane, applicableZones, rateCardVersion } = answer;
  if (!ok) return { isPriced: false, reason: error!.code };
  if (available !== true) return { isPriced: false, reason: reason! };
  return {
    isPriced: true,
    charges: charges!,
    chargeableGrams: chargeableWeight!,
    lane: lane ?? null,
    fromZone: applicableZones!.from,
    toZone: applicableZones!.to,
    rateCardVersion: rateCardVersion!,
  };
}
