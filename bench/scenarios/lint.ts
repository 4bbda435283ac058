/**
 * How much of a thread's time the linter takes: for the cards of a thousand partners, and for one of 44,000 rows. In
 * this process; in a node the analyst does the same.
 */
import type { Package } from '../../src/model/documents.js';
import { type Catalog, putsOf } from '../../src/control/documents/catalog.js';
import { Dirty } from '../../src/index/build-generation.js';
import { type GenerationView, Viewer } from '../../src/index/view.js';
import { findingsIn, reportOf } from '../../src/analysis/lint/lint.js';
import type { Change } from '../../src/model/change.js';
import { generateDataset, partnersOf } from '../support/dataset.js';
import { type Figure, median, type Section } from '../support/figures.js';
import { indexed } from '../support/indexed.js';
import type { Plan } from '../support/load.js';

const PARTNERS = 1_000;
const MOST_SECONDS = 10;
const LARGE_ROWS = 44_000;
const MOST_SECONDS_LARGE = 1;

export async function benchLint(plan: Plan): Promise<Section> {
  const partners = partnersOf(plan, PARTNERS);
  const dataset = await generateDataset(plan, partners, { hasContracts: true });
  const { catalog, publisher } = await indexed(dataset);
  const viewer = new Viewer();
  const view = viewer.view(publisher.current!);
  const ofAll: number[] = [];
  const ofLarge: number[] = [];
  const [first] = catalog.activePartners() as [string];
  const large = catalog.fork();
  const dirty = new Dirty();
  large.apply(slabsOf(catalog, first), dirty);
  const largeView = viewer.view(publisher.aside(large, dirty));
  for (let round = 0; round < plan.rounds; round++) {
    ofAll.push(seconds(() => catalog.activePartners().map((partnerId) => lint(catalog, view, partnerId))));
    ofLarge.push(seconds(() => lint(large, largeView, first)));
  }
  return {
    title: 'linter',
    series: [],
    figures: [
      figure(`the cards of ${partners} partners are checked in`, ofAll, MOST_SECONDS),
      figure(`a card of ${large.of('packages', first).length} rows is checked in`, ofLarge, MOST_SECONDS_LARGE),
    ],
  };
}

function lint(catalog: Catalog, view: GenerationView, partnerId: string): void {
  const nowMs = Date.now();
  const card = {
    documents: catalog.cardDocuments(partnerId),
    defaults: catalog.generalDocuments()['customer-charges'],
    outcomes: null,
    view,
    partner: view.partner(partnerId)!,
    atMs: nowMs,
    asOf: null,
  };
  reportOf(card, findingsIn(card, nowMs));
}

/** A slab for each weight between each two zones, in place of the partner's rows. */
function slabsOf(catalog: Catalog, partnerId: string): Change[] {
  const zones = catalog.of('zones', partnerId).filter(({ status }) => status);
  const { maxWeight } = catalog.find('partners', partnerId)!.limits;
  const slabs = Math.ceil(LARGE_ROWS / zones.length ** 2);
  const grams = Math.ceil(maxWeight / slabs);
  const rows = zones.flatMap((from) =>
    zones.flatMap((to) => Array.from({ length: slabs }, (_, slab) => ({ from, to, slab }))),
  );
  const slabRows = rows.map(({ from, to, slab }, index): Package => ({
    id: 1_000_000 + index,
    packageId: `SLAB-${index}`,
    partnerId,
    packageName: `Slab ${slab + 1}`,
    baseWeight: (slab + 1) * grams,
    baseCharge: 30 + slab,
    addonWeight: 0,
    addonCharge: 0,
    minWeight: slab * grams,
    maxWeight: (slab + 1) * grams,
    fromZoneId: from.id,
    toZoneId: to.id,
    status: true,
    createdAt: '2026-04-01T00:00:00.000Z',
  }));
  const former = catalog.of('packages', partnerId).map((row) => ({ ...row, status: false }));
  return [...putsOf('packages', former), ...putsOf('packages', slabRows)];
}

function seconds(work: () => unknown): number {
  const startedAtMs = performance.now();
  work();
  return (performance.now() - startedAtMs) / 1_000;
}

function figure(name: string, samples: number[], atMost: number): Figure {
  return { name, value: median(samples), unit: 's', target: { atMost }, samples };
}
