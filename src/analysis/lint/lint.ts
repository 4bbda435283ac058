/**
 * The linter (docs/data.md#check-a-card): what is wrong with a partner's card as a whole. It looks at documents and at
 * routes that stand for all (routes.ts), and whatever can be asked is asked of the engine before it is reported. The
 * files of this folder have a check for each group of findings, a function from the card to what it finds.
 */
import type { Partner } from '../../model/documents.js';
import { type AnyLintCode, LINT_CODES, LINT_ERRORS, POLICY_LINT_CODES } from '../../model/lint-codes.js';
import type { Finding, Severity } from '../../contract/finding.js';
import type { LintReport, LintSummary } from '../../contract/lint.js';
import { DAY_MS, dayInIndia, dayNumber, startOfDay } from '../../domain/calendar.js';
import { MAX_FINDINGS_A_CODE } from '../../limits/documents.js';
import { MAX_DAYS_AHEAD_OF_CHARGES } from '../../limits/requests.js';
import type { RawFinding, LintedCard } from './card.js';
import { nameOf } from './compare.js';
import { dateGaps } from './dates.js';
import { decisionsOf, decisionsOfOthers } from './decisions.js';
import { hiddenOfOthers } from './hidden.js';
import { shiftedReturns, staleOutcomes } from './outcomes.js';
import { hiddenRows, overlaps } from './overlaps.js';
import { RoutesByConditions } from './route-conditions.js';
import { codWithoutCharge, transitGaps } from './routes-checks.js';
import { rowsOfNoRoute, unknownBases } from './rows.js';
import { coverageOf, servedRoutes } from './routes.js';
import { rateFalls, rateGaps, undercutRows } from './weights.js';
import { emptyZones, mismatchedNames, missingServices, unpricedZones, unusedTags } from './zones.js';

const severityOf = ({ code, isError }: Pick<RawFinding, 'code' | 'isError'>): Severity =>
  isError === true || (LINT_ERRORS as readonly AnyLintCode[]).includes(code) ? 'error' : 'warning';

/** What is found in a card. */
export const reportOf = (card: LintedCard, found: Findings): LintReport => ({
  partnerId: card.documents.partner.partnerId,
  rateCardVersion: card.partner.rateCardVersion,
  ...summaryOf(card.atMs, found),
});

/** As {@link listed}; `counts` counts all of them. */
export function summaryOf(atMs: number, { found, isCut }: Findings): LintSummary {
  const counts: Record<string, number> = {};
  const severities = { error: 0, warning: 0 };
  for (const each of found) {
    counts[each.code] = (counts[each.code] ?? 0) + 1;
    severities[severityOf(each)] += 1;
  }
  return {
    asOf: new Date(atMs).toISOString(),
    findings: listed(found),
    counts,
    severities,
    ...(isCut && { cut: true }),
  };
}

/** As answers have findings: errors first, of the codes at most MAX_FINDINGS_A_CODE each. */
export function listed(found: readonly RawFinding[]): Finding[] {
  const codes: readonly AnyLintCode[] = [...LINT_CODES, ...POLICY_LINT_CODES];
  const byCode = new Map<AnyLintCode, Finding[]>(codes.map((code) => [code, []]));
  for (const each of found) {
    const ofCode = byCode.get(each.code)!;
    if (ofCode.length < MAX_FINDINGS_A_CODE) ofCode.push(findingOf(each));
  }
  return [...byCode.values()].flat();
}

/** The findings of a card, or of all policies. */
export interface Findings {
  found: RawFinding[];
  /** There may be more: it took too long to look for them. */
  isCut: boolean;
}

/**
 * All findings that the partner does not accept, each once, however many there are.
 * @param nowMs decides which acceptances have ended; milliseconds since the epoch
 * @param isOver asked before each check and within those that may take seconds; true: the rest is left out
 */
