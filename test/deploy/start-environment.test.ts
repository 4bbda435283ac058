/** Settings from the environment and from `.env`: precedence, names that are wrong, lines that mean nothing. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { readDotEnv, readSettings, type Settings } from '../../src/start/environment.js';
import { withFolder } from '../store/fixtures.js';

type Names = Record<string, string>;

function settingsOf(environment: Names, file: string | null = null): Settings {
  const read = readSettings(environment, file);
  assert.ok(read.ok, JSON.stringify(read));
  return read.settings;
}

function problemsOf(environment: Names, file: string | null = null): string[] {
  const read = readSettings(environment, file);
  assert.equal(read.ok, false, JSON.stringify([environment, file]));
  return read.problems;
}

describe('where settings are written', () => {
  const precedence: [title: string, environment: Names, file: string, port: string | undefined, calledBy: string][] = [
    ['nowhere', {}, '', undefined, 'PORT'],
    ['a name in the file', {}, 'PORT=1', '1', '.env: PORT'],
    ['the prefix before the same name in the file', {}, 'PORT=1\nPINRATE_PORT=2', '2', '.env: PINRATE_PORT'],
    ['the environment before the file', { PORT: '3' }, 'PORT=1\nPINRATE_PORT=2', '3', 'PORT'],
    [
      'the prefix before the same name in the environment',
      { PINRATE_PORT: '4', PORT: '3' },
      'PINRATE_PORT=2',
      '4',
      'PINRATE_PORT',
    ],
    [
      'what is set to nothing counts as unset',
      { PINRATE_PORT: '', PORT: '' },
      'PINRATE_PORT=\nPORT=1',
      '1',
      '.env: PORT',
    ],
  ];
  for (const [title, environment, file, port, calledBy] of precedence) {
    it(title, () => {
      const settings = settingsOf(environment, file);
      assert.deepEqual([settings.values.PORT, settings.calledBy('PORT')], [port, calledBy]);
    });
  }

  it('leaves the names of other programs alone, and those of tests and of a client', () => {
    const others = { PATH: '/bin', DATASET_FOLDER: 'x', BIND_ADDRESS: 'x', GRAFANA_PASSWORD: 'x', Pinrate_Port: 'x' };
    const ours = { PINRATE_TEST_ALL: '1', PINRATE_URL: 'http://h', PINRATE_ID: 'a', PINRATE_SECRET: 'b' };
    const file = Object.entries({ ...others, ...ours })
      .map(([name, value]) => `${name}=${value}`)
      .join('\n');
    const { values, warnings } = settingsOf({ ...others, ...ours }, file);
    assert.deepEqual([values, warnings], [{}, []]);
  });

  it('leaves alone what Kubernetes sets for services named pinrate and pinrate-redis', () => {
    const { values } = settingsOf({
      PINRATE_PORT: 'tcp://10.0.0.7:8080',
      PINRATE_SERVICE_HOST: '10.0.0.7',
      PINRATE_SERVICE_PORT: '8080',
      PINRATE_SERVICE_PORT_HTTP: '8080',
      PINRATE_PORT_8080_TCP: 'tcp://10.0.0.7:8080',
      PINRATE_PORT_8080_TCP_PROTO: 'tcp',
      PINRATE_PORT_8080_TCP_PORT: '8080',
      PINRATE_PORT_8080_TCP_ADDR: '10.0.0.7',
      PINRATE_REDIS_PORT: 'tcp://10.0.0.8:6379',
      PINRATE_REDIS_SERVICE_HOST: '10.0.0.8',
      PINRATE_REDIS_PORT_6379_TCP_ADDR: '10.0.0.8',
      PORT: '9000',
    });
    assert.deepEqual(values, { PORT: '9000' });
  });
});

describe('a name with the prefix that is not a setting', () => {
  const nearest: [name: string, hint: string][] = [
    ['PINRATE_WROKERS', 'did you mean PINRATE_WORKERS?'],
    ['PINRATE_LOGLEVEL', 'did you mean PINRATE_LOG_LEVEL?'],
    ['PINRATE_port', 'did you mean PINRATE_PORT?'],
    ['PINRATE_MONGO_URL', 'did you mean PINRATE_MONGODB_URI?'],
    ['PINRATE_DATASETS', 'did you mean PINRATE_DATASET?'],
    ['PINRATE_DATASET_FOLDER', '--help lists the settings'],
    ['PINRATE_SERVICE', '--help lists the settings'],
    ['PINRATE_', '--help lists the settings'],
    ['PINRATE_TESTS', '--help lists the settings'],
  ];
  for (const [name, hint] of nearest) {
    it(`${name}: ${hint}`, () => {
      assert.deepEqual(problemsOf({ [name]: '1' }), [`${name} is not a setting: ${hint}`]);
      assert.deepEqual(problemsOf({}, `${name}=1`), [`.env: ${name} is not a setting: ${hint}`]);
    });
  }

  it('of an earlier version says what takes its place, with and without the prefix', () => {
    const advice = 'is not a setting any more: run several nodes behind the proxy instead, as docs/cluster.md shows';
    assert.deepEqual(problemsOf({ ACCEPTORS: '2' }, 'PINRATE_ACCEPTORS=3'), [
      `ACCEPTORS ${advice}`,
      `.env: PINRATE_ACCEPTORS ${advice}`,
    ]);
    assert.deepEqual(settingsOf({ ACCEPTORS: '' }).warnings, []);
  });

  it('is named each time', () => {
    assert.equal(problemsOf({ PINRATE_A: '', PINRATE_B: '1' }, 'PINRATE_C=1').length, 3);
  });
});

describe('a name of the file without the prefix', () => {
  it('is worth a warning when it is one edit from a setting', () => {
    for (const name of ['WROKERS', 'WORKER', 'WORKERSS', 'W0RKERS', 'workers']) {
      assert.deepEqual(settingsOf({}, `${name}=3`).warnings, [
        `.env: ${name} is not a setting and is ignored: did you mean WORKERS?`,
      ]);
    }
  });

  it('is not worth one when it is further away, or in the environment', () => {
    assert.deepEqual(settingsOf({}, 'WROKRES=3\nWORK=3').warnings, []);
    assert.deepEqual(settingsOf({ WROKERS: '3' }).warnings, []);
  });
});

describe('the file', () => {
  it('may have comments, quotes, blank lines, export, and lines that end as in Windows', () => {
    const file =
      '# a "comment\n\n  export PORT = 9000 # of ours\r\nHOST="::1"\r\nDATASET=\'a\nb\'   # two lines\n'
      + 'LOG_LEVEL=`warn`\nDATA_DIR=\n\t#';
    assert.deepEqual(settingsOf({}, file).values, { PORT: '9000', HOST: '::1', DATASET: 'a\nb', LOG_LEVEL: 'warn' });
  });

  const malformed: [file: string, line: number][] = [
    ['WORKERS 3\nPORT=9000', 1],
    ['PORT=9000\nWORKERS: 3', 2],
    ['PORT=9000\n\n# x\nWORKERS', 4],
    ['"PORT"=9000', 1],
    ['=9000', 1],
    ['HOST="::1\nPORT=9000', 1],
    ['DATASET=\'a\nb\'\nHOST="a" b', 3],
    ['P\0O\0R\0T\0', 1],
    ['9PORT=1', 1],
  ];
  for (const [file, line] of malformed) {
    it(`names the line of ${JSON.stringify(file)} that means nothing`, () => {
      assert.deepEqual(problemsOf({}, file), [`line ${line} of .env is not NAME=value: correct it or remove it`]);
    });
  }

  it('is read, with or without a byte order mark', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, '.env'), '\uFEFFPORT=9000\n');
      assert.equal(readDotEnv(join(folder, '.env')), 'PORT=9000\n');
    }));

  it('need not exist', () =>
    withFolder(async (folder) => {
      assert.equal(readDotEnv(join(folder, '.env')), null);
    }));

  it('that cannot be read is a fault of one line', () =>
    withFolder(async (folder) => {
      await mkdir(join(folder, '.env'));
      assert.throws(() => readDotEnv(join(folder, '.env')), {
        message: '.env cannot be read (it is a folder): make it a file that this user may read, or remove it',
      });
    }));
});
