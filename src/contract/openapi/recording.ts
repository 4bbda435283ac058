/** The answers that `npm run record:examples` wrote: one file per operation. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { RecordedAnswers } from './recorded.js';
import { PACKAGE_ROOT } from '../../package-root.js';

/** Plain files next to the page that shows them: they are not compiled, so they stay in src/. */
export const RECORDED_FOLDER = join(PACKAGE_ROOT, 'src', 'docs', 'examples');

export function readRecordedAnswers(): RecordedAnswers {
  const files = readdirSync(RECORDED_FOLDER).filter((name) => name.endsWith('.json'));
  return Object.fromEntries(
    files.map((name) => {
      const recorded = JSON.parse(readFileSync(join(RECORDED_FOLDER, name), 'utf8')) as RecordedAnswers[string];
      return [basename(name, '.json'), recorded];
    }),
  );
}
