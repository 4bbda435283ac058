/** Prices of a node, in bulk, for as long as it takes. */
import type { Pinrate } from '../../client/connect.js';
import { PinrateError, responseOf } from '../../client/error.js';
import { calculateBulkCharges } from '../../client/operations.js';
import type { PriceAnswer, PricePort, PriceQuestion } from '../../reconcile/prices.js';

type BulkResult = Awaited<ReturnType<typeof calculateBulkCharges>>['data']['results'][number];

const BULK_LINES = 500;
const TEMPORARY: readonly number[] = [429, 503];
/** Where a refusal does not say when to come again. */
const WAIT_SECONDS = 1;

export class NodePrices implements PricePort {
  /** @param onWait the node has no room at present */
  constructor(
    private readonly pinrate: Pinrate,
    private readonly onWait: (seconds: number) => void,
  ) {}

  async prices(questions: readonly PriceQuestion[]): Promise<PriceAnswer[]> {
    return (await this.#ask(questions, 'charges')).map(answerOf);
  }

  async taxPercents(questions: readonly PriceQuestion[]): Promise<(number | null)[]> {
    return (await this.#ask(questions, 'full')).map(({ data }) => {
      const { calculationDetails } = (data ?? {}) as {
        calculationDetails?: { gstBreakdown: { gstRate: number } };
      };
      return calculationDetails?.gstBreakdown.gstRate ?? null;
    });
  }

  async #ask(questions: readonly PriceQuestion[], detail: 'charges' | 'full'): Promise<BulkResult[]> {
    const results: BulkResult[] = [];
    for (let at = 0; at < questions.length; at += BULK_LINES)
      results.push(...(await this.#patiently(questions.slice(at, at + BULK_LINES), detail)));
    return results;
  }

  async #patiently(shipments: PriceQuestion[], detail: 'charges' | 'full'): Promise<BulkResult[]> {
    for (;;)
      try {
        return (await calculateBulkCharges(this.pinrate, { shipments, detail })).data.results;
      } catch (error) {
        if (!(error instanceof PinrateError) || !TEMPORARY.includes(error.status)) throw error;
        const seconds = Number(responseOf(error)?.headers.get('retry-after')) || WAIT_SECONDS;
        this.onWait(seconds);
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
      }
  }
}

function answerOf(result: BulkResult): PriceAnswer {
  const { ok, available, error, reason, charges, chargeableWeight, lane, applicableZones, rateCardVersion } = result;
  if (!ok) return { isPriced: false, reason: error!.code };
  if (available !== true) return { isPriced: false, reason: reason! };
  return {
    isPriced: true,
    charges: charges!,
    chargeableGrams: chargeableWeight!,
    lane: lane ?? null,
    fromZone: zoneOf(applicableZones!.from),
    toZone: zoneOf(applicableZones!.to),
    rateCardVersion: rateCardVersion!,
  };
}

const zoneOf = (zone: { id: string | number; name: string } | null) =>
  zone === null ? null : { id: String(zone.id), name: zone.name };
