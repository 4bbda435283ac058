/** Lints the card of a world's first partner. */
import type { LintCode } from '../../../../src/model/lint-codes.js';
import type { Finding } from '../../../../src/contract/finding.js';
import type { LintedCard } from '../../../../src/analysis/lint/card.js';
import type { LintReport } from '../../../../src/contract/lint.js';
import type { PartnerOutcomes } from '../../../../src/domain/outcomes/shifts.js';
import { Viewer } from '../../../../src/index/view.js';
import { findingsIn, reportOf } from '../../../../src/analysis/lint/lint.js';
import type { CardWorld } from '../../../reference/documents.js';
import { catalogOf, published } from '../../index/world.js';

export const AT = new Date('2026-03-11T12:00:00+05:30');

/** @param isOver see findingsIn */
export async function lint(
  world: CardWorld,
  at = AT,
  asOf: string | null = null,
  isOver = () => false,
  outcomes: PartnerOutcomes | null = null,
): Promise<LintReport> {
  const catalog = await catalogOf(world);
  const { publisher, failures } = await published(catalog);
  if (failures.length > 0) throw failures[0];
  const view = new Viewer().view(publisher.current!);
  const { partnerId } = world.partners[0]!;
  const card: LintedCard = {
    documents: catalog.cardDocuments(partnerId),
    defaults: catalog.generalDocuments()['customer-charges'],
    outcomes,
    view,
    partner: view.partner(partnerId)!,
    atMs: asOf === null ? at.getTime() : Date.parse(asOf),
    asOf,
  };
  return reportOf(card, findingsIn(card, at.getTime(), isOver));
}

export const ofCode = ({ findings }: LintReport, code: LintCode): Finding[] =>
  findings.filter((finding) => finding.code === code);
