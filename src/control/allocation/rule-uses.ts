/** How often the rules of policies have acted lately, by the decisions that all nodes have kept. */
import type { RuleUse } from '../../analysis/lint/policies/rules.js';
import { DAY_MS, dayNumber, startOfDay } from '../../domain/calendar.js';
import { type KeptDecision, RESULTS } from '../../engine/allocation/kept-decision.js';
import { MAX_RULE_USES, RULE_USE_DAYS, RULE_USE_SETTLED_MS } from '../../limits/control.js';
import { callerTextOf, decisionKeyOf } from '../../model/assignment-key.js';
import type { AssignmentSample } from '../../model/documents.js';
import type { Store } from '../../store/port.js';

type UseStore = Pick<Store, 'requests' | 'getMany'>;

/**
 * Days are read once, but for their last seconds: another node may still be writing what it has assigned in them. Calls
 * wait for each other.
 */
export class RuleUses {
  readonly #byDay = new Map<number, UseTally>();
  #readToMs = -Infinity;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly store: UseStore,
    private readonly now: () => number,
  ) {}

  /** Of the last RULE_USE_DAYS days, by policy and version. Rejects when the store does. */
  read(): Promise<RuleUse[]> {
    const read = this.#turn.then(() => this.#read());
    this.#turn = read.catch(() => undefined);
    return read;
  }

  async #read(): Promise<RuleUse[]> {
    const nowMs = this.now();
    const firstDay = dayNumber(nowMs) - RULE_USE_DAYS + 1;
    for (const day of this.#byDay.keys()) if (day < firstDay) this.#byDay.delete(day);
    const settledMs = Math.max(this.#readToMs, nowMs - RULE_USE_SETTLED_MS);
    const fromMs = Math.max(startOfDay(firstDay), this.#readToMs);
    await this.#add(fromMs, settledMs, (day) => {
      let tally = this.#byDay.get(day);
      if (tally === undefined) this.#byDay.set(day, (tally = new UseTally()));
      return tally;
    });
    this.#readToMs = settledMs;
    const sum = new UseTally();
    for (const tally of this.#byDay.values()) sum.addAll(tally);
    await this.#add(settledMs, nowMs + DAY_MS, () => sum);
    return sum.result();
  }

  async #add(fromMs: number, toMs: number, tallyOf: (day: number) => UseTally): Promise<void> {
    const { pages } = await this.store.requests({ fromMs, toMs, customerId: null, limit: MAX_RULE_USES });
    for await (const page of pages) {
      const samples = page.filter(({ caller }) => caller?.kind === 'service');
      const days = new Map(samples.map((sample) => [keyOf(sample), dayNumber(Date.parse(sample.createdAt))]));
      for (const { key, decision } of await this.store.getMany('decisions', [...days.keys()]))
        tallyOf(days.get(key)!).add(JSON.parse(decision) as KeptDecision);
    }
  }
}

const keyOf = ({ caller, shipmentId, life }: AssignmentSample): string =>
  decisionKeyOf(callerTextOf(caller!), shipmentId, life?.attempt ?? 1);

/** Of decisions under one version of a policy. */
class UseTally {
  readonly #uses = new Map<string, RuleUse>();

  add({ policy }: KeptDecision): void {
    if (policy === undefined) return;
    const use = this.#useOf(policy.id, policy.version);
    use.assignments++;
    if (policy.rules === '') return;
    for (const [place, ruleId] of policy.rules.split(',').entries()) {
      const result = policy.results[place];
      const counts = (use.rules[ruleId] ??= { acted: 0, relaxed: 0, passedOver: 0 });
      if (result === RESULTS.ACTED) counts.acted++;
      else if (result === RESULTS.RELAXED) counts.relaxed++;
      else if (result === RESULTS.PASSED_OVER) counts.passedOver++;
    }
  }

  addAll(other: UseTally): void {
    for (const { policyId, version, assignments, rules } of other.#uses.values()) {
      const use = this.#useOf(policyId, version);
      use.assignments += assignments;
      for (const [ruleId, { acted, relaxed, passedOver }] of Object.entries(rules)) {
        const counts = (use.rules[ruleId] ??= { acted: 0, relaxed: 0, passedOver: 0 });
        counts.acted += acted;
        counts.relaxed += relaxed;
        counts.passedOver += passedOver;
      }
    }
  }

  result(): RuleUse[] {
    return [...this.#uses.values()];
  }

  #useOf(policyId: string, version: string): RuleUse {
    const key = `${policyId} ${version}`;
    let use = this.#uses.get(key);
    if (use === undefined) this.#uses.set(key, (use = { policyId, version, assignments: 0, rules: {} }));
    return use;
  }
}
