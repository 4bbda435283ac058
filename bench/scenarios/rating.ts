/**
 * Charges in bulk and matrices: their processor time against that of a single charge in the same round, in the whole
 * server.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { MAX_BULK_PARTNERS, MAX_MATRIX_CELLS } from '../../src/limits/bulk.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { askAll } from '../support/ask-all.js';
import { generateDataset, partnersOf } from '../support/dataset.js';
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
const MATRICES = 5;
/** Of the largest matrix: with all pincodes they would be more cells than one may have. */
const PARTNERS = MAX_BULK_PARTNERS;
/** Single charges for the processor time of a matrix: one pickup × all pincodes × one partner; the largest. */
const MOST_SINGLES = 1_000;
const MOST_SINGLES_OF_LARGEST = 6_000;

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
  const dataset = await generateDataset(plan, partnersOf(plan, PARTNERS));
  const many = await startPinrate({ dataDir: await filledStore(plan, dataset), dataset });
  const largest = { path: MATRIX_PATH, bodies: [JSON.stringify({ ...largestOf(dataset), shipment })] };
  /** Milliseconds of processor time of one request; null: the system does not tell. */
  const each = async (questions: Questions, count: number, { pid, url } = server): Promise<number | null> => {
    const usage = measureUsage(pid);
    await askAll(url, questions, count, questions === singles ? undefined : BULKS_AT_ONCE);
    const used = usage();
    return used && used.serverMs / count;
  };

  await askAll(server.url, singles, SINGLES);
  for (const detail of DETAILS) await each(bulkOf(detail), BULKS);
  await each(matrix, MATRICES);
  await each(largest, 1, many);
  const lines: Record<Detail, number[]> = { total: [], charges: [], full: [] };
  const ofMatrix: number[] = [];
  const ofLargest: number[] = [];
  for (let round = 0; round < plan.rounds; round++) {
    const single = await each(singles, SINGLES);
    if (single === null) break;
    for (const detail of DETAILS) lines[detail].push((single * LINES) / (await each(bulkOf(detail), BULKS))!);
    ofMatrix.push((await each(matrix, MATRICES))! / single);
    ofLargest.push((await each(largest, 1, many))! / single);
  }
  await Promise.all([server.stop(), many.stop()]);
  const figures = DETAILS.map((detail): Figure[] =>
    figure(`lines of a bulk with detail ${detail} for the processor time of a single charge`, 'lines', lines[detail], {
      atLeast: LEAST_LINES[detail],
    }),
  );
  const singlesOf = 'single charges for the processor time of a matrix';
  return {
    title: 'rating in bulk',
    series: [],
    figures: [
      ...figures.flat(),
      ...figure(`${singlesOf} of one partner, one pickup and all pincodes`, 'charges', ofMatrix, {
        atMost: MOST_SINGLES,
      }),
      ...figure(`${singlesOf} of ${MAX_MATRIX_CELLS} cells and ${PARTNERS} partners`, 'charges', ofLargest, {
        atMost: MOST_SINGLES_OF_LARGEST,
      }),
    ],
  };
}

function largestOf(dataset: string): object {
  const deliveryPincodes = rowsOf(gunzipSync(readFileSync(PINCODES)))
    .slice(0, MAX_MATRIX_CELLS / PARTNERS)
    .map(({ pincode }) => pincode!);
  const partnerIds = rowsOf(readFileSync(join(dataset, 'partners.ndjson'))).map(({ partnerId }) => partnerId!);
  return { partnerIds, pickupPincodes: deliveryPincodes.slice(0, 1), deliveryPincodes };
}

const PINCODES = join(PACKAGE_ROOT, 'data', 'geography', 'pincodes.ndjson.gz');
const rowsOf = (bytes: Buffer): Record<string, string>[] =>
  bytes
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

/** Fewer than may wait for a credential. */
const BULKS_AT_ONCE = 2;

const figure = (name: string, unit: string, samples: number[], target: Figure['target']): Figure[] =>
  samples.length === 0 ? [] : [{ name, value: median(samples), unit, ...(target && { target }), samples }];
