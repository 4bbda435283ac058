/** The command line against a node that the test plays: what it sends, what it prints, and its exit codes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, beforeEach, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runCli } from '../../src/cli/run.js';
import { table } from '../../src/cli/tables.js';
import { withFolder } from '../store/fixtures.js';
import { sign } from '../support/client.js';
import { LOADER, modulePath } from '../support/programs.js';

const CALLER = { kind: 'service', id: 'main-system', secret: 'a secret for the tests' } as const;

interface Asked {
  method: string;
  target: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Reply = { status?: number; type?: string; text: string };

/** Answers what the test has put into `replies`, in their order, after checking the signature. */
class PlayedNode {
  readonly asked: Asked[] = [];
  replies: Reply[] = [];
  private readonly server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks);
      assertSigned(request, sent);
      const body = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      this.asked.push({
        method: request.method!,
        target: request.url!,
        headers: request.headers,
        body: body.toString('utf8'),
      });
      const { status = 200, type = 'application/json', text } = this.replies.shift()!;
      response.writeHead(status, { 'content-type': type }).end(text);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }
}

function assertSigned({ method, url, headers }: IncomingMessage, body: Buffer): void {
  const contentSha256 = createHash('sha256').update(body).digest('hex');
  const nowSeconds = Number(headers['x-timestamp']);
  assert(Math.abs(nowSeconds - Date.now() / 1_000) < 60);
  const expected = sign(method!, url!, CALLER, { nowSeconds, contentSha256 });
  for (const [name, value] of Object.entries(expected)) assert.equal(headers[name], value, name);
}

const success = (data: unknown, further: object = {}): Reply => ({
  text: JSON.stringify({ success: true, data, ...further }),
});
const failure = (status: number, error: object): Reply => ({
  status,
  text: JSON.stringify({ success: false, error }),
});

const node = new PlayedNode();
before(() => node.start());
after(() => node.stop());
beforeEach(() => {
  node.asked.length = 0;
  node.replies = [];
});

async function pinrate(
  args: readonly string[],
  {
    env,
    homeFolder = '/nowhere',
    columns,
    isTTY = false,
  }: { env?: object; homeFolder?: string; columns?: number; isTTY?: boolean } = {},
): Promise<{ code: number; out: string; err: string }> {
  const written = { out: '', err: '' };
  const code = await runCli(args, {
    env: (env as Record<string, string>) ?? {
      PINRATE_URL: node.url,
      PINRATE_ID: CALLER.id,
      PINRATE_SECRET: CALLER.secret,
    },
    homeFolder,
    out: { write: (text) => (written.out += text), columns, isTTY },
    err: { write: (text) => (written.err += text) },
  });
  return { code, ...written };
}

const LINT = { brings: [], clears: [], unchecked: 0 };
const IMPACT = {
  sampled: 0,
  changed: 0,
  serviceable: 0,
  unserviceable: 0,
  sum: 0,
  mean: null,
  p5: null,
  p50: null,
  p95: null,
  groups: [],
};
const CHANGE = {
  counts: { created: 1, updated: 1, ended: 0, removed: 0, unchanged: 4 },
  diff: [],
  lint: LINT,
  impact: IMPACT,
  basis: 56,
};

