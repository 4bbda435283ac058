// Only in npm run test:all.
/** docs/quickstart.md, and the walk through the changes of docs/operate.md, followed to the letter. */
import { it } from 'node:test';
import { followPage } from './follow.js';

const TIMEOUT_MS = 300_000;
/** What the reader of docs/operate.md has done before. */
const STARTED = [
  { script: 'git clone ADDRESS pinrate\n', expected: [] },
  { script: 'cd pinrate\nnpm ci && npm start\n', expected: [] },
];

it('docs/quickstart.md works as described, word for word', { timeout: TIMEOUT_MS }, () => followPage('quickstart.md'));

it('docs/operate.md walks through changes that work as described', { timeout: TIMEOUT_MS }, () =>
  followPage('operate.md', 'A day of changes', STARTED),
);
