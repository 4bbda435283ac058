/**
 * The linter (docs/data.md#check-a-card): what is wrong with a partner's card as a whole. It looks at documents and at
 * routes that stand for all (routes.ts), and whatever can be asked is asked of the engine before it is reported.
 */
import type { Partner } from '../model/documents.js';
import { LINT_CODES, LINT_ERRORS, type LintCode } from '../model/lint-codes.js';
import { type Finding, MAX_FINDINGS_A_CODE, type Severity } from '../contract/finding.js';
import type { LintReport } from '../contract/lint.js';
import { dayInIndia, dayNumber, startOfDay } from '../domain/calendar.js';
import { MAX_DAYS_AHEAD_OF_CHARGES } from '../limits/requests.js';
import type { Found, Findings, LintedCard } from './card.js';
import { nameOf } from './compare.js';
import { dateGaps } from './dates.js';
import { decisionsOf, decisionsOfOthers } from './decisions.js';
import { hiddenRows, overlaps } from './overlaps.js';
import { RoutesByPlace } from './places.js';
import { codWithoutCharge, transitGaps } from './routes-checks.js';
import { rowsOfNoRoute, unknownBases } from './rows.js';
import { coverageOf, servedRoutes } from './routes.js';
import { rateFalls, rateGaps, undercutRows } from './weights.js';
import { emptyZones, mismatchedNames, unpricedZones, unusedTags } from './zones.js';

export const severityOf = (code: LintCode): Severity =>
  (LINT_ERRORS as readonly LintCode[]).includes(code) ? 'error' : 'warning';

/**
 * All findings about a card but those that its partner accepts, errors first; of the codes at most
 * MAX_FINDINGS_A_CODE each, while `counts` counts all.
 * @param nowMs decides which acceptances have ended; milliseconds since the epoch
 */
export function* lintCard(card: LintedCard, nowMs: number): Generator<undefined, LintReport> {
  return reportOf(card, yield* findingsIn(card, nowMs), false);
}

/** @param cut whether there may be more findings */
export function reportOf(card: LintedCard, found: readonly Found[], cut: boolean): LintReport {
  const counts: Record<string, number> = {};
  for (const { code } of found) counts[code] = (counts[code] ?? 0) + 1;
  return {
    partnerId: card.documents.partner.partnerId,
    rateCardVersion: card.partner.rateCardVersion,
    asOf: new Date(card.atMs).toISOString(),
    findings: listed(found),
    counts,
    ...(cut && { cut }),
  };
}

/** As answers have findings: errors first, of the codes at most MAX_FINDINGS_A_CODE each. */
export function listed(found: readonly Found[]): Finding[] {
  const byCode = new Map<LintCode, Finding[]>(LINT_CODES.map((code) => [code, []]));
  for (const each of found) {
    const ofCode = byCode.get(each.code)!;
    if (ofCode.length < MAX_FINDINGS_A_CODE) ofCode.push(findingOf(each));
  }
  return [...byCode.values()].flat();
}

/**
 * All findings that the partner does not accept, each once, however many there are.
 * @param found gets them one after another
 */
export function* findingsIn(card: LintedCard, nowMs: number, found: Found[] = []): Generator<undefined, Found[]> {
  const accepted = acceptedBy(card.documents.partner, nowMs);
  const reported = new Set<string>();
  for (const each of allFindings(card, nowMs)) {
    yield undefined;
    if (each === undefined) continue;
    const name = nameOf(each);
    if (accepted.has(name) || reported.has(`${name} ${each.message}`)) continue;
    reported.add(`${name} ${each.message}`);
    found.push(each);
  }
  return found;
}

/** How far the check of dates looks ahead. */
const HORIZON_MS = 400 * 24 * 3_600_000;

function* allFindings(card: LintedCard, nowMs: number): Findings {
  const coverage = coverageOf(card);
  yield* emptyZones(card, coverage);
  yield* unusedTags(card, coverage);
  yield* mismatchedNames(card, coverage);
  yield* unknownBases(card);
  yield* rowsOfNoRoute(card, coverage);
  const routes = yield* servedRoutes(card, coverage);
  const places = yield* RoutesByPlace.of(card, routes);
  yield* transitGaps(card, routes);
  const decisions = yield* decisionsOf(card, routes);
  const others = yield* decisionsOfOthers(card, places);
  const all = [...decisions, ...(others ?? [])];
  yield* rateGaps(card, decisions);
  yield* unpricedZones(card, decisions);
  yield* rateFalls(card, all);
  const overlapping = new Set<string>();
  yield* overlaps(card, places, overlapping);
  yield* undercutRows(card, all, overlapping);
  yield* hiddenRows(card, all, others === null, places);
  yield* codWithoutCharge(card, decisions);
  // what begins later cannot be asked for yet
  const lastAskedMs = startOfDay(dayNumber(nowMs) + MAX_DAYS_AHEAD_OF_CHARGES + 1) - 1;
  yield* dateGaps(card, places, routes, Math.min(card.atMs + HORIZON_MS, lastAskedMs));
}

const findingOf = ({ code, message, documents, examples }: Found): Finding => ({
  code,
  severity: severityOf(code),
  message,
  documents,
  examples,
});

/** What a partner accepts at a moment: until its day is over in India. */
function acceptedBy({ accepted }: Partner, nowMs: number): Set<string> {
  const today = dayInIndia(nowMs);
  return new Set((accepted ?? []).filter(({ until }) => until >= today).map(nameOf));
}
