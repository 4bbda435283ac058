/**
 * How long a change of a contract takes from the documents in memory to the next generation of the index, where a
 * thousand partners have lane rules and flags: a changed rule, a hold of a state, and a list of all pincodes. In this
 * process, since no route writes rules yet; the store's write is not in it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { putsOf } from '../../src/control/documents/catalog.js';
import type { Hold, LaneRule, ZonePincode } from '../../src/model/documents.js';
import type { Change } from '../../src/model/change.js';
import { generateDataset, partnersOf } from '../support/dataset.js';
import { type Figure, median, type Section } from '../support/figures.js';
import { indexed } from '../support/indexed.js';
import type { Plan } from '../support/load.js';

const PARTNERS = 1_000;
const MOST_RULE_MS = 50;
const MOST_LIST_MS = 3_000;
const MOST_HOLD_MS = 50;
/** So long after a change that the next one is built at once. */
const PAUSE_MS = 300;

export async function benchContracts(plan: Plan): Promise<Section> {
  const partners = partnersOf(plan, PARTNERS);
  const dataset = await generateDataset(plan, partners, { hasContracts: true });
  const { documents, catalog, publisher } = await indexed(dataset);

  /** From the change to the generation that has it. */
  const publishMs = async (changes: readonly Change[]): Promise<number> => {
    await sleep(PAUSE_MS);
    const generation = publisher.current;
    const startedAtMs = performance.now();
    catalog.apply(changes, publisher.dirty);
    const published = publisher.published();
    publisher.refresh();
    await published;
    const tookMs = performance.now() - startedAtMs;
    if (publisher.current === generation) throw new Error('the change gave no generation');
    return tookMs;
  };

  const rules = documents['lane-rules'];
  const ruleMs: number[] = [];
  const holdMs: number[] = [];
  const listMs: number[] = [];
  for (let change = 0; change < plan.rateChanges; change++) {
    const rule = rules[(change * 97) % rules.length]!;
    const document: LaneRule = { ...rule, when: { ...rule.when, kmTo: 3_000 + change } };
    ruleMs.push(await publishMs(putsOf('lane-rules', [document])));
    const hold: Hold = {
      id: change + 1,
      partnerId: rule.partnerId,
      states: [documents.states[change % documents.states.length]!.id],
      reason: 'Floods',
      status: true,
      createdAt: '2026-04-01T00:00:00.000Z',
    };
    holdMs.push(await publishMs(putsOf('holds', [hold])));
  }
  for (let round = 0; round < plan.rounds; round++) {
    const { partnerId, id: zoneId } = documents.zones[0]!;
    const list = documents.pincodes.map(({ pincode }, i): ZonePincode => ({
      partnerId,
      pincode,
      zoneId,
      services: { COD: (i + round) % 2 === 0 },
      assignedAt: '2026-04-01T00:00:00.000Z',
    }));
    listMs.push(await publishMs(putsOf('zone-pincodes', list)));
  }
  return {
    title: `contracts of ${partners} partners`,
    series: [],
    figures: [
      milliseconds(`a lane rule of one of ${partners} partners changed: published after`, ruleMs, MOST_RULE_MS),
      milliseconds(`a hold of a state by one of ${partners} partners: published after`, holdMs, MOST_HOLD_MS),
      milliseconds(
        `flags of all pincodes of one of ${partners} partners changed: published after`,
        listMs,
        MOST_LIST_MS,
      ),
    ],
  };
}

function milliseconds(name: string, samples: number[], most: number): Figure {
  return { name, value: median(samples), unit: 'ms', target: { atMost: most }, samples };
}
