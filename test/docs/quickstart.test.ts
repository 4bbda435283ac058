// Only in npm run test:all.
/** docs/quickstart.md, docs/changes.md, docs/allocation.md and the walk of docs/data.md, followed to the letter. */
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

/** On the port of the test, where the reader has that of the demo. */
const PROFILE = `mkdir -p ~/.config/pinrate
printf 'default:\n  url: http://127.0.0.1:%s\n  id: main-system\n  secret: demo-main-system-secret\n' $PORT > ~/.config/pinrate/profiles.yaml
chmod 600 ~/.config/pinrate/profiles.yaml
`;

it('docs/allocation.md leads from a question to a strike', { timeout: TIMEOUT_MS }, () =>
  followPage('allocation.md', null, [...STARTED, { script: PROFILE, expected: [] }]),
);
