/** The linter finds nothing in the demo's cards but what they accept with a note. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { join } from 'node:path';
import { Viewer } from '../../src/index/view.js';
import { findingsIn, reportOf } from '../../src/analysis/lint/lint.js';
import { GEOGRAPHY_FOLDER, PACKAGE_ROOT } from '../../src/package-root.js';
import { readDataset } from '../../src/store/dataset/dataset.js';
import { catalogOf, published } from '../unit/index/world.js';

const MOMENTS = ['2026-03-11T12:00:00+05:30', '2026-11-26T12:00:00+05:30', '2027-06-01T12:00:00+05:30'];

describe('the cards of the demo', async () => {
  const read = await readDataset(join(PACKAGE_ROOT, 'data/demo'), { geographyFolder: GEOGRAPHY_FOLDER });
  assert.ok(read.ok);
  const catalog = await catalogOf(read.documents);
  const { publisher } = await published(catalog);
  const view = new Viewer().view(publisher.current!);
  for (const at of MOMENTS)
    it(`are clean at ${at}`, () => {
      for (const partner of view.partners) {
        const card = {
          documents: catalog.cardDocuments(partner.partnerId),
          defaults: catalog.generalDocuments()['customer-charges'],
          outcomes: null,
          view,
          partner,
          atMs: Date.parse(at),
          asOf: at,
        };
        assert.deepEqual(reportOf(card, findingsIn(card, Date.parse(at))).findings, [], partner.partnerId);
      }
    });
});
