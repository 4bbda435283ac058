// Only in npm run test:all.
/** docs/quickstart.md, docs/changes.md and the walk of docs/data.md, followed to the letter. */
import { it } from 'node:test';
import { followPage } from './follow.js';

const TIMEOUT_MS = 300_000;
/** What the reader of the other two has done before. */
const STARTED = [
  { script: 'git clone ADDRESS pinrate\n', expected: [] },
  { script: 'cd pinrate\nnpm ci && npm start\n', expected: [] },
];

it('docs/quickstart.md works as described, word for word', { timeout: TIMEOUT_MS }, () => followPage('quickstart.md'));

it('docs/data.md takes a courier from its sheets to a right quote', { timeout: TIMEOUT_MS }, () =>
  followPage('data.md', 'A courier in ten minutes', STARTED),
);

it('docs/changes.md walks through changes that work as described', { timeout: TIMEOUT_MS }, () =>
  followPage('changes.md', null, STARTED),
);
