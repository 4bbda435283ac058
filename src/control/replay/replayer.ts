/** Answers earlier quotes again, out of the present documents and the history. */
import type { PricingSettings } from '../../domain/pricing.js';
import { openToken, type QuotedQuestion } from '../../engine/quote-token.js';
import { type RepeatedQuote, requote } from '../../engine/requote.js';
import { buildGeneration, Dirty, Versions } from '../../index/build-generation.js';
import { type GenerationView, Viewer } from '../../index/view.js';
import { PACKAGE_VERSION } from '../../package-root.js';
import type { Store } from '../../store/port.js';
import type { Catalog } from '../documents/catalog.js';
import { RecentHistory } from './recorded.js';
import { EarlierSource } from './then.js';
import { type EarlierDocuments, UndoneChanges } from './undone.js';

interface ReplayerOptions {
  store: Pick<Store, 'page' | 'caughtUp'>;
  catalog: Catalog;
  /** The present ones. */
  settings: PricingSettings;
  /** The key of the store's tokens. */
  key: Uint8Array;
  /** Logs that documents of the history cannot be indexed. */
  report(error: unknown, message: string): void;
}

/** A price as it was; or why it cannot be known: the history's entries are gone, or the documents are not those. */
type ReplayResult =
  | { ok: true; then: RepeatedQuote; isExact: boolean }
  | { ok: false; code: 'QUOTE_TOO_OLD' | 'QUOTE_NOT_REPRODUCIBLE'; details: string };

const NOTHING_ELSE: EarlierDocuments = new Map();

export class Replayer {
  readonly #options: ReplayerOptions;
  readonly #history: RecentHistory;
  readonly #viewer = new Viewer();
  /** The load of the catalog whose history is kept. */
  #load: number;

  constructor(options: ReplayerOptions) {
    this.#options = options;
    this.#load = options.catalog.loads;
    this.#history = new RecentHistory(options.store);
  }

  /** Null: the token was altered, or is of another store. */
  open(token: string): QuotedQuestion | null {
    return openToken(token, this.#options.key);
  }

  /**
   * Prices a question by the documents and settings of its time. It is exact when it is byte for byte what was
   * answered, which only the engine that answered can tell.
   */
  async then(question: QuotedQuestion): Promise<ReplayResult> {
    const { catalog, store } = this.#options;
    // another node may be ahead of this one
    if (question.changeId > catalog.changeId) await store.caughtUp();
    if (question.changeId > catalog.changeId) return notReproducible(`${UNKNOWN_CHANGE} ${question.changeId}`);
    if (this.#load !== catalog.loads) this.#history.forget();
    this.#load = catalog.loads;
    const undone = new UndoneChanges(question);
    // what follows the last of these reads is of one turn: the catalog is at the last change set that was visited
    for (let upTo = question.changeId; upTo < catalog.changeId;) {
      const after = upTo;
      upTo = catalog.changeId;
      await this.#history.walk(after, upTo, (set) => undone.add(set));
    }
    if (!undone.isWhole) return { ok: false, code: 'QUOTE_TOO_OLD', details: TOO_OLD };
    return this.#reconciled(question, undone);
  }

  /** @param nowMs milliseconds since the epoch */
  now(question: QuotedQuestion, nowMs: number): RepeatedQuote {
    return requote(this.#view(question, NOTHING_ELSE, this.#options.settings), question, nowMs);
  }

  /** The version of the partner's card at the time is in the token; another engine's answer cannot be compared. */
  #reconciled(question: QuotedQuestion, undone: UndoneChanges): ReplayResult {
    const isOfThisEngine = question.engine === PACKAGE_VERSION;
    try {
      // the generation may have had other programs' changes that were recorded later
      for (let kept = 0; kept <= undone.ofDatabase; kept++) {
        const then = requote(
          this.#view(question, undone.befores(kept), question.settings),
          question,
          question.pricedAtMs,
          question.heldAtMs,
        );
        if (!isOfThisEngine) return { ok: true, then, isExact: false };
        if (then.digest !== null && Buffer.compare(then.digest, question.digest) === 0)
          return { ok: true, then, isExact: true };
      }
    } catch (error) {
      this.#options.report(error, 'the documents of a former time could not be indexed');
    }
    return notReproducible(OTHERWISE);
  }

  #view(question: QuotedQuestion, befores: EarlierDocuments, settings: PricingSettings): GenerationView {
    const generation = buildGeneration(new Dirty(), {
      source: new EarlierSource(this.#options.catalog, question, befores),
      settings,
      counts: null,
      tokens: { changeId: question.changeId, key: null },
      previous: null,
      builtFrom: new WeakMap(),
      versions: new Versions(),
      now: () => question.pricedAtMs,
      onFailure: (error) => {
        throw error;
      },
    });
    return this.#viewer.view(generation!);
  }
}

const notReproducible = (details: string): ReplayResult => ({ ok: false, code: 'QUOTE_NOT_REPRODUCIBLE', details });

const UNKNOWN_CHANGE = 'The store has no change set';
const TOO_OLD = 'Documents have changed since, and the history no longer has how they were (HISTORY_DAYS)';
const OTHERWISE =
  'The documents of that time give another price: another program has changed the store within seconds of the quote, '
  + 'or a few seconds ago, or the store was restored from an older copy';