export function findingsIn(card: LintedCard, nowMs: number, isOver = () => false): Findings {
  const accepted = acceptedBy(card.documents.partner, nowMs);
  const reported = new Set<string>();
  const found: RawFinding[] = [];
  const looked = new CardFacts(card, nowMs, isOver);
  for (const check of CHECKS) {
    if (isOver()) return { found, isCut: true };
    for (const each of check(looked)) {
      const name = nameOf(each);
      if (accepted(each) || reported.has(`${name} ${each.message}`)) continue;
      reported.add(`${name} ${each.message}`);
      found.push(each);
    }
  }
  return { found, isCut: isOver() };
}

/** How far the check of dates looks ahead. */
const HORIZON_MS = 400 * DAY_MS;

/** A card with the tables that several checks share, each made for the first check that needs it. */
class CardFacts {
  readonly coverage = once(() => coverageOf(this.card));
  readonly routes = once(() => servedRoutes(this.card, this.coverage()));
  readonly places = once(() => RoutesByConditions.of(this.card, this.routes()));
  readonly decisions = once(() => decisionsOf(this.card, this.routes()));
  /** Null: there are too many to look at. */
  readonly others = once(() => decisionsOfOthers(this.card, this.places()));
  readonly allDecisions = once(() => [...this.decisions(), ...(this.others() ?? [])]);
  readonly overlaps = once(() => overlaps(this.card, this.places(), this.isLate));

  constructor(
    readonly card: LintedCard,
    readonly nowMs: number,
    private readonly isLate: () => boolean,
  ) {}

  /** Until when gaps may begin: what begins later cannot be asked for yet. Milliseconds since the epoch. */
  get untilMs(): number {
    const lastAskedMs = startOfDay(dayNumber(this.nowMs) + MAX_DAYS_AHEAD_OF_CHARGES + 1) - 1;
    return Math.min(this.card.atMs + HORIZON_MS, lastAskedMs);
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const CHECKS: readonly ((looked: CardFacts) => readonly RawFinding[])[] = [
  ({ card, coverage }) => emptyZones(card, coverage()),
  ({ card }) => missingServices(card),
  ({ card, coverage }) => unusedTags(card, coverage()),
  ({ card, coverage }) => mismatchedNames(card, coverage()),
  ({ card }) => unknownBases(card),
  ({ card, nowMs }) => staleOutcomes(card, nowMs),
  ({ card }) => shiftedReturns(card),
  ({ card, coverage }) => rowsOfNoRoute(card, coverage()),
  ({ card }) => hiddenOfOthers(card),
  ({ card, routes }) => transitGaps(card, routes()),
  ({ card, allDecisions }) => rateGaps(card, allDecisions()),
  ({ card, decisions }) => unpricedZones(card, decisions()),
  ({ card, allDecisions }) => rateFalls(card, allDecisions()),
  (looked) => looked.overlaps(),
  ({ card, allDecisions, overlaps: known }) => undercutRows(card, allDecisions(), known()),
  ({ card, allDecisions, others, places }) => hiddenRows(card, allDecisions(), others() === null, places()),
  ({ card, decisions }) => codWithoutCharge(card, decisions()),
  ({ card, places, routes, untilMs }) => dateGaps(card, places(), routes(), untilMs),
];

const findingOf = ({ code, isError, message, documents, examples, about }: RawFinding): Finding => ({
  code,
  severity: severityOf({ code, isError }),
  message,
  documents,
  examples,
  ...about,
});

/**
 * What a partner accepts at a moment: until an entry's day is over in India, the findings of its code about just its
 * documents, and those about the services of one of its zones.
 */
function acceptedBy({ accepted }: Partner, nowMs: number): (found: RawFinding) => boolean {
  const today = dayInIndia(nowMs);
  const names = new Set<string>();
  for (const entry of accepted ?? []) {
    if (entry.until < today) continue;
    const { code, documents } = entry;
    for (const some of code === 'SERVICE_MISSING' ? documents.map((each) => [each]) : [documents])
      names.add(nameOf({ code, documents: some }));
  }
  return (found) => names.has(nameOf(found));
}
