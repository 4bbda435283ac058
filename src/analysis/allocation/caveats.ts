/** What the figures of a backtest leave out or assume. */
import type { BacktestWarning } from '../../contract/allocation-figures.js';
import { BASE_RATE, BASE_RTO } from '../../domain/outcomes/risk.js';
import { PAYMENT_TYPES, type PaymentType } from '../../domain/vocabulary.js';
import { costWarnings } from '../../engine/allocation/applied-policy.js';

/** Partners that are named. */
const MOST_PARTNERS = 10;
/** Of rates, which are in ten-thousandths. */
const PER_PERCENT = 100;

export class Caveats {
  #withoutTerms = 0;
  readonly #withoutOutcomes = new Map<PaymentType, number>();
  readonly #unknown = new Map<string, number>();

  /** The policy ranks the parcel by landed costs, of which there are no terms. */
  addWithoutTerms(): void {
    this.#withoutTerms++;
  }

  /** Nobody has outcomes of such parcels. */
  addWithoutOutcomes(paymentType: PaymentType): void {
    addOne(this.#withoutOutcomes, paymentType);
  }

  /** There is no partner of this id. */
  addUnknown(partnerId: string): void {
    addOne(this.#unknown, partnerId);
  }

  /** @param policyId null: no policy counts */
  result(policyId: string | null): BacktestWarning[] {
    const terms = policyId === null ? [] : costWarnings({ policyId }, { rankCost: 'UNKNOWN' }, '');
    return [
      ...terms.map(({ message }) => ({ code: 'NO_LANDED_TERMS' as const, message, count: this.#withoutTerms })),
      ...PAYMENT_TYPES.map((paymentType) => ({
        code: 'NO_OUTCOMES' as const,
        message: assumedOf(paymentType),
        count: this.#withoutOutcomes.get(paymentType) ?? 0,
      })),
      {
        code: 'PARTNER_NOT_FOUND' as const,
        message: `There is no such partner: ${this.#unknownInWords()}`,
        count: [...this.#unknown.values()].reduce((sum, count) => sum + count, 0),
      },
    ].filter(({ count }) => count > 0);
  }

  /** Those with the most parcels first. */
  #unknownInWords(): string {
    const all = [...this.#unknown].sort(([a, before], [b, after]) => after - before || (a < b ? -1 : 1));
    const named = all.slice(0, MOST_PARTNERS).map(([partnerId, count]) => `${partnerId} (${count})`);
    const more = all.length - named.length;
    return named.join(', ') + (more > 0 ? ` and ${more} more` : '');
  }
}

function addOne<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

const assumedOf = (paymentType: PaymentType): string =>
  `No outcomes of ${paymentType} parcels count yet: it is assumed that ${BASE_RTO[paymentType] / PER_PERCENT} % return, `
  + `and that ${BASE_RATE / PER_PERCENT} % are in time`;
