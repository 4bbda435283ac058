import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawCharts } from '../../bench/support/charts.js';
import { toJson, toResults, type Results } from '../../bench/support/report.js';
import { decades, element, linear, logarithmic, spread } from '../../bench/support/svg.js';
import { sectionsOf, seriesOf, sweepOf } from './results.js';

/** As run.ts reads them: after a JSON round trip. */
const resultsOf = (sections: Parameters<typeof toResults>[0]): Results =>
  JSON.parse(toJson(toResults(sections, {}))) as Results;
const draw = (sections = sectionsOf()) => new Map(drawCharts(resultsOf(sections)));
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, content]) => content!);

/** Asserts that every element is closed, in order. */
function assertWellFormed(svg: string): void {
  const open: string[] = [];
  for (const [, slash, name, attributes, selfClosing] of svg.matchAll(
    /<(\/?)([a-z]+)((?:\s[\w:-]+="[^"<>]*")*)(\/?)>/g,
  )) {
    if (slash === '/') assert.equal(open.pop(), name);
    else if (selfClosing === '') open.push(name!);
    assert(!/NaN|Infinity|undefined/.test(attributes!), attributes);
  }
  assert.deepEqual(open, []);
  // what is not an element is text: nothing was left unescaped
  assert(!/[<>]/.test(svg.replace(/<\/?[a-z]+(?:\s[\w:-]+="[^"<>]*")*\/?>/g, '')), 'a stray bracket');
}

describe('charts', () => {
  it('are complete images without external resources, and have a description', () => {
    const charts = draw();
    assert.deepEqual([...charts.keys()], ['throughput', 'latency', 'goodput', 'partners']);
    for (const svg of charts.values()) {
      assertWellFormed(svg);
      assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
      assert.match(svg, /<title id="title">[^<]{10,}<\/title><desc id="desc">[^<]{40,}<\/desc>/);
      assert(!/<script|href|url\(|@import|http(?!:\/\/www\.w3\.org\/2000\/svg")/.test(svg));
      assert.match(svg, /class="page"/);
      assert.match(svg, /prefers-color-scheme: dark/);
    }
  });

  it('show the ratio next to each baseline, and none next to pinrate', () => {
    const texts = textsOf(draw().get('throughput')!);
    const ratios = texts.filter((content) => content.startsWith('pinrate '));
    // 36,297 of 63,986 and of 10,430; the third competitor of the mix answers 740
    assert.deepEqual(ratios.slice(0, 2), ['pinrate 0.57 ×', 'pinrate 3.5 ×']);
    assert(ratios.includes('pinrate 28 ×'));
    assert.equal(ratios.length, 11);
    assert(texts.includes('36,297 / s'));
    assert(texts.includes('a checkout’s mix &lt;of requests&gt; &amp; more'));
  });

  it('compare only runs with the same connections and partners, and the first series of a server', () => {
    const alone = { ...seriesOf('charges: pinrate, one connection', 'pinrate', [4_000]), connections: 1 };
    const again = seriesOf('charges: bare, again', 'bare', [1]);
    const [, charges] = sectionsOf();
    const texts = textsOf(draw([{ ...charges!, series: [alone, ...charges!.series, again] }]).get('throughput')!);
    assert.deepEqual(
      texts.filter((content) => content.startsWith('pinrate ')),
      ['pinrate 0.57 ×', 'pinrate 3.5 ×'],
    );
    assert(!texts.includes('4,000 / s') && !texts.includes('1 / s'));
  });

  it('draw a panel for each sweep, with the values at both ends', () => {
    const texts = textsOf(draw().get('latency')!);
    for (const expected of [
      'charges: pinrate, peak 36,297 / s',
      'mix: pinrate, peak 21,000 / s',
      'p99 44 ms',
      'p50 31 ms',
      '0.41',
      '1.6',
      '50 %',
      '150 %',
    ])
      assert(texts.includes(expected), expected);
    assert.deepEqual(
      textsOf(draw().get('goodput')!).filter((content) => /^(good|refused)/.test(content)),
      ['good 100 %', 'refused 50 %', 'good 100 %', 'refused 50 %'],
    );
  });

  it('are omitted where nothing was measured for them', () => {
    const [starts, charges] = sectionsOf();
    assert.deepEqual([...draw([starts!]).keys()], []);
    assert.deepEqual([...draw([{ ...charges!, sweeps: [] }]).keys()], ['throughput']);
    // a single number of partners makes no line
    assert.deepEqual([...draw(sectionsOf().slice(-1)).keys()], ['throughput']);
    assert.deepEqual([...draw([{ ...starts!, sweeps: [sweepOf('only', 10)] }]).keys()], ['latency', 'goodput']);
  });
});

describe('the drawing helpers of charts', () => {
  it('escape values and round pixels', () => {
    assert.equal(element('a', { b: '<&">', x: 1.2345 }), '<a b="&lt;&amp;&quot;&gt;" x="1.2"/>');
    assert.throws(() => element('a', { x: NaN }), /not a number/);
    assert.throws(() => element('a', { x: Infinity }), /not a number/);
  });

  it('scale from end to end', () => {
    const scale = linear([0, 10], [100, 0]);
    assert.deepEqual([0, 5, 10].map(scale), [100, 50, 0]);
    const log = logarithmic([1, 100], [0, 200]);
    assert.deepEqual(
      [1, 10, 100].map((value) => Math.round(log(value))),
      [0, 100, 200],
    );
  });

  it('span powers of ten', () => {
    assert.deepEqual(decades([0.4, 49]), [0.1, 1, 10, 100]);
    assert.deepEqual(decades([1, 10]), [1, 10]);
    assert.deepEqual(decades([10]), [10, 100]);
  });

  it('keep labels apart and above the bottom, in their order', () => {
    assert.deepEqual(spread([100, 98, 40], 15, 200), [100, 85, 40]);
    assert.deepEqual(spread([98, 100], 15, 95), [80, 95]);
    assert.deepEqual(spread([10, 50], 15, 200), [10, 50]);
  });
});
