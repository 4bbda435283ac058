/** Lints the card of a world's first partner. */
import type { LintCode } from '../../../src/model/lint-codes.js';
import type { Finding } from '../../../src/contract/finding.js';
import type { LintReport } from '../../../src/contract/lint.js';
import { Viewer } from '../../../src/index/view.js';
import { lintCard } from '../../../src/lint/lint.js';
import type { CardWorld } from '../../reference/documents.js';
import { catalogOf, published } from '../index/world.js';

export const AT = new Date('2026-03-11T12:00:00+05:30');

export async function lint(world: CardWorld, at = AT, asOf: string | null = null): Promise<LintReport> {
  const catalog = await catalogOf(world);
  const { publisher, failures } = await published(catalog);
  if (failures.length > 0) throw failures[0];
  const view = new Viewer().view(publisher.current!);
  const { partnerId } = world.partners[0]!;
  const linting = lintCard(
    {
      documents: catalog.cardDocuments(partnerId),
      defaults: catalog.generalDocuments()['customer-charges'],
      view,
      partner: view.partner(partnerId)!,
      atMs: asOf === null ? at.getTime() : Date.parse(asOf),
      asOf,
    },
    at.getTime(),
  );
  for (;;) {
    const step = linting.next();
    if (step.done === true) return step.value;
  }
}

export const ofCode = ({ findings }: LintReport, code: LintCode): Finding[] =>
  findings.filter((finding) => finding.code === code);
