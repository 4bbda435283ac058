/** What the linter finds in the cards of an import is in the log of the node. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { pino } from 'pino';
import { startApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { LINT_CALM_MS } from '../../src/limits/control.js';
import { withFolder, writeDataset } from './fixtures.js';
import { noContractRows } from '../reference/documents.js';
import { until } from '../support/until.js';
import { fixtureDocuments } from './fixtures.js';

interface LogLine {
  level: number;
  msg: string;
}

it('a node that imports starts, and logs what the linter finds at level warn, once', { timeout: 60_000 }, () =>
  withFolder(async (folder) => {
    const documents = { ...fixtureDocuments(), ...noContractRows() };
    for (const zone of documents.zones)
      zone.services = (['DELIVERY', 'PREPAID', 'HILL'] as const).map((serviceTypeId) => ({
        serviceTypeId,
        isAvailable: true,
        baseCharge: 0,
      }));
    // it may be activated later
    for (const partner of documents.partners) partner.status = 'INACTIVE';
    await writeDataset(join(folder, 'dataset'), documents);
    const read = readConfig({
      HOST: '127.0.0.1',
      PORT: '0',
      DATASET: join(folder, 'dataset'),
      DATA_DIR: join(folder, 'store'),
      WORKERS: '1',
      LOG_LEVEL: 'warn',
    });
    assert.ok(read.ok);
    const { config } = read;
    const started = async (isDone: (messages: readonly string[]) => boolean): Promise<string[]> => {
      const messages: string[] = [];
      const onLogLine = (line: string): void => {
        const { level, msg } = JSON.parse(line) as LogLine;
        assert.equal(log.levels.labels[level], 'warn', msg);
        messages.push(msg);
      };
      const log = pino({ level: 'warn' }, { write: onLogLine });
      const app = await startApp({ config, log, now: Date.now, onLogLine });
      await until(() => isDone(messages), 'the linter has looked at the import');
      await app.close();
      return messages;
    };
    const [noAdmin, heading, ...lines] = await started((messages) => messages.length > 1);
    assert.match(noAdmin!, /^no active credential of the dataset has the scope admin/);
    const [, count] = /^The linter finds (\d+) things in the rate cards of the dataset\.$/.exec(heading!)!;
    const last = lines.pop()!;
    assert.equal(lines.length, Number(count));
    const [, errors, warnings, codes] =
      /^(\d+) errors? and (\d+) warnings?: ([A-Z_]+ \d+(?:, [A-Z_]+ \d+)*)\. "pinrate lint" shows them with their examples\.$/.exec(
        last,
      )!;
    const ofCodes = codes!.split(', ').reduce((sum, text) => sum + Number(text.split(' ')[1]), 0);
    assert.deepEqual([Number(errors) + Number(warnings), ofCodes], [Number(count), Number(count)]);
    assert.ok(
      lines.some((line) => /^swift-air: SERVICE_MISSING: zone 1 \(.+\) offers no COD: .+ \(zones\/1\)$/.test(line)),
      lines.join('\n'),
    );
    const startedAtMs = Date.now();
    assert.deepEqual(await started(() => Date.now() - startedAtMs > LINT_CALM_MS + 1_000), []);
  }),
);
