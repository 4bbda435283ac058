/** Prices of the demo, by pinrate's own engine: bulks of questions, in this process. */
import { IndexPublisher } from '../../src/control/publisher.js';
import { Catalog } from '../../src/control/documents/catalog.js';
import { toRate } from '../../src/domain/money.js';
import { Engine } from '../../src/engine/engine.js';
import type { GenerationHandle } from '../../src/index/generation.js';
import { buildPartner } from '../../src/index/partner-blocks.js';
import type { AllDocuments } from '../../src/store/dataset/dataset.js';
import { PARTS, type Part } from './parts.js';

/** Before it all shipments of the invoices were shipped. */
const ASKED_AT = Date.parse('2026-12-01T06:00:00.000Z');
const SETTINGS = { gstRate: toRate(18), roadFactor: 1.3 };

/** The price of one leg; amounts are paise. */
export interface Price {
  parts: Readonly<Record<Part, number>>;
  tax: number;
  grams: number;
  lane: string | null;
  toZone: string;
}

interface Answer {
  available?: boolean;
  reason?: string;
  chargeableWeight: number;
  charges: Record<string, number>;
  applicableZones: { lane: string | null; to: { name: string } };
  error?: { code: string; message: string };
}

export class DemoPrices {
  readonly #engine = new Engine();

  private constructor(private readonly generation: GenerationHandle) {}

  static of(documents: AllDocuments): DemoPrices {
    const publisher = new IndexPublisher({
      source: Catalog.of(documents, () => ASKED_AT),
      settings: SETTINGS,
      build: buildPartner,
      publish: () => undefined,
      onFailure: (error) => {
        throw error as Error;
      },
      now: () => ASKED_AT,
    });
    publisher.start();
    return new DemoPrices(publisher.current!);
  }

  /** A text: the reason why there is no price. @throws for a question that is none */
  price(question: object): Price | string {
    const body = new TextEncoder().encode(JSON.stringify({ shipments: [question], detail: 'charges' }));
    const job = { kind: 'charges', callerKind: 'service', callerId: 'demo', requestId: 'demo', body } as const;
    const steps = this.#engine.bulk(
      { ...job, receivedAt: ASKED_AT, isStrict: true, unknownParameters: [] },
      this.generation,
      ASKED_AT,
    );
    let step = steps.next();
    while (step.done !== true) step = steps.next();
    const { data, error } = JSON.parse(Buffer.from(step.value.body).toString()) as {
      data?: { results: Answer[] };
      error?: object;
    };
    const answer = data?.results[0];
    if (answer === undefined || answer.error !== undefined)
      throw new Error(`${JSON.stringify(question)}: ${JSON.stringify(error ?? answer?.error)}`);
    if (answer.available !== true) return answer.reason!;
    return priceOf(answer, 'direction' in question && question.direction === 'RTO');
  }
}

const paise = (rupees: number): number => Math.round(rupees * 100);

function priceOf({ charges, chargeableWeight, applicableZones }: Answer, isReturn: boolean): Price {
  const amount = (name: string): number => paise(charges[name]!);
  const freight = amount('weightCharge') + amount('distanceCharge');
  const parts = {
    freight: isReturn ? 0 : freight,
    rto: isReturn ? freight : 0,
    fsc: amount('fscCharge'),
    cod: amount('codCharge'),
    docket: amount('docketCharge'),
    insurance: amount('insuranceCharge'),
    other: amount('otherCharges'),
    discount: -amount('discountAmount'),
  };
  const tax = amount('gstAmount');
  const sum = PARTS.reduce((whole, part) => whole + parts[part], tax);
  if (sum !== amount('totalAmount'))
    throw new Error(`the parts of a price are not its total: ${JSON.stringify(charges)}`);
  return { parts, tax, grams: chargeableWeight, lane: applicableZones.lane, toZone: applicableZones.to.name };
}