describe('pinrate apply', () => {
  it('sends the documents of a folder in the order of collections, compressed', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'packages.ndjson'), '{"id":1}\n\n{"id":2.50}\n');
      await writeFile(join(folder, 'zones.ndjson.gz'), gzipSync('\ufeff{"id":7}'));
      await writeFile(join(folder, 'credentials.ndjson'), '{"id":"x"}\n');
      await writeFile(join(folder, 'README.md'), 'not read');
      const diff = [{ collection: 'zones', key: '7', field: 'name', before: 'Old', after: 'New' }];
      node.replies = [success({ ...CHANGE, diff }, { changeId: 57 })];
      const { code, out, err } = await pinrate(['apply', folder, '--note', 'a b&c', '--basis', '55']);
      const { target, body, headers } = node.asked[0]!;
      assert.equal(target, '/api/v1/documents/apply?note=a%20b%26c&basis=55');
      assert.equal(headers['content-type'], 'application/x-ndjson');
      assert.deepEqual(body.split('\n'), [
        '{"collection":"zones","document":{"id":7}}',
        '{"collection":"packages","document":{"id":1}}',
        '{"collection":"packages","document":{"id":2.50}}',
        '',
      ]);
      assert.equal(code, 0);
      assert.equal(
        out,
        '1 created, 1 updated, 4 unchanged\n'
          + 'DOCUMENT  FIELD  BEFORE  AFTER\n'
          + 'zones/7   name   Old     New\n'
          + 'Its impact is not known: nobody has asked lately for what it touches.\n'
          + 'This is change 57. It can be undone: pinrate revert 57\n',
      );
      assert.equal(err, 'credentials.ndjson is left out: apply does not change these\n');
    }));

  it('sends the lines of another file as they are, and says of a dry run that nothing was changed', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'change.ndjson');
      await writeFile(file, '{"collection":"zones","key":"7","end":true}\n');
      node.replies = [success(CHANGE, { changeId: null })];
      const { out } = await pinrate(['apply', file, '--dry-run', '--replace', 'rates', '--partner', 'acme', '--force']);
      assert.equal(
        node.asked[0]!.target,
        '/api/v1/documents/apply?dryRun=true&replace=rates&partnerId=acme&force=true',
      );
      assert.equal(node.asked[0]!.body, '{"collection":"zones","key":"7","end":true}\n');
      assert.match(out, /Dry run: nothing was changed\. --basis 56 applies it to this state alone\.\n$/);
    }));

  it('says what it does to prices', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'packages.ndjson'), '{"id":1}');
      const diff = [{ collection: 'packages', key: '1', field: 'baseCharge', before: 40, after: 45 }];
      const groups = [
        { lane: 'C', kgFrom: 0.5, kgTo: 1, changed: 1_200, sum: 7_080 },
        { lane: 'North>South', kgFrom: 50, kgTo: null, changed: 1, sum: -12.5 },
      ];
      const impact = {
        ...{ sampled: 5_000, changed: 1_201, serviceable: 1, unserviceable: 20, groups },
        ...{ sum: 7_067.5, mean: 1.41, p5: -0.5, p50: 0, p95: 5.9 },
      };
      node.replies = [success({ ...CHANGE, diff, impact }, { changeId: 57 })];
      const { out } = await pinrate(['apply', folder]);
      assert.deepEqual(out.split('\n').slice(3, -2), [
        'Of 5,000 recent shipments, 1,201 get another price: +7,067.50 Rupees in all.',
        'The mean difference is +1.41, the median 0.00; 90 % lie from -0.50 to +5.90.',
        'Only with it 1 shipment can be carried.',
        'Without it 20 more shipments can be carried.',
        'LANE         WEIGHT       CHANGED     RUPEES',
        'C            0.5 to 1 kg    1,200  +7,080.00',
        'North>South  from 50 kg         1     -12.50',
      ]);
    }));

  it('says who would get the latest assignments', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'allocation-policies.ndjson'), '{"policyId":"season"}');
      const diff = [{ collection: 'allocation-policies', key: 'season', field: 'priority', before: 4, after: 5 }];
      const allocation = {
        ...{ parcels: 5_000, moved: 1_200, refused: 3 },
        cost: { before: 500_000, after: 503_600, difference: 3_600, perParcel: 0.72 },
        shares: [
          { partnerId: 'bolt', before: 1_000, after: 2_200 },
          { partnerId: 'acme', before: 4_000, after: 2_797 },
        ],
      };
      node.replies = [success({ ...CHANGE, diff, impact: { ...IMPACT, allocation } }, { changeId: 57 })];
      const { out } = await pinrate(['apply', folder]);
      assert.deepEqual(out.split('\n').slice(3, -2), [
        'Of the latest 5,000 assignments, 1,200 would go to another partner and 3 to nobody: '
          + '+3,600.00 Rupees, +0.72 a shipment.',
        'PARTNER  WITHOUT   WITH',
        'bolt       1,000  2,200',
        'acme       4,000  2,797',
      ]);
    }));

  it("names the file and the line of the node's faults", () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'zones.ndjson'), '\n{"id":7}\n');
      await writeFile(join(folder, 'packages.ndjson'), '{"id":1}\n\n\n{"id":2}');
      const fault = { collection: 'packages', key: '2', code: 'OUT_OF_RANGE' };
      const details = [
        { ...fault, line: 1, field: 'name', message: 'is required' },
        { ...fault, line: 3, field: 'baseCharge', message: 'must be at least 0' },
      ];
      node.replies = [
        failure(400, { code: 'VALIDATION_ERROR', message: 'Request validation failed', details, field_count: 5 }),
      ];
      const { code, out, err } = await pinrate(['apply', folder]);
      assert.equal(code, 1);
      assert.equal(out, '');
      assert.deepEqual(err.split('\n'), [
        'VALIDATION_ERROR: Request validation failed',
        'zones.ndjson:2: name: is required',
        'packages.ndjson:4: baseCharge: must be at least 0',
        '… and 3 more',
        '',
      ]);
    }));

  it('sends lines that are no JSON objects as they are, and names their lines', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'zones.ndjson'), '{"id":7}\n{"id":1},"delete":true,"x":{}\n[1]\n');
      const details = [
        { line: 2, field: '', message: 'is not valid JSON', code: 'INVALID_FORMAT' },
        { line: 3, field: '', message: 'must be a JSON object', code: 'INVALID_TYPE' },
      ];
      node.replies = [failure(400, { code: 'VALIDATION_ERROR', message: 'Request validation failed', details })];
      const { code, err } = await pinrate(['apply', folder]);
      assert.equal(code, 1);
      assert.deepEqual(node.asked[0]!.body.split('\n'), [
        '{"collection":"zones","document":{"id":7}}',
        '{"id":1},"delete":true,"x":{}',
        '[1]',
        '',
      ]);
      assert.deepEqual(err.split('\n'), [
        'VALIDATION_ERROR: Request validation failed',
        'zones.ndjson:2: is not valid JSON',
        'zones.ndjson:3: must be a JSON object',
        '',
      ]);
    }));

  it('takes CSV and the parts of a collection, in the order of their numbers', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'zones.csv'), 'id,name,attributes\r\n7,\'-North,"[""ODA""]"\r\n8,null,\r\n');
      for (const part of [2, 10]) await writeFile(join(folder, `areas.${part}.ndjson`), `{"id":${part}}\n`);
      node.replies = [success(CHANGE)];
      assert.equal((await pinrate(['apply', folder])).code, 0);
      assert.deepEqual(node.asked[0]!.body.split('\n'), [
        '{"collection":"areas","document":{"id":2}}',
        '{"collection":"areas","document":{"id":10}}',
        '{"collection":"zones","document":{"id":7,"name":"-North","attributes":["ODA"]}}',
        '{"collection":"zones","document":{"id":8,"name":null}}',
        '',
      ]);
      await writeFile(join(folder, 'zones.ndjson'), '{"id":7}');
      const twice = await pinrate(['apply', folder]);
      assert.deepEqual([twice.code, twice.err], [2, `${folder} has zones twice: zones.csv and zones.ndjson\n`]);
    }));

  it('names line and column of a fault in CSV', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'zones.csv');
      await writeFile(file, 'id,status\nx,true\n8,"true\n');
      const { code, err } = await pinrate(['apply', file]);
      assert.deepEqual([code, err], [1, `${file}:3: column 2: begins with a quote that nothing closes\n`]);
      await writeFile(file, 'id,status\nx,true\n8,perhaps\n');
      assert.deepEqual((await pinrate(['apply', file])).err.split('\n'), [
        `${file}:2: id: must be a number, but is "x"`,
        `${file}:3: status: must be true or false, but is "perhaps"`,
        '',
      ]);
      await writeFile(join(folder, 'change.csv'), 'id\n1\n');
      assert.equal((await pinrate(['apply', join(folder, 'change.csv')])).code, 2);
    }));

  it('takes 100,000 lines and refuses one more', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'zones.ndjson');
      await writeFile(file, '{}\n'.repeat(100_000));
      node.replies = [success(CHANGE)];
      assert.equal((await pinrate(['apply', file])).code, 0);
      await writeFile(file, '{}\n'.repeat(100_001));
      const { code, err } = await pinrate(['apply', file]);
      assert.equal(code, 1);
      assert.match(err, /^apply takes at most 100,000 lines and 32 MiB at once/);
      assert.equal(node.asked.length, 1);
    }));

  it('refuses what it would have to guess', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'zone.ndjson'), '{}');
      assert.match((await pinrate(['apply', folder])).err, /zone\.ndjson is not named like a collection\n$/);
      assert.equal((await pinrate(['apply', join(folder, 'nothing')])).code, 2);
      assert.equal((await pinrate(['apply', folder, '--replace', 'rates'])).code, 2);
      await writeFile(join(folder, 'credentials.ndjson'), '{}');
      assert.equal((await pinrate(['apply', join(folder, 'credentials.ndjson')])).code, 2);
    }));
});

