/** What a body may have of members, objects and lists, whatever is in its texts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonExcess } from '../../../src/contract/body.js';
import { MAX_JSON_CONTAINERS, MAX_JSON_MEMBERS } from '../../../src/limits/http.js';

const OF_MEMBERS = `has more than ${MAX_JSON_MEMBERS} members`;
const OF_CONTAINERS = `has more than ${MAX_JSON_CONTAINERS} objects and lists`;

const members = (count: number): string => `{${Array.from({ length: count }, () => '"name":1').join()}}`;
const within = (parts: readonly string[]): string => `[${parts.join()}]`;

describe('the size of a JSON text', () => {
  it('is that of its members', () => {
    assert.equal(jsonExcess(members(MAX_JSON_MEMBERS)), null);
    assert.equal(jsonExcess(members(MAX_JSON_MEMBERS + 1)), OF_MEMBERS);
  });

  for (const [kind, container] of [
    ['objects', '{}'],
    ['lists', '[]'],
  ] as const) {
    it(`is that of its ${kind}`, () => {
      const most = Array.from({ length: MAX_JSON_CONTAINERS - 1 }, () => container);
      assert.equal(jsonExcess(within(most)), null);
      assert.equal(jsonExcess(within([...most, container])), OF_CONTAINERS);
    });
  }

  it('is found in a text that ends too early', () => {
    assert.equal(jsonExcess('['.repeat(MAX_JSON_CONTAINERS + 1)), OF_CONTAINERS);
    assert.equal(jsonExcess(`"${'['.repeat(MAX_JSON_CONTAINERS + 1)}`), null);
  });

  it('does not count what is in its texts, behind whatever backslashes', () => {
    // \" does not end a text, and \\ before a quote does not keep it open
    const text = String.raw`\"{[:\\`.repeat(MAX_JSON_MEMBERS + 1);
    assert.equal(jsonExcess(`{"${text}":"${text}"}`), null);
    assert.equal(jsonExcess(`["${text}",${members(MAX_JSON_MEMBERS + 1)}]`), OF_MEMBERS);
    assert.equal(
      jsonExcess(`["${text}",${within(Array.from({ length: MAX_JSON_CONTAINERS }, () => '{}'))}]`),
      OF_CONTAINERS,
    );
  });
});
