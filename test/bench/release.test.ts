/** Which release the guard compares with. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lastVersion } from '../../bench/support/release.js';

const changelog = (...headings: string[]): string =>
  ['# Changelog', ...headings.map((name) => `## ${name}\n\n### 0.9.9 is no release\n\n- text`)].join('\n\n');

describe('the last release', () => {
  it('is the first one of the changelog while something is unreleased', () => {
    assert.equal(lastVersion(changelog('Unreleased', '0.3.0 (2026-11-23)', '0.2.0'), '0.3.0'), '0.3.0');
  });

  it('is the one before this version once that has its section', () => {
    assert.equal(lastVersion(changelog('0.4.0', '0.3.0', '0.2.0'), '0.4.0'), '0.3.0');
  });

  it('does not exist before the second one', () => {
    assert.equal(lastVersion(changelog('0.1.0'), '0.1.0'), undefined);
    assert.equal(lastVersion(changelog('Unreleased'), '0.1.0'), undefined);
  });
});