describe('pinrate export', () => {
  it('writes the files in the order of references', () =>
    withFolder(async (folder) => {
      node.replies = ['{"id":1}\n{"id":2}\n', ''].map((text) => ({ text, type: 'application/x-ndjson' }));
      const to = join(folder, 'made');
      const { code, out } = await pinrate(['export', to, '--collection', 'packages', '--collection', 'zones']);
      assert.equal(code, 0);
      assert.deepEqual(
        node.asked.map(({ target, headers }) => [target, headers.accept]),
        [
          ['/api/v1/documents/zones', 'application/x-ndjson'],
          ['/api/v1/documents/packages', 'application/x-ndjson'],
        ],
      );
      assert.match(out, /^DOCUMENTS {2}FILE\n {8}2 {2}\S*\n?\S*\/zones\.ndjson\n/);
      assert.equal(await readFile(join(to, 'zones.ndjson'), 'utf8'), '{"id":1}\n{"id":2}\n');
      assert.equal(await readFile(join(to, 'packages.ndjson'), 'utf8'), '');
    }));

  it('writes documents of a partner alone, and of no collection without partners', () =>
    withFolder(async (folder) => {
      node.replies = Array.from({ length: 40 }, () => ({ text: '', type: 'application/x-ndjson' }));
      assert.equal((await pinrate(['export', folder, '--partner', 'acme'])).code, 0);
      const targets = node.asked.map(({ target }) => target);
      assert(targets.includes('/api/v1/documents/packages?partnerId=acme'));
      assert(
        targets.every(
          (target) => target.endsWith('?partnerId=acme') && !/\/(states|cities|areas|pincodes)\?/.test(target),
        ),
      );
      const foreign = await pinrate(['export', folder, '--partner', 'acme', '--collection', 'states']);
      assert.deepEqual([foreign.code, foreign.err], [2, 'states are of no partner\n']);
    }));

  it('leaves the former file when the node refuses, and never asks for credentials', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, 'zones.ndjson'), 'former\n');
      node.replies = [failure(403, { code: 'FORBIDDEN', message: 'needs read', details: 'needs read' })];
      const { code, err } = await pinrate(['export', folder, '--collection', 'zones']);
      assert.equal(code, 1);
      assert.equal(err, 'FORBIDDEN: needs read\n');
      assert.deepEqual(await readdir(folder), ['zones.ndjson']);
      assert.equal(await readFile(join(folder, 'zones.ndjson'), 'utf8'), 'former\n');
      assert.equal((await pinrate(['export', folder, '--collection', 'credentials'])).code, 2);
    }));
});

