/**
 * Warnings of the import, by file and line, about zones that are valid but refuse shipments that their partner accepts.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { startApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { MAX_IMPORT_ERRORS_SHOWN } from '../../src/limits/store.js';
import type { Partner, Zone } from '../../src/model/documents.js';
import { importDataset } from '../../src/store/dataset/bootstrap.js';
import { type AllDocuments, datasetWarningLines, readDataset } from '../../src/store/dataset/dataset.js';
import { openLmdbStore } from '../../src/store/lmdb/store.js';
import { noContractRows } from '../reference/documents.js';
import { fixtureDocuments, fixtureZone, withFolder, writeDataset } from './fixtures.js';

type Accepted = NonNullable<Partner['accepted']>[number];

const ALL = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID', 'HILL'] as const;

/**
 * The zones of lines 1 and 2 belong to swift-air, the zone of line 3 to hill-carts; both partners accept COD and
 * PREPAID.
 */
function documentsWith(bend: (documents: AllDocuments) => void): AllDocuments {
  const documents = { ...fixtureDocuments(), ...noContractRows() };
  for (const zone of documents.zones) offer(zone, ...ALL);
  bend(documents);
  return documents;
}

function offer(zone: Zone, ...services: Zone['services'][number]['serviceTypeId'][]): void {
  zone.services = services.map((serviceTypeId) => ({ serviceTypeId, isAvailable: true, baseCharge: 0 }));
}

function linesOf(documents: AllDocuments): Promise<string[]> {
  return withFolder(async (folder) => {
    await writeDataset(folder, documents);
    const result = await readDataset(folder, { geographyFolder: folder });
    assert.ok(result.ok, 'a warning does not refuse the dataset');
    return datasetWarningLines(result.warnings);
  });
}

describe('the warnings of an import', () => {
  it('are empty when every active zone offers what its partner accepts', async () => {
    assert.deepEqual(await linesOf(documentsWith(() => {})), []);
  });

  it('name the services that are missing, by line', async () => {
    const lines = await linesOf(
      documentsWith(({ zones: [first, second, third] }) => {
        offer(first!, 'PICKUP', 'COD', 'PREPAID');
        offer(second!, 'DELIVERY', 'PREPAID');
        offer(third!, 'HILL');
      }),
    );
    assert.deepEqual(lines, [
      'The dataset has 3 warnings.',
      'zones.ndjson:1: services: have no DELIVERY with isAvailable true: a delivery here that needs it is refused',
      'zones.ndjson:2: services: have no COD with isAvailable true: a delivery here that needs it is refused',
      'zones.ndjson:3: services: have no DELIVERY, COD, PREPAID with isAvailable true: '
        + 'a delivery here that needs one of them is refused',
    ]);
  });

  it('count a service that is listed and not available as missing', async () => {
    const lines = await linesOf(
      documentsWith(({ zones }) => {
        zones[0]!.services[2]!.isAvailable = false;
      }),
    );
    assert.deepEqual(lines.slice(1), [
      'zones.ndjson:1: services: have no COD with isAvailable true: a delivery here that needs it is refused',
    ]);
    assert.equal(lines[0], 'The dataset has 1 warning.');
  });

  it('ask only for the payment types that the partner accepts', async () => {
    const lines = await linesOf(
      documentsWith(({ partners, zones }) => {
        partners[0]!.paymentTypes = ['PREPAID'];
        offer(zones[0]!, 'DELIVERY', 'PREPAID');
        offer(zones[1]!, 'DELIVERY', 'COD');
      }),
    );
    assert.deepEqual(lines.slice(1), [
      'zones.ndjson:2: services: have no PREPAID with isAvailable true: a delivery here that needs it is refused',
    ]);
  });

  it('do not mention inactive zones', async () => {
    const lines = await linesOf(
      documentsWith(({ zones }) => {
        for (const zone of zones) {
          offer(zone, 'PICKUP', 'HILL');
          zone.status = false;
        }
      }),
    );
    assert.deepEqual(lines, []);
  });

  it('include active zones of inactive partners, because the partner may be activated later', async () => {
    const linesWhen = (status: 'ACTIVE' | 'INACTIVE') =>
      linesOf(
        documentsWith(({ partners, zones }) => {
          for (const partner of partners) partner.status = status;
          for (const zone of zones) offer(zone, 'PICKUP', 'HILL');
        }),
      );
    const lines = await linesWhen('INACTIVE');
    assert(lines.length > 1);
    assert.deepEqual(lines, await linesWhen('ACTIVE'));
  });

  it('leave out what the partner accepts: of that code, about that zone, until its day', async () => {
    const linesWith = (fields: Partial<Accepted>) =>
      linesOf(
        documentsWith(({ partners: [swift], zones: [first, second] }) => {
          for (const zone of [first!, second!]) offer(zone, 'DELIVERY', 'PREPAID');
          const meant: Accepted = {
            code: 'SERVICE_MISSING',
            documents: [],
            note: 'No cash there',
            until: '9999-12-31',
          };
          swift!.accepted = [{ ...meant, documents: [`zones/${first!.id}`], ...fields }];
        }),
      );
    const [, ...left] = await linesWith({});
    assert.deepEqual(
      left.map((line) => line.split(':').slice(0, 2).join(':')),
      ['zones.ndjson:2'],
    );
    assert.equal((await linesWith({ until: '2026-01-01' })).length, 1 + 2, 'its day is over');
    assert.equal((await linesWith({ code: 'ZONE_EMPTY' })).length, 1 + 2, 'another code');
  });

  it('leave out findings of the linter that the partner accepts', async () => {
    const withRule = (accepted: Accepted[]) =>
      linesOf(
        documentsWith((documents) => {
          const [swift] = documents.partners;
          const row = documents.packages.find(({ partnerId }) => partnerId === swift!.partnerId)!;
          Object.assign(row, { fromZoneId: null, toZoneId: null, lane: 'X' });
          swift!.accepted = accepted.map((entry) => ({ ...entry, documents: [`packages/${row.id}`] }));
        }),
      );
    const [, ...lines] = await withRule([]);
    assert.deepEqual(lines.filter((line) => line.includes('no active lane rule gives the lane X')).length, 1);
    const meant: Accepted = { code: 'ROW_NEVER_COUNTS', documents: [], note: 'For later', until: '9999-12-31' };
    assert.deepEqual(await withRule([meant]), []);
  });

  it('are shown up to a limit, and counted beyond it', async () => {
    const lines = await linesOf(
      documentsWith(({ zones }) => {
        for (let id = 10; id < 10 + MAX_IMPORT_ERRORS_SHOWN + 5; id++) {
          const zone = fixtureZone(id, 'swift-air', { states: [], cities: [], areas: [] });
          offer(zone, 'DELIVERY', 'PREPAID');
          zones.push(zone);
        }
      }),
    );
    assert.equal(lines[0], `The dataset has ${MAX_IMPORT_ERRORS_SHOWN + 5} warnings.`);
    assert.match(lines[1]!, /^zones\.ndjson:4: services: /);
    assert.equal(lines.length, 1 + MAX_IMPORT_ERRORS_SHOWN + 1);
    assert.equal(lines.at(-1), '... and 5 more');
  });
});

