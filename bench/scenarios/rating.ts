/**
 * Charges in bulk and matrices: their processor time against that of a single charge in the same round, in the whole
 * server.
 */
import { askAll } from '../support/ask-all.js';
import { type Figure, median, type Section } from '../support/figures.js';
import type { Plan } from '../support/load.js';
import { measureUsage } from '../support/processor.js';
import { chargeQuestions, type Questions } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const BULK_PATH = '/api/v1/shipments/calculate-charges/bulk';
const MATRIX_PATH = '/api/v1/partners/rates/matrix';
const LINES = 1_000;
const BULKS = 40;
const SINGLES = 10_000;
/** Lines for the processor time of a single charge. */
const LEAST_LINES = { total: 6, charges: 5, full: 1.5 } as const;
type Detail = keyof typeof LEAST_LINES;
const DETAILS = Object.keys(LEAST_LINES) as Detail[];
/** Single charges for the processor time of one pickup × all pincodes of one partner. */
const MOST_SINGLES = 1_000;
const MATRICES = 5;

export async function benchRating(plan: Plan): Promise<Section> {
  const server = await startPinrate({ dataDir: await filledStore(plan) });
  const singles = await chargeQuestions(server.url);
  const bulkOf = (detail: Detail): Questions => {
    const shipments = Array.from({ length: LINES }, (_, i) => singles.bodies[i % singles.bodies.length]!);
    return { path: BULK_PATH, bodies: [`{"detail":"${detail}","shipments":[${shipments.join()}]}`] };
  };
  const { partnerId, pickupPincode } = JSON.parse(singles.bodies[0]!) as Record<string, string>;
  const shipment = { weight: 500, paymentType: 'PREPAID', shipmentType: 'B2C' };
  const matrix = {
    path: MATRIX_PATH,
    bodies: [
      JSON.stringify({ partnerIds: [partnerId], pickupPincodes: [pickupPincode], deliveryPincodes: 'ALL', shipment }),
    ],
  };
  /** Milliseconds of processor time of one request; null: the system does not tell. */
  const each = async (questions: Questions, count: number): Promise<number | null> => {
    const usage = measureUsage(server.pid);
    await askAll(server.url, questions, count, questions === singles ? undefined : BULKS_AT_ONCE);
    const used = usage();
    return used && used.serverMs / count;
  };

  await askAll(server.url, singles, SINGLES);
  for (const detail of DETAILS) await each(bulkOf(detail), BULKS);
  await each(matrix, MATRICES);
  const lines: Record<Detail, number[]> = { total: [], charges: [], full: [] };
  const ofMatrix: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const single = await each(singles, SINGLES);
    if (single === null) break;
    for (const detail of DETAILS) lines[detail].push((single * LINES) / (await each(bulkOf(detail), BULKS))!);
    ofMatrix.push((await each(matrix, MATRICES))! / single);
  }
  await server.stop();
  const figures = DETAILS.map((detail): Figure[] =>
    figure(`lines of a bulk with detail ${detail} for the processor time of a single charge`, 'lines', lines[detail], {
      atLeast: LEAST_LINES[detail],
    }),
  );
  const singlesOf = 'single charges for the processor time of a matrix of one partner, one pickup and all pincodes';
  return {
    title: 'rating in bulk',
    series: [],
    figures: [...figures.flat(), ...figure(singlesOf, 'charges', ofMatrix, { atMost: MOST_SINGLES })],
  };
}

/** Fewer than may wait for a credential. */
const BULKS_AT_ONCE = 2;

const figure = (name: string, unit: string, samples: number[], target: Figure['target']): Figure[] =>
  samples.length === 0 ? [] : [{ name, value: median(samples), unit, ...(target && { target }), samples }];