const GAP = {
  code: 'RATE_GAP',
  severity: 'error',
  message: '5,001 to 30,000 g on lane C (B2C, PREPAID) has no rate: no row carries it',
  documents: ['packages/103'],
  examples: [
    { pickupPincode: '110001', deliveryPincode: '560001', weight: 5001, shipmentType: 'B2C', paymentType: 'PREPAID' },
  ],
};

describe('pinrate lint', () => {
  it('lists what is found with an example, and ends with 1', async () => {
    node.replies = [success({ partnerId: 'acme', findings: [GAP], counts: { RATE_GAP: 3 } })];
    const { code, out, err } = await pinrate(['lint', 'acme', '--as-of', '2027-04-01T00:00:00+05:30']);
    assert.equal(node.asked[0]!.target, '/api/v1/partners/acme/lint?asOf=2027-04-01T00%3A00%3A00%2B05%3A30');
    assert.equal(
      out,
      'SEVERITY  WHAT\n'
        + 'error     5,001 to 30,000 g on lane C (B2C, PREPAID) has no rate: no row carries\n'
        + 'RATE_GAP  it\n'
        + '          packages/103\n'
        + '          try: 110001 560001 5001 g PREPAID B2C\n'
        + '… and 2 more findings of the same codes\n'
        + 'RATE_GAP 3\n',
    );
    assert.deepEqual([code, err], [1, '']);
  });

  it('looks at the policies after the cards of all, with what to do', async () => {
    const message = 'rule r2 of policy season is never reached';
    const found = { code: 'RULE_NEVER_REACHED', severity: 'warning', message, examples: [] };
    const finding = { ...found, documents: ['allocation-policies/season'], action: 'Remove the rule' };
    node.replies = [
      { type: 'application/x-ndjson', text: '{"partnerId":"acme"}\n' },
      success({ partnerId: 'acme', findings: [], counts: {} }),
      success({ findings: [finding], counts: { RULE_NEVER_REACHED: 1 } }),
    ];
    const { code, out } = await pinrate(['lint']);
    assert.equal(node.asked.at(-1)!.target, '/api/v1/allocation/lint');
    assert.match(out, /policies\n[^]*is never reached\n[^]*allocation-policies\/season\n[^]*do: Remove the rule\n/);
    assert.equal(code, 1);
  });

  it('says that nothing was found, and ends with 0', async () => {
    node.replies = [success({ partnerId: 'acme', findings: [], counts: {} })];
    assert.deepEqual(await pinrate(['lint', 'acme']), { code: 0, out: 'Nothing was found.\n', err: '' });
  });

  it('prints the answer as it is with --json, and ends with 1 all the same', async () => {
    node.replies = [success({ partnerId: 'acme', findings: [GAP], counts: { RATE_GAP: 1 } })];
    const { code, out } = await pinrate(['--json', 'lint', 'acme']);
    assert.deepEqual([code, JSON.parse(out).data.findings], [1, [GAP]]);
  });
});

describe('what a change warns of', () => {
  it('is reported with the place of its line', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'change.ndjson');
      await writeFile(file, '\n{"collection":"customer-charges","key":1,"end":true}\n');
      const warning = {
        line: 1,
        collection: 'customer-charges',
        key: 1,
        field: 'partnerId',
        code: 'PARTNER_CHANGED',
        message: 'moves the row from all partners to acme',
      };
      node.replies = [
        success({
          ...CHANGE,
          warnings: [warning, { ...warning, line: null, key: 2 }],
          lint: { ...LINT, cut: true },
          impact: { ...IMPACT, sampled: 1, cut: true },
          diff: [{ collection: 'customer-charges', key: 1, field: 'partnerId', before: null, after: 'acme' }],
        }),
      ];
      const { code, out } = await pinrate(['apply', file, '--dry-run']);
      assert.equal(code, 0);
      assert.match(out, /^Warning: \S+change\.ndjson:2: customer-charges\/1 moves the row from all partners to acme$/m);
      assert.match(out, /^Warning: customer-charges\/2 moves/m);
      assert.match(out, /^The check took too long and was cut\.$/m);
      assert.match(out, /^It was measured on a part of the sample: the whole took too long\.$/m);
    }));
});

