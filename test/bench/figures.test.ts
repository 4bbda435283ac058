import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AnswerReader } from '../../bench/support/answer-reader.js';
import {
  median,
  medianOffered,
  medianRound,
  meets,
  percentile,
  throughputRatios,
} from '../../bench/support/figures.js';
import { goodputUnderOverload, p99AtHalf, refusedUnderOverload, sweepFigures } from '../../bench/support/sweep.js';
import { figureOf, offeredOf, roundOf, seriesOf, sweepOf } from './results.js';

describe('figures', () => {
  it('use the nearest rank', () => {
    const values = [5, 1, 4, 2, 3];
    assert.equal(median(values), 3);
    assert.equal(median([1, 2, 3, 4]), 2);
    assert.equal(percentile(values, 0), 1);
    assert.equal(percentile(values, 0.99), 5);
    assert.equal(percentile(values, 0.2), 1);
    assert.equal(percentile(values, 0.21), 2);
    assert.deepEqual(values, [5, 1, 4, 2, 3]);
  });

  it('take medians field by field, also of what the system reported', () => {
    const rounds = [
      roundOf(10, { p999Ms: 9, residentMegabytes: null }),
      roundOf(30, { p999Ms: 7, residentMegabytes: 200 }),
      roundOf(20, { p999Ms: 8, residentMegabytes: 100 }),
    ];
    const taken = medianRound({ name: 'a', connections: 1, rounds });
    assert.deepEqual([taken.requestsPerSecond, taken.p999Ms, taken.residentMegabytes], [20, 8, 100]);
    assert.equal(
      medianRound({ name: 'a', connections: 1, rounds: [roundOf(1, { residentMegabytes: null })] }).residentMegabytes,
      null,
    );
    const offered = medianOffered({
      share: 1,
      connections: 1,
      rounds: [offeredOf(5), offeredOf(5, { refusedP99Ms: 8 }), offeredOf(5, { refusedP99Ms: 6, p99Ms: 9 })],
    });
    assert.deepEqual([offered.refusedP99Ms, offered.p99Ms], [6, 1.6]);
    assert.equal(medianOffered({ share: 1, connections: 1, rounds: [offeredOf(5)] }).refusedP99Ms, null);
  });

  it('meet a target at its bound, and always meet no target', () => {
    assert(
      meets(figureOf('a', [2], { atLeast: 2 }))
        && meets(figureOf('a', [2], { atMost: 2 }))
        && meets(figureOf('a', [2])),
    );
    assert(!meets(figureOf('a', [1.99], { atLeast: 2 })) && !meets(figureOf('a', [2.01], { atMost: 2 })));
  });

  it('compare rounds of the same turn', () => {
    assert.deepEqual(throughputRatios(seriesOf('a', 'pinrate', [10, 40]), seriesOf('b', 'bare', [20, 20])), [0.5, 2]);
  });
});

describe('figures of a sweep', () => {
  it('are taken at half the peak and at one and a half times the peak', () => {
    const swept = sweepOf('charges', 1_000);
    assert.deepEqual(
      sweepFigures(swept).map(({ name, value, unit, target }) => [name, value, unit, target]),
      [
        ['charges: p99 offered 50 % of the peak', 1.6, 'ms', { atMost: 2 }],
        ['charges: goodput offered 150 % of the peak / peak', 1, 'x', { atLeast: 0.9 }],
        ['charges: p99 of the refused offered 150 % of the peak', 12, 'ms', { atMost: 50 }],
      ],
    );
    assert(sweepFigures(swept).every(meets));
  });

  it('are shown next to those of a server without computation, where one was offered the same load', () => {
    const swept = sweepOf('charges: pinrate', 1_000);
    const ceiling = sweepOf('charges: bare', 1_000);
    ceiling.steps[0]!.rounds = [offeredOf(500, { p99Ms: 1.1 })];
    ceiling.steps[3]!.rounds = [offeredOf(1_500, { goodPerSecond: 1_200 })];
    assert.deepEqual(sweepFigures({ ...swept, ceiling }).slice(3), [
      { name: 'charges: bare: p99 offered 50 % of the peak of pinrate', value: 1.1, unit: 'ms', samples: [1.1] },
      { name: 'charges: bare: answered of 150 % of the peak of pinrate', value: 0.8, unit: 'x', samples: [0.8] },
    ]);
  });

  it('miss their targets', () => {
    const swept = sweepOf('charges', 1_000);
    swept.steps[0]!.rounds = [offeredOf(500, { p99Ms: 2.1 })];
    swept.steps[3]!.rounds = [offeredOf(1_500, { goodPerSecond: 890, refusedPerSecond: 610, refusedP99Ms: 51 })];
    assert(![p99AtHalf(swept), goodputUnderOverload(swept), refusedUnderOverload(swept)].some(meets));
  });

  it('count no wait for refusals where nothing was refused', () => {
    const swept = sweepOf('charges', 1_000);
    swept.steps[3]!.rounds = [offeredOf(1_500), offeredOf(1_500, { refusedP99Ms: 60 })];
    assert.deepEqual(refusedUnderOverload(swept).samples, [0, 60]);
  });
});

describe('the reader of answers', () => {
  const answer = 'HTTP/1.1 200 OK\r\nX-Request-Id: 1\r\ncontent-length:  5\r\n\r\nhello';
  const feed = (reader: AnswerReader, part: string) => reader.read(Buffer.from(part), Buffer.byteLength(part));

  it('reads an answer that is cut anywhere, then the next one', () => {
    for (let cut = 1; cut < answer.length; cut++) {
      const reader = new AnswerReader();
      assert.equal(feed(reader, answer.slice(0, cut)), 0, `cut at ${cut}`);
      assert.equal(feed(reader, answer.slice(cut)), 200, `cut at ${cut}`);
      assert.equal(feed(reader, answer.replace('200', '503')), 503);
    }
  });

  it('reads byte by byte, large bodies, and empty bodies', () => {
    const reader = new AnswerReader();
    assert.deepEqual(
      [...answer].map((byte) => feed(reader, byte)).filter((status) => status !== 0),
      [200],
    );
    const large = `HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n${'x'.repeat(9_000)}`;
    assert.equal(feed(reader, large), 200);
    assert.equal(feed(reader, 'HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'), 404);
  });

  it('looks only at as many bytes as were read', () => {
    const buffer = Buffer.from(`${answer}left over from before`);
    assert.equal(new AnswerReader().read(buffer, answer.length), 200);
    const cut = new AnswerReader();
    assert.equal(cut.read(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'), 'HTTP/1.1 200'.length), 0);
    assert.equal(feed(cut, answer.slice('HTTP/1.1 200'.length)), 200);
  });

  it('reports whether the connection ends with the answer', () => {
    const reader = new AnswerReader();
    feed(reader, 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    assert(reader.closes);
    feed(reader, answer);
    assert(!reader.closes);
  });

  it('refuses anything but a single answer with a length', () => {
    assert.throws(() => feed(new AnswerReader(), `${answer}!`), /more bytes/);
    assert.throws(
      () => feed(new AnswerReader(), 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'),
      /without a length/,
    );
    assert.throws(() => feed(new AnswerReader(), `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(5_000)}`), /end of its head/);
  });
});