describe('the first start', () => {
  const startOn = (documents: AllDocuments, use: (start: () => Promise<boolean>, said: string[][]) => Promise<void>) =>
    withFolder(async (folder) => {
      const dataset = join(folder, 'dataset');
      await writeDataset(dataset, documents);
      const store = await openLmdbStore({ path: join(folder, 'store') });
      const said: string[][] = [];
      const config = { dataset, secretsKeys: [], environment: 'development' } as const;
      await use(
        () => importDataset(store, { config, geographyFolder: folder, onWarnings: (lines) => said.push(lines) }),
        said,
      );
      await store.close();
    });

  it('imports a dataset with warnings, and reports them once', () =>
    startOn(
      documentsWith(({ zones }) => offer(zones[0]!, 'DELIVERY', 'COD')),
      async (start, said) => {
        assert.equal(await start(), true);
        assert.equal(await start(), false, 'the store is no longer empty');
        assert.equal(said.length, 1);
        assert.match(said[0]![1]!, /^zones\.ndjson:1: services: have no PREPAID/);
      },
    ));

  it('reports nothing when there are no warnings', () =>
    startOn(
      documentsWith(() => {}),
      async (start, said) => {
        assert.equal(await start(), true);
        assert.deepEqual(said, []);
      },
    ));
});

it('a node that imports logs the warnings at level warn, and that nobody may change credentials, and starts', () =>
  withFolder(async (folder) => {
    const documents = documentsWith(({ zones }) => offer(zones[0]!, 'DELIVERY', 'COD'));
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
    const lines: { level: number; msg: string }[] = [];
    const onLogLine = (line: string): void => {
      lines.push(JSON.parse(line) as (typeof lines)[number]);
    };
    const log = pino({ level: 'warn' }, { write: onLogLine });
    await (await startApp({ config: read.config, log, now: Date.now, onLogLine })).close();
    assert.deepEqual(
      lines.map(({ level, msg }) => [log.levels.labels[level], msg]),
      [
        ['warn', 'The dataset has 1 warning.'],
        [
          'warn',
          'zones.ndjson:1: services: have no PREPAID with isAvailable true: a delivery here that needs it is refused',
        ],
        ['warn', 'no active credential of the dataset has the scope admin: credentials cannot be changed over the API'],
      ],
    );
  }));