describe('what the linter says of a change', () => {
  it('is reported with the change', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'change.ndjson');
      await writeFile(file, '{"collection":"zones","key":"7","end":true}\n');
      node.replies = [
        success({ ...CHANGE, lint: { brings: [GAP], clears: [GAP, GAP], unchecked: 1 } }, { changeId: 57 }),
      ];
      const { code, out } = await pinrate(['apply', file, '--strict']);
      assert.equal(node.asked[0]!.target, '/api/v1/documents/apply?strict=true');
      assert.match(out, /The linter finds:\nSEVERITY {2}WHAT\nerror {5}5,001 to 30,000 g/);
      assert.match(out, /The linter no longer finds 2 things that it found before\.\n1 partner was not checked/);
      assert.equal(code, 0);
    }));

  it('refuses it with --strict, each finding on a line', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'change.ndjson');
      await writeFile(file, '{"collection":"zones","key":"7","end":true}\n');
      node.replies = [failure(422, { code: 'LINT_ERRORS', message: 'No', details: { findings: [GAP] } })];
      const { code, err } = await pinrate(['apply', file, '--strict']);
      assert.deepEqual([code, err], [1, `LINT_ERRORS: No\nfindings: RATE_GAP: ${GAP.message}\n`]);
    }));
});

describe('pinrate coverage', () => {
  const CSV = 'pincode,zone\r\n110001,"a\u001b[2J, b"\r\n110002,c\r\n';
  const csv = { text: CSV, type: 'text/csv; charset=utf-8; header=present' };
  const ndjson = { text: '{"pincode":"110001"}\n', type: 'application/x-ndjson' };

  it('prints CSV as it is into a pipe, and asks for nothing else', async () => {
    node.replies = [csv];
    const { code, out, err } = await pinrate(['coverage', 'a/b']);
    assert.deepEqual([code, out, err], [0, CSV, '']);
    const [{ method, target, headers }] = node.asked as [Asked];
    assert.deepEqual([method, target, headers.accept], ['GET', '/api/v1/partners/a%2Fb/coverage', 'text/csv']);
  });

  it('prints NDJSON with --json or when --format says so, which goes before', async () => {
    for (const [args, reply] of [
      [['--json', 'coverage', 'acme'], ndjson],
      [['coverage', 'acme', '--format', 'ndjson'], ndjson],
      [['--json', 'coverage', 'acme', '--format', 'csv'], csv],
    ] as const) {
      node.replies = [reply];
      const { code, out } = await pinrate(args);
      assert.deepEqual([code, out, node.asked.at(-1)!.headers.accept], [0, reply.text, reply.type.split(';')[0]]);
    }
  });

  it('prints nothing that would steer a terminal', async () => {
    node.replies = [csv];
    const { out } = await pinrate(['coverage', 'acme'], { isTTY: true });
    assert.equal(out, 'pincode,zone\n110001,"a [2J, b"\n110002,c\n');
  });

  it('says when the partner covers nothing', async () => {
    for (const [reply, ...args] of [
      [{ ...csv, text: 'pincode,zone\r\n' }],
      [{ ...ndjson, text: '' }, '--json'],
    ] as const) {
      node.replies = [reply];
      const { code, out, err } = await pinrate([...args, 'coverage', 'acme']);
      assert.deepEqual([code, out], [0, reply.text]);
      assert.equal(err, 'acme covers no pincode: it is inactive, or its active zones have no pincodes\n');
    }
  });

  it('ends with 1 when the node refuses, 2 for another format, 3 when no node answers so', async () => {
    node.replies = [failure(404, { code: 'PARTNER_NOT_FOUND', message: 'Partner not found' }), ndjson];
    const refused = await pinrate(['coverage', 'nobody']);
    assert.deepEqual([refused.code, refused.out, refused.err], [1, '', 'PARTNER_NOT_FOUND: Partner not found\n']);
    assert.equal((await pinrate(['coverage', 'acme'])).code, 3);
    assert.equal((await pinrate(['coverage', 'acme', '--format', 'xlsx'])).code, 2);
    assert.equal((await pinrate(['coverage'])).code, 2);
  });
});

