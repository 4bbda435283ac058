/** Prices of a node, in bulk: at most two bulks are under way, and a refusal for now is waited for. */
import { calculateBulkCharges } from '../client/operations.js';
import type { Pinrate } from '../client/connect.js';
import type { AnsweredCharges, PriceAnswer, PricePort, PriceQuestion } from '../reconcile/prices.js';
import { type Ask, askPatiently, BULK_LINES, UNDER_WAY } from './bulk.js';

interface Zone {
  id: string;
  name: string;
}

/** A result of a bulk with `detail: charges`, of a line with partnerId. */
type ChargesResult =
  | {
      ok: true;
      available: boolean;
      reason?: string;
      charges?: AnsweredCharges;
      chargeableWeight?: number;
      lane?: string | null;
      applicableZones?: { from: Zone | null; to: Zone | null };
      rateCardVersion?: string;
    }
  | { ok: false; error: { code: string } };

/** A result with `detail: full`. */
type FullResult = { ok: true; data: { breakdown?: { category: string; rate: number | null }[] } } | { ok: false };

export class NodePrices implements PricePort {
  #underWay = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param onWait is called when the node asks to come again later */
  constructor(
    private readonly pinrate: Pinrate,
    private readonly onWait: () => void,
  ) {}

  async prices(questions: readonly PriceQuestion[]): Promise<PriceAnswer[]> {
    const results = await this.#ask(questions, 'charges');
    return (results as readonly ChargesResult[]).map(answerOf);
  }

  async taxPercents(questions: readonly PriceQuestion[]): Promise<(number | null)[]> {
    const results = (await this.#ask(questions, 'full')) as readonly FullResult[];
    return results.map((result) => {
      const breakdown = result.ok ? result.data.breakdown : undefined;
      // CGST and SGST are half of it each
      const taxes = breakdown?.filter(({ category }) => category === 'tax') ?? [];
      return taxes.length === 0 ? null : taxes.reduce((sum, { rate }) => sum + (rate ?? 0), 0);
    });
  }

  async #ask(questions: readonly PriceQuestion[], detail: 'charges' | 'full'): Promise<readonly unknown[]> {
    const ask: Ask = async (shipments) =>
      (await calculateBulkCharges(this.pinrate, { shipments: [...shipments], detail })).data as Awaited<
        ReturnType<Ask>
      >;
    const onWait = (begins: boolean): void => {
      if (begins) this.onWait();
    };
    const parts: Promise<readonly unknown[]>[] = [];
    for (let at = 0; at < questions.length; at += BULK_LINES) {
      const shipments = questions.slice(at, at + BULK_LINES);
      parts.push(this.#inTurn(async () => (await askPatiently(ask, shipments, onWait)).results));
    }
    return (await Promise.all(parts)).flat();
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#underWay === UNDER_WAY) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#underWay++;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#underWay--;
      else next();
    }
  }
}

function answerOf(result: ChargesResult): PriceAnswer {
  if (!result.ok) return { isPriced: false, reason: result.error.code };
  const { charges, chargeableWeight, lane = null, applicableZones, rateCardVersion } = result;
  if (charges === undefined) return { isPriced: false, reason: result.reason ?? 'NO_RATE' };
  return {
    isPriced: true,
    charges,
    chargeableGrams: chargeableWeight!,
    lane,
    fromZone: applicableZones?.from ?? null,
    toZone: applicableZones?.to ?? null,
    rateCardVersion: rateCardVersion!,
  };
}
