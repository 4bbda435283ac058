import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, it } from 'node:test';
import { readConfig, SETTINGS, type Config, type SettingName } from '../../src/config.js';

const KEY = Buffer.from('a7b8'.repeat(16), 'hex');

function configOf(env: Record<string, string>): Config {
  const result = readConfig(env);
  assert.ok(result.ok, JSON.stringify(result));
  return result.config;
}

function problemsOf(env: Record<string, string>): string[] {
  const result = readConfig(env);
  assert.equal(result.ok, false, JSON.stringify(env));
  return result.problems;
}

describe('configuration', () => {
  it('has the documented defaults', () => {
    assert.deepEqual(configOf({}), {
      environment: 'development',
      host: '127.0.0.1',
      port: 8080,
      dataDir: './.pinrate',
      backupsKept: 5,
      historyDays: 1_095,
      decisionsDays: 30,
      mongodb: null,
      redisUrl: null,
      dataset: './data/demo',
      workers: Math.max(1, availableParallelism() - 1),
      secretsKeys: [],
      clockSkewSeconds: 300,
      gstPercent: 18,
      roadFactor: 1.3,
      logLevel: 'info',
      console: true,
      corsOrigins: null,
      trustedProxies: null,
    });
  });

  it('takes every variable, and what is set to nothing as unset', () => {
    assert.deepEqual(
      configOf({
        NODE_ENV: 'production',
        HOST: '::1',
        PORT: '0',
        DATA_DIR: '/var/lib/pinrate',
        BACKUPS_KEPT: '12',
        HISTORY_DAYS: '0',
        DECISIONS_DAYS: '0',
        DATASET: 'none',
        WORKERS: '4',
        SECRETS_KEY: KEY.toString('hex'),
        CLOCK_SKEW_SECONDS: '60',
        GST_PERCENT: '12.5',
        ROAD_FACTOR: '1',
        LOG_LEVEL: 'debug',
        CORS_ORIGINS: '*',
        MONGODB_URI: 'mongodb://a:1,b:2/rates?replicaSet=rs0',
        REDIS_URL: 'redis://cache:6379/2',
      }),
      {
        environment: 'production',
        host: '::1',
        port: 0,
        dataDir: '/var/lib/pinrate',
        backupsKept: 12,
        historyDays: null,
        decisionsDays: null,
        mongodb: { uri: 'mongodb://a:1,b:2/rates?replicaSet=rs0', database: 'rates' },
        redisUrl: 'redis://cache:6379/2',
        dataset: null,
        workers: 4,
        secretsKeys: [KEY],
        clockSkewSeconds: 60,
        gstPercent: 12.5,
        roadFactor: 1,
        logLevel: 'debug',
        console: false,
        corsOrigins: '*',
        trustedProxies: null,
      },
    );
    assert.deepEqual(configOf({ PORT: '', HOST: '', MONGODB_URI: '', MONGODB_DB: '', REDIS_URL: '' }).port, 8080);
  });

  it('takes the bounds', () => {
    assert.equal(configOf({ PORT: '65535' }).port, 65_535);
    assert.equal(configOf({ GST_PERCENT: '0' }).gstPercent, 0);
    assert.equal(configOf({ GST_PERCENT: '100' }).gstPercent, 100);
    assert.equal(configOf({ GST_PERCENT: '17.1234' }).gstPercent, 17.1234);
  });

  it('takes origins as browsers write them', () => {
    assert.deepEqual(configOf({ CORS_ORIGINS: 'https://shop.example,http://localhost:3000' }).corsOrigins, [
      'https://shop.example',
      'http://localhost:3000',
    ]);
    assert.deepEqual(
      configOf({
        CORS_ORIGINS:
          ' HTTPS://Shop.Example:443 , https://shop.example, http://[::1]:80, http://[::1]:8080, capacitor://localhost ',
      }).corsOrigins,
      ['https://shop.example', 'http://[::1]', 'http://[::1]:8080', 'capacitor://localhost'],
    );
    assert.equal(configOf({ CORS_ORIGINS: '' }).corsOrigins, null);
  });

  it('takes addresses and ranges of trusted proxies', () => {
    const trusted = configOf({ TRUSTED_PROXIES: '192.0.2.1, 10.1.2.3/8 ,fd00::/8,::1' }).trustedProxies!;
    for (const address of ['192.0.2.1', '10.255.0.1']) assert.equal(trusted.check(address), true, address);
    for (const address of ['192.0.2.2', '11.0.0.1']) assert.equal(trusted.check(address), false, address);
    for (const address of ['fdff::1', '::1', '::ffff:192.0.2.1'])
      assert.equal(trusted.check(address, 'ipv6'), true, address);
    for (const address of ['fe00::1', '::2']) assert.equal(trusted.check(address, 'ipv6'), false, address);
    assert.equal(configOf({ TRUSTED_PROXIES: '' }).trustedProxies, null);
  });

  const refused: Record<string, string[]> = {
    TRUSTED_PROXIES: [
      'nginx',
      '10.0.0',
      '10.0.0.256',
      '10.0.0.1/33',
      '10.0.0.0/0',
      '::/0',
      'fd00::/129',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0.0/-8',
      '10.0.0.0/8x',
      '10.0.0.1:80',
      '[::1]',
      'fe80::1%lo',
      '10.0.0.1,',
      ',',
      '10.0.0.1 10.0.0.2',
      '*',
      'true',
    ],
    HOST: ['a b', 'http://x', 'a/b'],
    PORT: ['-1', '65536', '80.5', 'abc', '0x50', ' 80', '1e3', '٣'],
    DATA_DIR: ['a\0b'],
    WORKERS: ['0', '257', '-1', 'auto'],
    CLOCK_SKEW_SECONDS: ['0', '86401', '1.5', 'NaN'],
    GST_PERCENT: ['-1', '100.0001', '18.12345', 'NaN', 'Infinity', '18%'],
    BACKUPS_KEPT: ['0', '-1', '1001', '2.5', 'all'],
    HISTORY_DAYS: ['-1', '36501', '1.5', 'all'],
    DECISIONS_DAYS: ['-1', '36501', '1.5', 'all'],
    ROAD_FACTOR: ['0.9', '10.1', 'NaN', '-1.3', '1,3'],
    LOG_LEVEL: ['verbose', 'INFO'],
    CORS_ORIGINS: [
      'shop.example',
      'https://',
      'https://shop.example/',
      'https://shop.example/path',
      'https://shop.example?',
      'https://user@shop.example',
      'https://a:',
      'https://a:99999',
      'https://*.shop.example',
      '*,https://a',
      'https://a,',
      ',',
      'https://a,,https://b',
      'https://a;https://b',
      'https://a b',
      'null',
      'none',
      'https:///a',
      'https:/a',
      'https://a\\b',
      'https://%61',
    ],
  };
  for (const [name, values] of Object.entries(refused)) {
    it(`refuses a bad ${name} in one line that names it, its value and what is allowed`, () => {
      for (const value of values) {
        const problems = problemsOf({ [name]: value });
        assert.equal(problems.length, 1);
        assert.ok(problems[0]!.startsWith(`${name}=${JSON.stringify(value)} is not allowed: `), problems[0]);
        assert.doesNotMatch(problems[0]!, /\n/);
      }
    });
  }

  it('has a table of settings whose defaults are allowed and whose meanings are sentences', () => {
    for (const [name, { default: fallback, unset, meaning, allowed, parse }] of Object.entries(SETTINGS)) {
      assert.match(name, /^[A-Z]+(_[A-Z]+)*$/);
      assert.match(meaning, /^[A-Z0-9`].*\.$/, name);
      assert.notEqual(allowed, '', name);
      assert.equal(
        fallback === null,
        unset !== undefined,
        `${name} has a default, or says what happens without a value`,
      );
      if (fallback !== null) assert.notEqual(parse(fallback), undefined, name);
    }
  });

  it('calls a setting what it was called where it was set', () => {
    const calledBy = (name: SettingName) => `PINRATE_${name}`;
    const read = readConfig({ PORT: 'x', SECRETS_KEY: 'x', MONGODB_DB: 'm' }, calledBy);
    assert.deepEqual(read, {
      ok: false,
      problems: [
        'PINRATE_PORT="x" is not allowed: an integer from 0 (any free port) to 65535',
        'PINRATE_SECRETS_KEY (value not shown) is not allowed: 32 bytes in base64 or hexadecimal, '
          + 'or a list of such keys with commas',
        'PINRATE_MONGODB_DB is not allowed without MONGODB_URI',
      ],
    });
  });

  it('names every problem at once', () => {
    assert.equal(problemsOf({ PORT: 'x', WORKERS: 'x', LOG_LEVEL: 'x' }).length, 3);
  });

  it('keeps a long or broken value within one line', () => {
    const [problem] = problemsOf({ HOST: `a\nb${'x'.repeat(10_000)}` });
    assert.ok(problem!.length < 200);
    assert.doesNotMatch(problem!, /\n/);
  });

  it('takes a secrets key in base64 or hexadecimal and shows no bad one', () => {
    for (const text of [
      KEY.toString('base64'),
      KEY.toString('base64').replace('=', ''),
      KEY.toString('hex'),
      KEY.toString('hex').toUpperCase(),
    ]) {
      assert.deepEqual(configOf({ SECRETS_KEY: text }).secretsKeys, [KEY]);
    }
    for (const text of [
      'topsecret',
      KEY.subarray(1).toString('base64'),
      `${KEY.toString('base64')}=`,
      KEY.toString('hex').slice(1),
      '*'.repeat(44),
      `${KEY.toString('hex')},`,
      `${KEY.toString('hex')},topsecret`,
    ]) {
      const [problem] = problemsOf({ SECRETS_KEY: text });
      assert.match(problem!, /^SECRETS_KEY \(value not shown\) is not allowed: 32 bytes/);
      assert.ok(!problem!.includes(text));
    }
  });

  it('takes several secrets keys, of which the first may not be weak in production', () => {
    const old = Buffer.alloc(32, 'a');
    const text = `${KEY.toString('hex')}, ${old.toString('base64')}`;
    assert.deepEqual(configOf({ NODE_ENV: 'production', SECRETS_KEY: text }).secretsKeys, [KEY, old]);
    const turned = `${old.toString('base64')},${KEY.toString('hex')}`;
    assert.equal(problemsOf({ NODE_ENV: 'production', SECRETS_KEY: turned }).length, 1);
  });

  it('requires the secrets key in production', () => {
    assert.match(
      problemsOf({ NODE_ENV: 'production' })[0]!,
      /^SECRETS_KEY is unset, which NODE_ENV=production does not allow/,
    );
  });

  it('takes the database of the address, another one, or its own', () => {
    const databaseOf = (env: Record<string, string>) => configOf(env).mongodb!.database;
    for (const uri of [
      'mongodb://h',
      'mongodb://h/',
      'mongodb://h:27017/?replicaSet=rs0',
      'mongodb+srv://u:p%40ss@h/?w=1',
    ])
      assert.equal(databaseOf({ MONGODB_URI: uri }), 'pinrate', uri);
    for (const uri of ['mongodb://h/rates', 'mongodb+srv://u:p@h/rates?tls=true'])
      assert.equal(databaseOf({ MONGODB_URI: uri }), 'rates', uri);
    assert.equal(databaseOf({ MONGODB_URI: 'mongodb://h/rates', MONGODB_DB: 'other' }), 'other');
  });

  it('refuses addresses of stores that are none, without showing their passwords', () => {
    for (const name of ['MONGODB_URI', 'MONGODB_DB', 'REDIS_URL']) {
      for (const value of ['scheme://user:hunter2@host', 'mongodb://', 'redis://', 'hunter2 ']) {
        const [problem] = problemsOf({ [name]: value });
        assert.match(problem!, new RegExp(`^${name} `), value);
        assert.doesNotMatch(problem!, /hunter2/);
      }
    }
  });

  it('has a database of MongoDB only where MongoDB is', () => {
    assert.deepEqual(problemsOf({ MONGODB_DB: 'rates' }), ['MONGODB_DB is not allowed without MONGODB_URI']);
  });

  it('refuses a SECRETS_KEY of one repeated byte in production', () => {
    const line = 'SECRETS_KEY (value not shown) is not allowed with NODE_ENV=production: all of its bytes are the same';
    for (const key of ['00'.repeat(32), Buffer.alloc(32, 'a').toString('base64')]) {
      assert.deepEqual(problemsOf({ NODE_ENV: 'production', SECRETS_KEY: key }), [line]);
      assert.equal(configOf({ SECRETS_KEY: key }).secretsKeys.length, 1);
    }
  });
});