describe('pinrate log and revert', () => {
  const change = {
    id: 57,
    at: '2026-07-01T18:45:30.000Z',
    by: { kind: 'service', id: 'billing' },
    route: 'POST /documents/apply',
    note: 'fuel\u001b[31m of July',
    partnerIds: ['acme'],
    counts: { created: 0, updated: 1 },
  };

  it('lists changes in 80 columns, without what would steer the terminal', async () => {
    node.replies = [success([change])];
    const { out } = await pinrate(['log', '--partner', 'acme', '--by', 'service:billing', '--limit', '1']);
    assert.equal(node.asked[0]!.target, '/api/v1/changes?partnerId=acme&by=service%3Abilling&limit=1');
    assert.equal(
      out,
      'CHANGE  AT (IST)          BY               WHAT\n'
        + '    57  2026-07-02 00:15  service:billing  1 updated\n'
        + '                                           Partners: acme\n'
        + '                                           fuel [31m of July\n'
        + 'Older ones: pinrate log --before 57\n',
    );
  });

  it('takes a time as people write it, and promises no other', async () => {
    const sinceOf = async (text: string): Promise<string> => {
      node.asked.length = 0;
      node.replies = [success([])];
      const { code, err } = await pinrate(['log', '--since', text]);
      return code === 0 ? new URL(node.url + node.asked[0]!.target).searchParams.get('since')! : err;
    };
    assert.equal(await sinceOf('2026-07-01'), '2026-07-01T00:00:00+05:30');
    assert.equal(await sinceOf('2026-07-01T09:00:00Z'), '2026-07-01T09:00:00Z');
    assert.match(await sinceOf('yesterday'), /^\d{4}-\d\d-\d\dT00:00:00\+05:30$/);
    const agoMs = Date.now() - Date.parse(await sinceOf('7d'));
    assert(Math.abs(agoMs - 7 * 86_400_000) < 60_000);
    for (const text of ['2026-02-30', 'soon', '7', '2026-07-01T09:00:00'])
      assert.match(await sinceOf(text), /^"\S+" is no time: write a day as 2026-07-01, today, yesterday, 7d, /);
  });

  it('never breaks an id', async () => {
    const partners = ['a-partner-with-a-rather-long-id-of-fifty-characters', 'dharaline-surface'];
    const by = { kind: 'partner', id: partners[0] };
    node.replies = [
      success([{ ...change, by, partnerIds: partners, note: 'the fuel surcharge of July and of August' }]),
    ];
    const { out } = await pinrate(['log']);
    for (const id of [`partner:${partners[0]}`, ...partners]) assert(out.includes(id), out);
  });

  it('shows some examples of a large change, and where its further entries are', async () => {
    const entries = Array.from({ length: 1_000 }, (_, at) => ({
      collection: 'zone-pincodes',
      key: `acme:${110_001 + at}`,
      before: null,
      after: { partnerId: 'acme', pincode: String(110_001 + at), zoneId: 1, services: { COD: true, PREPAID: true } },
    }));
    node.replies = [success({ ...change, counts: { created: 20_000 }, entries }, { next: 1_000 })];
    const { out } = await pinrate(['log', '57']);
    assert.match(out, /20,000 created/);
    assert.equal(out.match(/zone-pincodes\/acme/g)!.length, 3);
    assert(out.split('\n').length < 40);
    assert.match(out, /… and 997 more differences; --json has them\nFurther entries: pinrate log 57 --after 1000\n$/);
    node.replies = [success({ ...change, entries: [] })];
    await pinrate(['log', '57', '--after', '1000']);
    assert.equal(node.asked.at(-1)!.target, '/api/v1/changes/57?after=1000');
  });

  it('shows the fields that a change has changed', async () => {
    const entry = {
      collection: 'packages',
      key: '3',
      before: { id: 3, minCharge: 10 },
      after: { id: 3, minCharge: 12 },
    };
    node.replies = [success({ ...change, entries: [entry] })];
    const { out } = await pinrate(['log', '57']);
    assert.equal(node.asked[0]!.target, '/api/v1/changes/57');
    assert.match(out, /^packages\/3 {2}minCharge {2}10 {6}12$/m);
  });

  it('reverts, and says how to go on when something has changed since', async () => {
    node.replies = [
      success(CHANGE, { changeId: 58 }),
      failure(409, { code: 'CHANGED_SINCE', message: 'Changed since', details: ['packages/3'] }),
    ];
    const done = await pinrate(['revert', '57', '--note', 'wrong']);
    assert.deepEqual([node.asked[0]!.method, node.asked[0]!.target], ['POST', '/api/v1/changes/57/revert?note=wrong']);
    assert.match(done.out, /This is change 58\./);
    const refused = await pinrate(['revert', '57']);
    assert.equal(refused.code, 1);
    assert.equal(refused.err, 'CHANGED_SINCE: Changed since\npackages/3\npinrate log shows the changes since\n');
    assert.equal((await pinrate(['revert', 'last'])).code, 2);
  });
});

