/**
 * What the terms that people reported of such systems cost a charge: the same questions of ten generated partners in
 * turns, without any of it, with as many holds as a partner can have, and with cards that use such terms: a hold,
 * amounts with tax in whole Rupees, weight terms, sizes, days, cut-off times, bands of the amount to collect, rates of
 * a service, and a customer's discount.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DocumentCollection, Hold, Package, Partner, Surcharge, WeightTerms } from '../../src/model/documents.js';
import { GEOGRAPHY_FOLDER } from '../../src/package-root.js';
import { readDataset } from '../../src/store/dataset/dataset.js';
import { generateDataset } from '../support/dataset.js';
import { processorTimeRatio } from '../support/derived.js';
import type { Section } from '../support/figures.js';
import { type Contestant, type Plan, takeTurns } from '../support/load.js';
import { chargeQuestions } from '../support/questions.js';
import { startPinrate } from '../support/servers.js';
import { filledStore } from '../support/stores.js';

const PARTNERS = 10;
const HOLDS = 64;
const PINCODES_OF_HOLD = 20;
const MOST_OF_HOLDS = 1.03;
const MOST_OF_TERMS = 1.1;
/** A few per cent show only in the median of many rounds. */
const ROUNDS = 11;
const CUSTOMER = 'cust-corp-001';
const CREATED = { status: true, createdAt: '2026-04-01T00:00:00.000Z' };

export async function benchReported(plan: Plan): Promise<Section> {
  const plain = await generateDataset(plan, PARTNERS);
  const read = await readDataset(plain, { geographyFolder: GEOGRAPHY_FOLDER });
  if (!read.ok) throw new Error('the generated dataset is refused');
  const partners = read.documents.partners;

  const started = async (dataset: string) => startPinrate({ dataDir: await filledStore(plan, dataset), dataset });
  const without = await started(plain);
  const { path, bodies } = await chargeQuestions(without.url);
  const questions = {
    path,
    bodies: bodies.map((body) => JSON.stringify({ ...JSON.parse(body), customerId: CUSTOMER })),
  };
  const asked = new Set(bodies.flatMap((body) => body.match(/\b\d{6}\b/g) ?? []));
  const others = read.documents.pincodes.map(({ pincode }) => pincode).filter((pincode) => !asked.has(String(pincode)));

  const held = copyOf(plan, plain, 'held');
  write(held, 'holds', holdsOf(partners, others, HOLDS));
  const termed = copyOf(plan, plain, 'termed');
  write(termed, 'partners', partners.map(withTerms));
  write(termed, 'weight-terms', partners.map(weightTermsOf));
  write(termed, 'surcharges', partners.flatMap(surchargesOf));
  write(termed, 'holds', holdsOf(partners, others, 1));
  write(termed, 'packages', [...read.documents.packages, ...pickupRowsOf(read.documents.packages)]);
  write(termed, 'discounts', [
    ...read.documents.discounts,
    ...partners.map(({ partnerId }, i) => ({
      id: 900_001 + i,
      partnerId,
      customerId: CUSTOMER,
      fromWeight: 0,
      toWeight: 10,
      discountType: 'percentage',
      discountValue: 3,
      description: 'Contract',
      validFrom: null,
      validTo: null,
      ...CREATED,
    })),
  ]);

  const contestants: Contestant[] = [
    { name: 'charges: none of the reported terms', server: without, questions },
    { name: `charges: ${HOLDS} holds of each partner`, server: await started(held), questions },
    { name: 'charges: cards with such terms', server: await started(termed), questions },
  ];
  const [none, holds, terms] = await takeTurns(contestants, { ...plan, rounds: plan.rounds === 1 ? 1 : ROUNDS });
  await Promise.all(contestants.map(({ server }) => server.stop()));
  return {
    title: 'what was reported of such systems',
    series: [none!, holds!, terms!],
    figures: [
      ...processorTimeRatio(`charges: processor time with ${HOLDS} holds of each partner / without`, holds!, none!).map(
        (figure) => ({ ...figure, target: { atMost: MOST_OF_HOLDS } }),
      ),
      ...processorTimeRatio('charges: processor time with such terms / without', terms!, none!).map((figure) => ({
        ...figure,
        target: { atMost: MOST_OF_TERMS },
      })),
    ],
  };
}

/** A partner whose amounts include tax, which is rounded to Rupees, with sizes, days and times of its own. */
function withTerms(partner: Partner): Partner {
  return {
    ...partner,
    amounts: 'WITH_TAX',
    tax: [{ regime: 'FORWARD', percent: 18, rounding: 'RUPEE' }],
    limits: { ...partner.limits, maxLengthPlusGirth: 1_000, maxSideSum: 600 },
    cutoffTimes: { saturday: '13:00' },
    deliveryDays: [1, 2, 3, 4, 5, 6],
    transit: partner.transit.map(({ hours, ...band }) => ({ ...band, days: Math.ceil((hours ?? 24) / 24) })),
  };
}

function weightTermsOf({ partnerId }: Partner, i: number): WeightTerms {
  return { id: i + 1, partnerId, volumetricDivisor: 5_000, deadWeightUpTo: 500, minChargeableWeight: 250, ...CREATED };
}

/** By the amount to collect, and by the size of a piece. */
function surchargesOf({ partnerId }: Partner, i: number): Surcharge[] {
  const row = { partnerId, customerId: null, basis: 'PER_PIECE', value: 4, ...CREATED } as const;
  return [
    { ...row, id: 10 * i + 1, code: 'CASH', label: 'Cash', order: 600, when: { codFrom: 1_000, codTo: 2_000 } },
    { ...row, id: 10 * i + 2, code: 'LONG', label: 'Long', order: 610, when: { piece: { lengthPlusGirthCmFrom: 60 } } },
  ];
}

/** The rows of each partner again, for parcels that are picked up, as all of these are. */
const pickupRowsOf = (packages: readonly Package[]): Package[] =>
  packages.map((row) => ({ ...row, id: row.id + 900_000, packageId: `${row.packageId}-PICKUP`, service: 'PICKUP' }));

/** Each holds other places than any question is about. */
function holdsOf(partners: readonly Partner[], pincodes: readonly string[], count: number): Hold[] {
  return partners.flatMap(({ partnerId }, partner) =>
    Array.from({ length: count }, (_, i) => ({
      id: partner * count + i + 1,
      partnerId,
      pincodes: pincodes.slice(i * PINCODES_OF_HOLD, (i + 1) * PINCODES_OF_HOLD),
      reason: 'Floods',
      ...CREATED,
    })),
  );
}

function copyOf({ folder }: Plan, dataset: string, name: string): string {
  const copy = join(folder, `dataset-${name}`);
  cpSync(dataset, copy, { recursive: true });
  return copy;
}

function write(dataset: string, collection: DocumentCollection, documents: readonly object[]): void {
  const lines = documents.map((document) => `${JSON.stringify(document)}\n`);
  writeFileSync(join(dataset, `${collection}.ndjson`), lines.join(''));
}
