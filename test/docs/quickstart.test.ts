// Only in npm run test:all.
/** docs/quickstart.md, docs/changes.md, docs/allocation.md and the walk of docs/data.md, followed to the letter. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { followPage } from './follow.js';

const TIMEOUT_MS = 300_000;
/** What the reader of the other pages has done before. */
const STARTED = [
  { script: 'git clone ADDRESS pinrate\n', expected: [] },
  { script: 'cd pinrate\nnpm ci && npm start\n', expected: [] },
];

/** What the first start of a clone takes seconds for: docs/quickstart.md makes it, and the other pages go on from it. */
let keep: string;
let made: string | undefined;
before(async () => {
  keep = await mkdtemp(join(tmpdir(), 'pinrate-started-'));
});
after(() => rm(keep, { recursive: true, force: true }));

it('docs/quickstart.md works as described, word for word', { timeout: TIMEOUT_MS }, async () => {
  await followPage('quickstart.md', { keep });
  made = keep;
});

it('docs/data.md takes a courier from its sheets to a right quote', { timeout: TIMEOUT_MS }, () =>
  followPage('data.md', { heading: 'A courier in ten minutes', done: STARTED, made }),
);

it('docs/changes.md walks through changes that work as described', { timeout: TIMEOUT_MS }, () =>
  followPage('changes.md', { done: STARTED, made }),
);

/** On the port of the test, where the reader has that of the demo. */
const PROFILE = `mkdir -p ~/.config/pinrate
printf 'default:\n  url: http://127.0.0.1:%s\n  id: main-system\n  secret: demo-main-system-secret\n' $PORT > ~/.config/pinrate/profiles.yaml
chmod 600 ~/.config/pinrate/profiles.yaml
`;

it('docs/allocation.md leads from a question to a strike', { timeout: TIMEOUT_MS }, () =>
  followPage('allocation.md', { done: [...STARTED, { script: PROFILE, expected: [] }], made }),
);
