/** report.html: what it says of sums and lines, that texts of a sheet stay texts, and that it loads nothing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reportHtml } from '../../../../src/reconcile/report/report.js';
import { reportOf, sampleLine } from './sample.js';

/** What a reader sees, with single blanks. */
const readableText = (page: string): string =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([:,.])/g, '$1');

/** The readable text of a section. */
function sectionOf(page: string, title: string): string {
  const found = page.split('<section>').find((part) => part.includes(`<h2>${title}</h2>`));
  assert.ok(found, `no section ${title}`);
  return readableText(found);
}

describe('the report of a reconciliation', () => {
  it('has the totals in Indian grouping, with what is over, under and not billed yet', () => {
    const lines = [
      sampleLine(2, { expected: 12_345_600, causes: [{ cause: 'WEIGHT', amount: 123_450 }] }),
      sampleLine(3, { causes: [{ cause: 'COD', amount: -1_500 }] }),
      sampleLine(4, { causes: [] }),
    ];
    const text = readableText(reportHtml(reportOf(lines, { unbilled: { lines: 2, expected: 9_900 } })));
    assert.match(text, /Invoice DH\/26-27\/118/);
    assert.match(text, /dharaline-surface, 1 Oct 2026 to 31 Oct 2026/);
    assert.match(text, /Billed ₹1,24,795\.50 without tax/);
    assert.match(text, /Expected ₹1,23,576\.00/);
    assert.match(text, /Difference \+₹1,219\.50 1\.0 % of what was expected/);
    assert.match(text, /Over \+₹1,234\.50 1 line/);
    assert.match(text, /Under −₹15\.00 1 line/);
    assert.match(text, /1 exact, 0 within the tolerance/);
    assert.match(text, /2 shipments of this time are not billed yet\. Expected: ₹99\.00/);
  });

  it('takes the invoice apart from expected to billed, with lines that could not be compared', () => {
    const lines = [
      sampleLine(2, {
        causes: [
          { cause: 'WEIGHT', amount: 1_000 },
          { cause: 'LANE', amount: 500 },
        ],
      }),
      sampleLine(3, { causes: [{ cause: 'WEIGHT', amount: 250 }] }),
    ];
    const unreadable = { lines: 1, billed: 7_700, words: { 'Zone Q': 1 } };
    const page = reportHtml(
      reportOf(lines, { unreadable, unpriced: { lines: 2, billed: 300, reasons: { NO_RATE: 2 } } }),
    );
    const causes = sectionOf(page, 'By cause');
    assert.match(causes, /Expected ₹120\.00 Charged weight WEIGHT 2 lines \+₹12\.50 Lane or zone LANE 1 line \+₹5\.00/);
    assert.match(causes, /Unreadable lines 1 line \+₹77\.00 Lines without a price 2 lines \+₹3\.00 Billed ₹137\.50/);
    assert.match(causes, /Charged weight \+ Lane or zone WEIGHT\+LANE 1 \+₹15\.00/);
    const rest = sectionOf(page, 'Not compared');
    assert.match(rest, /1 line of ₹77\.00 cannot be read.* Zone Q 1 .*2 lines of ₹3\.00 cannot be priced.* NO_RATE 2/);
  });

  it('sums by lane, the largest difference first, by weight and by week', () => {
    const lines = [
      sampleLine(2, { expectedLane: 'METRO', expectedGrams: 500, date: '2026-10-05' }),
      sampleLine(3, { expectedLane: 'NORTH_EAST', expectedGrams: 501, date: '2026-10-12', expected: 9_000 }),
      sampleLine(4, { expectedLane: 'NORTH_EAST', expectedGrams: 250_000, date: '2026-10-12' }),
      sampleLine(5, { expectedLane: 'METRO', expectedGrams: null, date: '2026-10-05', causes: [] }),
    ];
    const page = reportHtml(reportOf(lines));
    assert.match(
      sectionOf(page, 'By lane'),
      /NORTH_EAST 2 ₹159\.00 ₹150\.00 \+₹9\.00 METRO 2 ₹124\.50 ₹120\.00 \+₹4\.50/,
    );
    assert.match(
      sectionOf(page, 'By weight'),
      /up to 500 g 1 ₹64\.50 .* above 500 g, up to 1 kg 1 ₹94\.50 .* above 100 kg 1 ₹64\.50 .* not known 1 ₹60\.00/,
    );
    assert.match(sectionOf(page, 'By week'), /5 Oct 2026 2 ₹124\.50 ₹120\.00 \+₹4\.50 12 Oct 2026 2 ₹159\.00/);
  });

  it('says that the same difference on most lines of a lane is the rate card, once for many lanes', () => {
    const same = Array.from({ length: 430 }, (_, index) =>
      sampleLine(index + 2, index < 412 ? {} : { causes: [{ cause: 'WEIGHT', amount: index }] }),
    );
    const one = sectionOf(reportHtml(reportOf(same)), 'The rate card');
    assert.match(
      one,
      /On lane METRO 412 of 430 lines differ by the same ₹4\.50 of BASE_RATE: check the rate row, not the parcels\./,
    );
    const lanes = ['A', 'B', 'C', 'D'].flatMap((expectedLane, lane) =>
      Array.from({ length: 20 }, (_, index) => sampleLine(lane * 20 + index, { expectedLane })),
    );
    const many = sectionOf(reportHtml(reportOf(lanes)), 'The rate card');
    assert.match(many, /On 4 lanes \(A, B, C, …\) 80 of 80 lines differ by the same ₹4\.50/);
  });

  it('has a waterfall of each of the largest lines, with what was compared', () => {
    const line = sampleLine(7, {
      chargedGrams: 1_200,
      billedLane: 'REST_OF_INDIA',
      causes: [
        { cause: 'WEIGHT', amount: 2_000 },
        { cause: 'LANE', amount: 1_000 },
      ],
    });
    const page = reportHtml(reportOf([line, sampleLine(8, { causes: [] })]));
    const text = sectionOf(page, 'Largest differences');
    assert.match(text, /AWB 7000000007 \+₹30\.00 line 7, order ORD-7, 7 Oct 2026, FORWARD/);
    assert.match(text, /weight 500 g, charged 1\.2 kg, lane METRO, billed as REST_OF_INDIA/);
    assert.match(text, /Expected ₹60\.00 Charged weight WEIGHT \+₹20\.00 Lane or zone LANE \+₹10\.00 Billed ₹90\.00/);
    assert.equal(page.match(/<article>/g)?.length, 1);
    const unknown = { expectedGrams: null, chargedGrams: 1_200, expectedLane: '', billedLane: 'METRO', date: null };
    assert.match(
      sectionOf(reportHtml(reportOf([sampleLine(8, { ...unknown, ref: '' })])), 'Largest differences'),
      /line 8, undated, FORWARD, charged 1\.2 kg, billed as METRO Bars begin/,
    );
    assert.equal(page.match(/class="chart"/g)?.length, 1);
  });

  it('leaves out what an invoice does not have', () => {
    const page = reportHtml(reportOf([sampleLine(2, { causes: [] })]));
    for (const title of [
      'The rate card',
      'Not compared',
      'Not billed yet',
      'Largest differences',
      'At the foot of the invoice',
    ])
      assert.ok(!page.includes(`<h2>${title}</h2>`), title);
    assert.match(sectionOf(page, 'By cause'), /No line differs/);
    const foot = [{ component: 'fsc', billed: 12_345, expected: 12_000, difference: 345 }];
    assert.match(
      sectionOf(reportHtml(reportOf([], { foot })), 'At the foot of the invoice'),
      /fsc ₹123\.45 ₹120\.00 \+₹3\.45/,
    );
  });

  it('shows texts of a sheet as texts, whatever they are', () => {
    const hostile = `</style></script><script>alert(1)</script><img src=x onerror="alert('2')">&amp;\u0000\ud800`;
    const line = sampleLine(2, {
      ref: hostile,
      awb: hostile,
      date: hostile,
      direction: hostile,
      expectedLane: hostile,
      billedLane: `${hostile}2`,
      causes: [{ cause: hostile, amount: 500 }],
    });
    const named = { number: hostile, lines: 1, billed: 1, from: hostile, to: null };
    const page = reportHtml(
      reportOf(
        [line, ...Array.from({ length: 20 }, (_, index) => ({ ...line, line: index, causes: sampleLine(1).causes }))],
        {
          inputs: [{ name: hostile, sha256: hostile }],
          partnerIds: [hostile, hostile],
          invoice: named,
          engine: hostile,
          ranAt: hostile,
          foot: [{ component: hostile, billed: 1, expected: 1, difference: 0 }],
          unreadable: { lines: 1, billed: 0, words: { [hostile]: 1 } },
          unpriced: { lines: 1, billed: 0, reasons: { [hostile]: 1 } },
          rateCardVersions: { [hostile]: hostile },
        },
      ),
    );
    assert.doesNotMatch(page, /<script|<img|onerror="/);
    assert.ok(!page.includes('\u0000') && !/\p{Surrogate}/u.test(page));
    assert.equal(page.match(/<\/style>/g)?.length, 1);
    assert.match(page, /&lt;img src=x onerror=&quot;alert\(&#39;2&#39;\)&quot;&gt;&amp;amp;\ufffd\ufffd/);
    const long = reportHtml(reportOf([sampleLine(2, { awb: 'x'.repeat(100_000) })]));
    assert.ok(long.length < 20_000, `${long.length}`);
  });

  it('loads nothing and runs nothing', () => {
    const page = reportHtml(reportOf([sampleLine(2)]));
    assert.doesNotMatch(
      page,
      /<(script|link|img|iframe|object|embed|base|form)\b|\b(src|href|action|on\w+|style)=|url\(|@import|https?:/i,
    );
    assert.match(page, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; /);
  });

  it('has the same bytes for the same input', () => {
    const make = () => reportHtml(reportOf(Array.from({ length: 200 }, (_, index) => sampleLine(index))));
    assert.equal(make(), make());
  });
});
