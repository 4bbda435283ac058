/** Surcharges that follow one another in time. */
import type { Surcharge } from '../../model/documents.js';
import { periodOf } from '../../domain/dates.js';
import { NO_LANE } from '../../domain/rate-card.js';
import { serviceBit } from '../../domain/vocabulary.js';
import { toGrams } from '../../domain/weight.js';
import { MAX_DECLARED_VALUE_RUPEES, MAX_DIMENSION_CM, MAX_PIECE_GRAMS } from '../../limits/requests.js';
import type { Question } from './ask.js';
import { type LintedCard, zonesByNumber } from './card.js';
import type { ServedRoute } from './routes.js';
import { gramsWithin, grouped, idsOf, isChargedWithin, type Series, usualQuestions } from './series.js';

export function* surchargeSeries(card: LintedCard, routes: readonly ServedRoute[]): Generator<Series> {
  const own = card.documents.surcharges.filter(({ partnerId }) => partnerId);
  const conditionsOf = ({ when }: Surcharge) =>
    JSON.stringify(
      Object.entries(when ?? {})
        .filter(([name, value]) => value !== null && name !== 'kgFrom' && name !== 'kgTo')
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  const key = (row: Surcharge) => [JSON.stringify([row.code, row.customerId ?? null, conditionsOf(row)])];
  for (const [, group] of grouped(own, key)) {
    const { code, customerId, when } = group[0]!;
    const ids = idsOf(group);
    const concerned = isAskable(when ?? {}) ? routes.filter((served) => mayCount(card, when ?? {}, served)) : [];
    const more: Partial<Question> = {
      ...(customerId && { customerId }),
      ...(when?.valueFrom && { declaredValue: when.valueFrom }),
      ...(when?.customerTypes?.length && { customerType: when.customerTypes[0]! }),
      ...(when?.directions && !when.directions.includes('FORWARD') && { direction: when.directions[0]! }),
    };
    yield {
      collection: 'surcharges',
      what: `the surcharge ${code}`,
      spans: group.map((row) => ({
        id: row.id,
        ...periodOf(row),
        low: row.when?.kgFrom ? toGrams(row.when.kgFrom) - 1 : 0,
        high: row.when?.kgTo ? toGrams(row.when.kgTo) - 1 : Infinity,
      })),
      ids,
      lacks: 0,
      *questions(reach, atMs) {
        for (const question of usualQuestions(card, concerned, gramsWithin(card, reach), atMs, more)) {
          const asked = when?.piece ? inOnePiece(question, when.piece) : question;
          // one of the services is enough, and not every zone has each
          for (const service of when?.services ?? []) yield { ...asked, serviceRequirements: [service] };
          if (!when?.services) yield asked;
        }
      },
      counts: ({ price }) =>
        price !== null && price.surcharges.some(({ row }) => ids.has(card.partner.card.surcharges.id[row]!)),
      isWithin: isChargedWithin,
    };
  }
}

type Conditions = NonNullable<Surcharge['when']>;

/** Whether a request may say what a surcharge asks for. */
const isAskable = ({ valueFrom, piece }: Conditions): boolean =>
  (valueFrom ?? 0) <= MAX_DECLARED_VALUE_RUPEES
  && (piece?.kgFrom ?? 0) * 1_000 <= MAX_PIECE_GRAMS
  && (piece?.longestCmFrom ?? 0) <= MAX_DIMENSION_CM;

/** Whether what a surcharge says of places may hold on a route. */
function mayCount(card: LintedCard, when: Conditions, { own }: ServedRoute): boolean {
  const { lanes, kmFrom, kmTo, end = 'EITHER' } = when;
  if (lanes && !(own.lane !== NO_LANE && lanes.includes(card.partner.names.lanes[own.lane - 1]!))) return false;
  if (own.km < (kmFrom ?? 0) || own.km >= (kmTo ?? Infinity)) return false;
  const zones = zonesByNumber(card);
  const atEnd = (number: number, attributes: number): boolean => {
    const { id, tags } = zones[number]!;
    return (
      (when.zones?.includes(id) ?? true)
      && (when.tags?.some((tag) => tags?.includes(tag)) ?? true)
      && (when.attributes?.some((attribute) => (attributes & serviceBit(attribute)) !== 0) ?? true)
    );
  };
  return (
    (end !== 'DELIVERY' && atEnd(own.fromZone, own.fromAttributes))
    || (end !== 'PICKUP' && atEnd(own.toZone, own.toAttributes))
  );
}

/** The same shipment as a single piece, as heavy and as long as a surcharge asks. */
function inOnePiece(
  { weight, ...rest }: Question,
  { kgFrom, longestCmFrom }: NonNullable<Conditions['piece']>,
): Question {
  const grams = Math.max(weight ?? 1, kgFrom ? toGrams(kgFrom) : 0);
  const dimensions = { length: Math.ceil((longestCmFrom ?? 1) * 10) / 10, width: 1, height: 1 };
  return { ...rest, pieces: [{ count: 1, weight: grams, ...(longestCmFrom && { dimensions }) }] };
}
