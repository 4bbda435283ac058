/**
 * The linter (docs/data.md#check-a-card): what is wrong with a partner's card as a whole. It looks at documents and at
 * routes that stand for all (routes.ts), and whatever can be asked is asked of the engine before it is told.
 */
import type { Partner } from '../contract/documents/documents.js';
import { LINT_CODES, LINT_ERRORS, type LintCode } from '../contract/documents/lint-codes.js';
import { type Finding, MAX_FINDINGS_A_CODE, type Severity } from '../contract/finding.js';
import type { LintReport } from '../contract/lint.js';
import { dayInIndia } from '../domain/calendar.js';
import type { Found, Findings, LintedCard } from './card.js';
import { dateGaps } from './dates.js';
import { hiddenRows, overlaps } from './overlaps.js';
import { RoutesByPlace } from './places.js';
import { codWithoutCharge, transitGaps } from './routes-checks.js';
import { rowsOfNoRoute, unknownBases } from './rows.js';
import { coverageOf, servedRoutes, type ServedRoute } from './routes.js';
import { decisionsOf, rateFalls, rateGaps, undercutRows } from './weights.js';
import { emptyZones, mismatchedNames, unpricedZones, unusedTags } from './zones.js';

export const severityOf = (code: LintCode): Severity =>
  (LINT_ERRORS as readonly LintCode[]).includes(code) ? 'error' : 'warning';

/**
 * All findings about a card but those that its partner accepts, errors first; of the codes at most
 * MAX_FINDINGS_A_CODE each, while `counts` counts all.
 * @param nowMs decides which acceptances have ended; milliseconds since the epoch
 */
export function* lintCard(card: LintedCard, nowMs: number): Generator<undefined, LintReport> {
  const { partner } = card.documents;
  const accepted = acceptedBy(partner, nowMs);
  const found = new Map<LintCode, Finding[]>();
  const counts: Record<string, number> = {};
  const told = new Set<string>();
  for (const each of allFindings(card)) {
    yield undefined;
    if (each === undefined) continue;
    const name = nameOf(each);
    if (accepted.has(name) || told.has(`${name} ${each.message}`)) continue;
    told.add(`${name} ${each.message}`);
    counts[each.code] = (counts[each.code] ?? 0) + 1;
    const listed = found.get(each.code);
    if (listed === undefined) found.set(each.code, [findingOf(each)]);
    else if (listed.length < MAX_FINDINGS_A_CODE) listed.push(findingOf(each));
  }
  return {
    partnerId: partner.partnerId,
    rateCardVersion: card.partner.rateCardVersion,
    asOf: new Date(card.atMs).toISOString(),
    findings: LINT_CODES.flatMap((code) => found.get(code) ?? []),
    counts,
  };
}

function* allFindings(card: LintedCard): Findings {
  const coverage = coverageOf(card);
  yield* emptyZones(card, coverage);
  yield* unusedTags(card, coverage);
  yield* mismatchedNames(card, coverage);
  yield* unknownBases(card);
  yield* rowsOfNoRoute(card, coverage);
  const routes: ServedRoute[] = [];
  for (const served of servedRoutes(card, coverage)) {
    yield undefined;
    if (served !== undefined) routes.push(served);
  }
  const places = new RoutesByPlace(card, routes);
  yield* transitGaps(card, routes);
  const decisions = yield* decisionsOf(card, routes);
  yield* rateGaps(card, decisions);
  yield* unpricedZones(card, decisions);
  yield* rateFalls(card, decisions);
  yield* overlaps(card, places);
  yield* undercutRows(card, decisions);
  yield* hiddenRows(card, decisions, places);
  yield* codWithoutCharge(card, decisions);
  yield* dateGaps(card, places, routes);
}

const findingOf = ({ code, message, documents, examples }: Found): Finding => ({
  code,
  severity: severityOf(code),
  message,
  documents,
  examples,
});

/** What identifies a finding for those who accept it. */
const nameOf = ({ code, documents }: { code: string; documents: readonly string[] }): string =>
  `${code} ${[...documents].sort().join(' ')}`;

/** What a partner accepts at a moment: until its day is over in India. */
function acceptedBy({ accepted }: Partner, nowMs: number): Set<string> {
  const today = dayInIndia(nowMs);
  return new Set((accepted ?? []).filter(({ until }) => until >= today).map(nameOf));
}