describe('pinrate credentials, backup and sign', () => {
  it('prints a new secret alone on standard output', async () => {
    const made = { kind: 'service', id: 'billing', scopes: ['quote', 'read'], secret: 'made by the node' };
    node.replies = [success(made)];
    const { out, err } = await pinrate([
      'credentials',
      'add',
      'service',
      'billing',
      '--tier',
      'TIER_1',
      '--scopes',
      'quote,read',
      '--require-body-hash',
    ]);
    const { target, body } = node.asked[0]!;
    assert.equal(target, '/api/v1/credentials');
    const scopes = ['quote', 'read'];
    assert.deepEqual(JSON.parse(body), {
      kind: 'service',
      id: 'billing',
      tier: 'TIER_1',
      scopes,
      requireBodyHash: true,
    });
    assert.equal(out, 'made by the node\n');
    assert.equal(
      err,
      'The secret of service billing. It is shown this once.\nIt may ask for prices and couriers, and read all data.\n',
    );
  });

  it('rotates, revokes and lists', async () => {
    const listed = { kind: 'service', id: 'billing', status: 'ACTIVE', tier: 'TIER_1', scopes: ['quote'] };
    const secrets = [{ version: 1, notAfter: null }];
    node.replies = [
      success({ kind: 'service', id: 'billing', secret: 'another' }),
      success(listed),
      success([{ ...listed, requireBodyHash: false, secrets, lastUsed: null }]),
    ];
    await pinrate(['credentials', 'rotate', 'service', 'billing', '--overlap', '0', '--force']);
    await pinrate(['credentials', 'revoke', 'service', 'billing']);
    const { out } = await pinrate(['credentials', 'list']);
    assert.deepEqual(
      node.asked.map(({ method, target, body }) => [method, target, body]),
      [
        ['POST', '/api/v1/credentials/service/billing/rotate?force=true', '{"overlapSeconds":0}'],
        ['POST', '/api/v1/credentials/service/billing/revoke', ''],
        ['GET', '/api/v1/credentials', ''],
      ],
    );
    assert.match(out, /^service billing {2}ACTIVE {2}TIER_1 {2}quote {3}1 {8}never$/m);
  });

  it('backs up', async () => {
    node.replies = [success({ path: 'backups/20260701T000000Z', bytes: 1_234_567, sha256: 'ab12' })];
    const { out } = await pinrate(['backup']);
    assert.deepEqual([node.asked[0]!.method, node.asked[0]!.target], ['POST', '/api/v1/admin/backup']);
    assert.equal(out, 'backups/20260701T000000Z in the DATA_DIR of the node\n12,34,567 bytes\nSHA-256 ab12\n');
  });

  it('signs a request with a body, and sends nothing', () =>
    withFolder(async (folder) => {
      const file = join(folder, 'body.json');
      await writeFile(file, '{"a":1}');
      const { out } = await pinrate(['sign', 'post', '/api/v1/zones?x=%20', '--data', file, '--json']);
      const headers = JSON.parse(out) as Record<string, string>;
      const contentSha256 = createHash('sha256').update('{"a":1}').digest('hex');
      const nowSeconds = Number(headers['x-timestamp']);
      assert.deepEqual(headers, sign('POST', '/api/v1/zones?x=%20', CALLER, { nowSeconds, contentSha256 }));
      assert.equal(node.asked.length, 0);
    }));
});

const COMMANDS = [
  'quote',
  'partners',
  'zones',
  'pincode',
  'apply',
  'import',
  'export',
  'lint',
  'coverage',
  'log',
  'revert',
  'versions',
  'diff',
  'replay',
  'credentials',
  'backup',
  'sign',
];

describe('the exit codes and --json', () => {
  it('says what is wrong with an argument in its own words alone', async () => {
    for (const [args, message] of [
      [['quote', '11001', '560001'], '"11001" is no pincode: a pincode has six digits, such as 110001\n'],
      [
        ['quote', '110001', '560001', '--weight', '1.2'],
        '"1.2" is no weight. Write a weight with its unit, as 1.2kg or 1200g\n',
      ],
      [['quote', '110001', '560001', '--cod', '2,4,9'], '"2,4,9" is no amount. Write Rupees as 2499.50 or 2,499.50\n'],
      [['quote', '110001', '560001', '--type', 'c2c'], '--type is B2C or B2B, and not "c2c"\n'],
      [['revert', 'last'], '"last" is no change: it is named by its number, which log shows\n'],
    ] as const)
      assert.deepEqual(await pinrate(args), { code: 2, out: '', err: message });
  });

  it('takes amounts as people write them', async () => {
    for (const text of ['2499.50', '2,499.50', '₹2499.50', 'Rs. 2,499.50']) {
      node.replies = [failure(404, { code: 'PINCODE_NOT_FOUND', message: 'No' })];
      await pinrate(['quote', '110001', '560001', '--weight', '1kg', '--cod', text, '--type', 'b2b']);
      const { codAmount, declaredValue, shipmentType } = JSON.parse(node.asked.at(-1)!.body) as Record<string, unknown>;
      assert.deepEqual([codAmount, declaredValue, shipmentType], [2_499.5, 2_499.5, 'B2B'], text);
    }
  });

  it('prints the answer as it is, of a refusal too', async () => {
    const text = '{ "success": true, "data": [ ], "more": 1.0 }';
    const refused = failure(404, { code: 'NOT_FOUND', message: 'No such change', details: 'No such change' });
    node.replies = [{ text }, refused];
    assert.equal((await pinrate(['log', '--json'])).out, `${text}\n`);
    const { code, out, err } = await pinrate(['--json', 'log', '9']);
    assert.deepEqual([code, out, err], [1, `${refused.text}\n`, 'NOT_FOUND: No such change\n']);
  });

  it('is 2 for wrong usage and 0 for help', async () => {
    const wrong = [[], ['quote'], ['unknown'], ['log', '--unknown'], ['quote', '1', '560001', '--weight', '1kg']];
    for (const args of [...wrong, ['sign', 'FETCH', '/api/v1/zones'], ['sign', 'GET', 'api/v1/zones']])
      assert.equal((await pinrate(args)).code, 2, args.join(' '));
    for (const command of COMMANDS) {
      const { code, out } = await pinrate([command, '--help']);
      assert.equal(code, 0);
      assert.match(out, /\nExamples?:\n {2}pinrate /, command);
      assert.deepEqual(
        out.split('\n').filter((line) => line.length > 80),
        [],
        command,
      );
    }
    assert.match((await pinrate(['reconcile', '--help'])).out, /tolerance <rupees> .*\(default: 1\.00\)/, 'no paise');
  });

  it(
    'is 1 when the output cannot be written',
    { skip: process.platform !== 'linux' && 'needs /dev/full' },
    async () => {
      const full = await open('/dev/full', 'w');
      const stdio = ['ignore', full.fd, 'pipe'] as const;
      const child = spawn(process.execPath, [...LOADER, modulePath('src/cli/main'), '--help'], { stdio: [...stdio] });
      const [err, [code]] = await Promise.all([text(child.stderr!), once(child, 'close')]);
      await full.close();
      assert.deepEqual([code, err], [1, 'the output cannot be written (ENOSPC)\n']);
    },
  );

  it('is 3 when no node answers, and when something else does', async () => {
    const env = { PINRATE_URL: 'http://127.0.0.1:9', PINRATE_ID: CALLER.id, PINRATE_SECRET: CALLER.secret };
    const unreached = await pinrate(['log'], { env });
    assert.equal(unreached.code, 3);
    assert.match(unreached.err, /^no node answers at http:\/\/127\.0\.0\.1:9 /);
    node.replies = [{ status: 502, text: '<html>', type: 'text/html' }];
    const other = await pinrate(['log']);
    assert.deepEqual([other.code, other.err], [3, `${node.url} answers 502, and not as pinrate does\n`]);
  });
});

