/** GET /outcomes: the lines that are kept, as POST /outcomes takes them. */
import { listOutcomes as contract, type OutcomeLine } from '../../../contract/outcomes.js';
import { STORE_READ_STEP_DOCUMENTS } from '../../../limits/store.js';
import { assignmentKeyParts } from '../../../model/assignment-key.js';
import type { Outcome } from '../../../model/documents.js';
import { isForeignKey } from '../../../model/outcomes.js';
import { nextTurn } from '../../../turn.js';
import { type Api, implement } from '../operation.js';
import { partnerFilterOf } from '../owner.js';
import { beginOf, endOf, momentFaults } from '../shipments/period.js';

interface Period {
  /** Null: of all. */
  partnerId: string | null;
  fromMs: number;
  toMs: number;
}

export const listOutcomes = implement(
  contract,
  async ({ caller, query }, api) => {
    const scoped = partnerFilterOf(caller, query.partnerId, api);
    if (!scoped.ok) return scoped;
    // an import that counts may still have to be carried out
    await api.store.outcomesRevision();
    const wanted = {
      partnerId: scoped.value,
      fromMs: beginOf(query.from) ?? -Infinity,
      toMs: endOf(query.to) ?? Infinity,
    };
    return { ok: true, lines: pagesOf(wanted, api.store) };
  },
  ({ query }) => momentFaults(query, ['from', 'to']),
);

async function* pagesOf(wanted: Period, store: Pick<Api['store'], 'pages'>): AsyncGenerator<readonly string[]> {
  for await (const page of store.pages('outcomes', null, STORE_READ_STEP_DOCUMENTS)) {
    await nextTurn();
    yield page.filter((outcome) => isWanted(outcome, wanted)).map((outcome) => JSON.stringify(lineOf(outcome)));
  }
}

function isWanted({ partnerId, pickedUpAt }: Outcome, wanted: Period): boolean {
  const pickedUpMs = Date.parse(pickedUpAt);
  return (
    (wanted.partnerId === null || partnerId === wanted.partnerId)
    && pickedUpMs >= wanted.fromMs
    && pickedUpMs < wanted.toMs
  );
}

function lineOf(outcome: Outcome): OutcomeLine {
  const { key, expiresAt: _, ...line } = outcome;
  if (isForeignKey(key)) return line;
  const { shipmentId, callerText } = assignmentKeyParts(key);
  return { shipmentId, ...(callerText !== null && { caller: callerText }), ...line };
}
