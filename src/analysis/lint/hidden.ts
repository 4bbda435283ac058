/** ROW_NEVER_COUNTS of lane rules, transit lanes and terms that another row of their kind always goes before. */
import { isDeepStrictEqual } from 'node:util';
import { HOURS_A_DAY } from '../../domain/calendar.js';
import { isOver, periodOf, type Validity } from '../../domain/dates.js';
import type { LaneRule, RtoTerms, TransitLane, WeightTerms } from '../../model/documents.js';
import { groupBy } from '../../model/members.js';
import type { RawFinding, LintedCard } from './card.js';

interface HiddenRow<R> {
  row: R;
  /** One that goes before it whenever it would count. */
  behind: R;
}

/** Whether one row is in force from a moment on whenever the other one is. */
function covers(one: Validity, other: Validity, atMs: number): boolean {
  const [own, others] = [periodOf(one), periodOf(other)];
  return own.fromMs <= Math.max(others.fromMs, atMs) && own.toMs >= others.toMs;
}

const conditionsOf = ({ when }: LaneRule) => Object.entries(when).filter(([, value]) => value !== null);

/** Whether a rule certainly holds whenever another one does: it asks for nothing else. */
function holdsWhenever(one: LaneRule, other: LaneRule): boolean {
  const asked = new Map<string, unknown>(conditionsOf(other));
  return conditionsOf(one).every(([name, value]) => isDeepStrictEqual(asked.get(name), value));
}

/** The rules that count now or later in their order, each with the one that it is behind; undefined: it is reached. */
export function ruleOrder({ documents, atMs }: LintedCard): { row: LaneRule; behind: LaneRule | undefined }[] {
  const rules = documents.laneRules.filter((rule) => !isOver(rule, atMs));
  rules.sort((a, b) => a.priority - b.priority || a.id - b.id);
  return rules.map((row, place) => ({
    row,
    behind: rules.slice(0, place).find((each) => covers(each, row, atMs) && holdsWhenever(each, row)),
  }));
}

const placeOf = ({ lane, fromZoneId, toZoneId }: TransitLane) => [lane, fromZoneId, toZoneId];
/** Terms with the same of these are for the same shipments, and the latest beginning goes first. */
const startOf = ({ customerId, lane, service, validFrom }: RtoTerms | WeightTerms) => [
  customerId,
  lane,
  service,
  validFrom,
];

/** Of the same routes the lane with fewer hours goes first, then the one with the lower id. */
const byHours = (a: TransitLane, b: TransitLane): number => hoursOf(a) - hoursOf(b) || a.id - b.id;
const hoursOf = ({ hours, days }: TransitLane): number => hours ?? (days ?? 0) * HOURS_A_DAY;

/** Of terms that begin at the same moment for the same customer the one with the higher id goes first. */
const byId = (a: RtoTerms | WeightTerms, b: RtoTerms | WeightTerms): number => b.id - a.id;

/** Rows of a group, in whose order the first that is in force counts. */
function hiddenAmong<R extends Validity>(
  rows: readonly R[],
  atMs: number,
  groupOf: (row: R) => unknown[],
  inOrder: (a: R, b: R) => number,
): HiddenRow<R>[] {
  const toCome = rows.filter((row) => !isOver(row, atMs));
  const groups = groupBy(toCome, (row) => JSON.stringify(groupOf(row).map((member) => member ?? null)));
  return [...groups.values()].flatMap((group) =>
    group.sort(inOrder).flatMap((row, place) => {
      const behind = group.slice(0, place).find((each) => covers(each, row, atMs));
      return behind === undefined ? [] : [{ row, behind }];
    }),
  );
}

const TERMS = {
  'rto-terms': ({ documents }: LintedCard): readonly RtoTerms[] => documents.rtoTerms,
  'weight-terms': ({ documents }: LintedCard): readonly WeightTerms[] => documents.weightTerms,
};

export function hiddenOfOthers(card: LintedCard): RawFinding[] {
  const { documents, atMs } = card;
  const found = (name: string, why: string): RawFinding => ({
    code: 'ROW_NEVER_COUNTS',
    message: `${name} never counts: ${why}`,
    documents: [name],
    examples: [],
  });
  return [
    ...ruleOrder(card).flatMap(({ row, behind }) =>
      behind === undefined
        ? []
        : [found(`lane-rules/${row.id}`, `lane-rules/${behind.id} goes before it and holds whenever it does`)],
    ),
    ...hiddenAmong(documents.transitLanes, atMs, placeOf, byHours).map(({ row, behind }) =>
      found(`transit-lanes/${row.id}`, `transit-lanes/${behind.id} is for the same routes and goes before it`),
    ),
    ...(['rto-terms', 'weight-terms'] as const).flatMap((collection) =>
      hiddenAmong(TERMS[collection](card), atMs, startOf, byId).map(({ row, behind }) =>
        found(`${collection}/${row.id}`, `${collection}/${behind.id} begins at the same moment and has the higher id`),
      ),
    ),
  ];
}