describe('a profile', () => {
  const withProfiles = (text: string, body: (homeFolder: string, file: string) => Promise<void>): Promise<void> =>
    withFolder(async (homeFolder) => {
      const folder = join(homeFolder, '.config', 'pinrate');
      await mkdir(folder, { recursive: true });
      const file = join(folder, 'profiles.yaml');
      await writeFile(file, text, { mode: 0o600 });
      await body(homeFolder, file);
    });
  const profile = (name: string): string =>
    `${name}:\n  url: ${node.url}\n  id: ${CALLER.id}\n  secret: ${CALLER.secret}\n`;

  it('is taken by name before the environment, and default without it', () =>
    withProfiles(profile('default') + profile('live'), async (homeFolder) => {
      node.replies = [success([]), success([])];
      assert.equal((await pinrate(['log'], { env: {}, homeFolder })).code, 0);
      const env = { PINRATE_URL: 'http://127.0.0.1:9', PINRATE_ID: 'other', PINRATE_SECRET: 'other' };
      assert.equal((await pinrate(['log', '--profile', 'live'], { env, homeFolder })).code, 0);
      const { code, err } = await pinrate(['log', '--profile', 'test'], { env, homeFolder });
      assert.equal(code, 2);
      assert.match(err, /has no profile test; it has default, live\n$/);
    }));

  it('is refused while others can read the file', () =>
    withProfiles(profile('default'), async (homeFolder, file) => {
      await chmod(file, 0o640);
      const { code, err } = await pinrate(['log'], { env: {}, homeFolder });
      assert.equal(code, 2);
      assert.match(err, /run chmod 600 /);
    }));

  it('is never quoted in a message: it has a secret', () =>
    withProfiles(`default:\n  secret: hush\n  url: [\n`, async (homeFolder) => {
      const { code, err } = await pinrate(['log'], { env: {}, homeFolder });
      assert.equal(code, 2);
      assert.match(err, /is not YAML/);
      assert.doesNotMatch(err, /hush/);
    }));

  it('or the environment must be there, as a whole', async () => {
    assert.equal((await pinrate(['log'], { env: {} })).code, 2);
    const { code, err } = await pinrate(['log'], { env: { PINRATE_URL: node.url } });
    assert.deepEqual([code, err], [2, 'PINRATE_ID and PINRATE_SECRET must be set too\n']);
  });
});

describe('a table', () => {
  const world = (columns: number, isTTY: boolean) => ({
    env: {},
    homeFolder: '',
    out: { write: () => {}, columns, isTTY },
    err: { write: () => {} },
  });
  const columns = [{ title: 'A', fixed: true }, { title: 'B' }];
  const rows = [['fixed', 'word '.repeat(30).trim()]];
  const widest = (text: string): number => Math.max(...text.split('\n').map(({ length }) => length));

  it('fits the terminal, and 80 columns of a pipe', () => {
    assert.equal(widest(table(columns, rows, world(200, false))), 76);
    const onTerminal = stripVTControlCharacters(table(columns, rows, world(40, true)));
    assert(widest(onTerminal) <= 40);
  });

  it('has no colour in a pipe', () => {
    assert.equal(table(columns, rows, world(80, false)).includes('\u001b'), false);
    assert.equal(table(columns, rows, world(80, true)).startsWith('\u001b[1m'), true);
  });
});
