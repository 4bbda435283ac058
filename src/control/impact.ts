/** What a change does to money: what this node was asked, and assignments, priced with and without the change. */
import { AskedShipment } from '../contract/asked-shipment.js';
import type { AskedAssignment } from '../model/documents.js';
import type { Impact } from '../contract/impact.js';
import { SchemaValidator } from '../model/schema-faults.js';
import { askingIn } from '../impact/price.js';
import { Sample, type SampledQuestion, type TakenQuestion } from '../impact/sample.js';
import { ImpactSums } from '../impact/sums.js';
import { Dirty } from '../index/build-generation.js';
import { type GenerationView, type PartnerView, Viewer } from '../index/view.js';
import { IMPACT_BUDGET_MS, MAX_IMPACT_ASSIGNMENTS, MAX_IMPACT_PAIRS } from '../limits/control.js';
import type { Change } from '../model/change.js';
import type { Store } from '../store/port.js';
import type { Catalog } from './documents/catalog.js';
import { Pace } from './operations/documents/pace.js';
import type { IndexPublisher } from './publisher.js';

export interface ImpactOptions {
  catalog: Catalog;
  publisher: Pick<IndexPublisher, 'aside'>;
  store: Pick<Store, 'latestAsked'>;
  /** Milliseconds since the epoch. */
  now(): number;
  /** How long it works on a change, in milliseconds. */
  budgetMs?: number;
}

/** A partner in both generations; undefined where it is not active. */
export interface Cards {
  partnerId: string;
  present: PartnerView | undefined;
  changed: PartnerView | undefined;
}

/** In a shared store another program may have written what it likes. */
const ASKED = new SchemaValidator(AskedShipment, 1);

export class ImpactMeter {
  readonly #options: ImpactOptions;
  readonly #sample = new Sample();

  constructor(options: ImpactOptions) {
    this.#options = options;
  }

  /** Takes a question, which was answered, into the sample. */
  take(question: TakenQuestion): void {
    this.#sample.take(question);
  }

  /**
   * The impact that `changes` have, or would have, on the documents as they are now. It works in turns, so that other
   * requests are answered meanwhile.
   */
  async measure(changes: readonly Change[]): Promise<Impact> {
    const { catalog, publisher, store, now, budgetMs = IMPACT_BUDGET_MS } = this.#options;
    const sums = new ImpactSums();
    const later = catalog.fork();
    const dirty = new Dirty();
    later.apply(changes, dirty);
    const touched = dirty.touchedPartners;
    if (touched?.size === 0) return sums.result();
    const viewer = new Viewer();
    const present = viewer.view(publisher.aside(catalog, new Dirty()));
    const changed = viewer.view(publisher.aside(later, dirty));
    const nowMs = now();
    const questions = this.#sample.questions(nowMs);
    const cards = cardsOf(present, changed, touched);
    const cardsFor = thinned(cards, stepFor(questions, cards));
    const pace = new Pace();
    let isCut = false;
    const isOver = (): boolean => (isCut ||= pace.workedMs > budgetMs);
    const weigh = async (question: SampledQuestion): Promise<void> => {
      const own = cardsFor(question);
      if (own.length === 0 || isOver()) return;
      const askingNow = askingIn(present, question, nowMs);
      const askingLater = askingIn(changed, question, nowMs);
      for (const card of own) {
        if (isOver()) return;
        await pace.step();
        sums.add(askingNow(card.present), askingLater(card.changed));
      }
    };
    for (const question of questions) await weigh(question);
    await store.latestAsked(MAX_IMPACT_ASSIGNMENTS, async (assignment) => {
      const question = questionOf(assignment);
      if (question !== null) await weigh(question);
    });
    return sums.result(isCut);
  }
}

/** Null: another program has written what cannot be priced. */
function questionOf({ partnerId, asked }: AskedAssignment): SampledQuestion | null {
  if (!ASKED.accepts(asked)) return null;
  return { question: 'assignment', partnerId, excluded: [], shipDate: undefined, shipment: asked };
}

/** The touched partners (null: all) that are active in one of the generations, by id. */
function cardsOf(
  present: GenerationView,
  changed: GenerationView,
  touched: ReadonlySet<string> | null,
): ReadonlyMap<string, Cards> {
  const active = [...present.partners, ...changed.partners].map(({ partnerId }) => partnerId);
  return new Map(
    [...new Set(active)]
      .filter((partnerId) => touched === null || touched.has(partnerId))
      .map((partnerId) => [
        partnerId,
        { partnerId, present: present.partner(partnerId), changed: changed.partner(partnerId) },
      ]),
  );
}

/** Of how many pairs one is priced, so that there are at most MAX_IMPACT_PAIRS: an assignment has at most one. */
function stepFor(questions: readonly SampledQuestion[], cards: ReadonlyMap<string, Cards>): number {
  const cardsFor = thinned(cards, 1);
  const pairs = questions.reduce((count, question) => count + cardsFor(question).length, 0);
  return Math.ceil((pairs + MAX_IMPACT_ASSIGNMENTS) / MAX_IMPACT_PAIRS);
}

/**
 * Says of one question after another which partners it is priced for: the one that it named, or all but those that it
 * excluded; of each `step` of these pairs one. Not always the first: of ten partners every second pair would be that of
 * the same five, question after question.
 */
export function thinned(
  cards: ReadonlyMap<string, Cards>,
  step: number,
): (question: SampledQuestion) => readonly Cards[] {
  const all = [...cards.values()];
  const cardsFor = ({ partnerId, excluded }: SampledQuestion): readonly Cards[] => {
    if (partnerId === null)
      return excluded.length === 0 ? all : all.filter((card) => !excluded.includes(card.partnerId));
    const named = cards.get(partnerId);
    return named === undefined ? [] : [named];
  };
  if (step === 1) return cardsFor;
  let count = 0;
  const isPriced = (pair: number): boolean =>
    pair % step === Math.floor(((Math.floor(pair / step) * GOLDEN_RATIO) % 1) * step);
  return (question) => cardsFor(question).filter(() => isPriced(count++));
}

/** Its multiples, modulo 1, are spread evenly: it is as far from every fraction as a number can be. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;
