/** The documentation page's changes to a request before Swagger UI sends and shows it, run without a browser. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { Signer } from '../../src/client/signer.js';
import { openApiDocument } from '../../src/contract/openapi/documents.js';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { findProgram } from '../support/programs.js';

interface PageRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  loadSpec?: boolean;
}

/** Files for the browser have no types. */
const load = async <T>(name: string): Promise<T> =>
  (await import(pathToFileURL(join(PACKAGE_ROOT, 'src', 'docs', name)).href)) as T;
const { prepareRequest } = await load<{
  prepareRequest(request: PageRequest, signer: Signer | null, here: string): Promise<PageRequest>;
}>('sign.js');
const { curlOf } = await load<{ curlOf(request: PageRequest, secret: string | null): string }>('curl.js');
interface ShownDocument {
  paths: Record<string, Record<string, { parameters?: { $ref?: string; name?: string }[] }>>;
}
const { foldedText, isFound, withoutBodyHash } = await load<{
  foldedText(description: string): string;
  withoutBodyHash(document: ShownDocument): ShownDocument;
  isFound(phrase: string, texts: readonly string[]): boolean;
}>('swagger-plugin.js');

const HASH_OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
const ORIGIN = 'http://127.0.0.1:8080';
const CREDENTIAL = { service: 'main-system', secret: 'a secret' };
const NONE = null;
const request = (changes: Partial<PageRequest> = {}): PageRequest => ({
  url: `${ORIGIN}/api/v1/cities?search=pu`,
  method: 'get',
  headers: {},
  ...changes,
});
const prepared = (credential: typeof CREDENTIAL | null, changes: Partial<PageRequest> = {}): Promise<PageRequest> =>
  prepareRequest(request(changes), credential && new Signer(credential), `${ORIGIN}/docs`);
const signatureOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64');

describe('a request of the documentation page', () => {
  it('prefers strict handling, and is signed', async () => {
    const { headers } = await prepared(CREDENTIAL);
    assert.equal(headers['prefer'], 'handling=strict');
    assert.equal(headers['x-content-sha256'], HASH_OF_NOTHING);
    const text = `GET/api/v1/cities?search=pu${headers['x-timestamp']}${HASH_OF_NOTHING}`;
    assert.equal(headers['x-signature'], signatureOf(CREDENTIAL.secret, text));
  });

  it('prefers strict handling when unsigned too', async () => {
    assert.deepEqual((await prepared(NONE)).headers, { prefer: 'handling=strict' });
  });

  it('has the typed preference if there is one', async () => {
    const { headers } = await prepared(NONE, { headers: { Prefer: 'handling=lenient' } });
    assert.deepEqual(headers, { Prefer: 'handling=lenient' });
  });

  it('is not changed if it loads the document or goes to another host', async () => {
    assert.deepEqual((await prepared(CREDENTIAL, { loadSpec: true })).headers, {});
    assert.deepEqual((await prepared(CREDENTIAL, { url: 'https://elsewhere.example/' })).headers, {});
  });
});

describe(
  'the command that the page shows',
  { skip: ['openssl', 'bash'].some((name) => findProgram(name) === undefined) && 'openssl and bash are missing' },
  () => {
    /** The arguments of curl when a shell runs the command. */
    function calledWith(command: string, env: Record<string, string> = {}): string[] {
      const script = `date() { echo 1790000000; }; curl() { printf '%s\\0' "$@"; }\n${command}`;
      const called = execFileSync('bash', ['-c', script], {
        env: { PATH: process.env.PATH, ...env },
        encoding: 'utf8',
      });
      return called.split('\0').slice(0, -1);
    }
    const headersIn = (called: readonly string[]): string[] => called.filter((_, at) => called[at - 1] === '-H');
    const TRICKY = `{"note":"it's $HOME, \`id\` and \\"so\\" \\\\n"}`;

    it('signs when it runs, with any body and query', async () => {
      const sent = await prepared(CREDENTIAL, { method: 'post', url: `${ORIGIN}/api/v1/x?q=$t%27!'`, body: TRICKY });
      const called = calledWith(curlOf(sent, null), { PINRATE_SECRET: CREDENTIAL.secret });
      const hash = createHash('sha256').update(TRICKY).digest('hex');
      const signed = `POST${new URL(sent.url).pathname}${new URL(sent.url).search}1790000000${hash}`;
      assert.ok(headersIn(called).includes(`x-content-sha256: ${hash}`));
      assert.deepEqual(headersIn(called).slice(-2), [
        'x-timestamp: 1790000000',
        `x-signature: ${signatureOf(CREDENTIAL.secret, signed)}`,
      ]);
      assert.equal(called[called.indexOf('-d') + 1], TRICKY);
      assert.equal(called.at(-1), sent.url);
      assert.ok(headersIn(called).includes('x-service-id: main-system'));
      assert.equal(headersIn(called).filter((header) => /^x-(timestamp|signature)/.test(header)).length, 2);
    });

    it('contains a secret only if it is public', async () => {
      const sent = await prepared(CREDENTIAL);
      assert.ok(!curlOf(sent, null).includes(CREDENTIAL.secret));
      assert.ok(curlOf(sent, CREDENTIAL.secret).includes(CREDENTIAL.secret));
    });

    it('is plain if the request is unsigned', async () => {
      const called = calledWith(curlOf(await prepared(NONE), null));
      assert.deepEqual(called, ['-s', '-X', 'GET', '-H', 'prefer: handling=strict', request().url]);
    });
  },
);

describe('the document that the page shows', () => {
  it('asks nobody for the hash of a body, and else for everything', () => {
    const document = openApiDocument() as unknown as ShownDocument;
    const parametersOf = ({ paths }: ShownDocument) =>
      Object.values(paths).flatMap((operations) =>
        Object.values(operations).flatMap(({ parameters = [] }) =>
          parameters.map(({ $ref = '', name = $ref }) => name),
        ),
      );
    const isHash = (name: string) => name.includes('x-content-sha256');
    const all = parametersOf(document);
    assert.ok(all.filter(isHash).length > 13);
    assert.deepEqual(
      parametersOf(withoutBodyHash(document)),
      all.filter((name) => !isHash(name)),
    );
  });
});

describe('folding and finding on the page', () => {
  it('folds a failure to its codes in one line, with its message if there is one', () => {
    assert.equal(foldedText('- `FORBIDDEN`: Not yours'), 'FORBIDDEN: Not yours');
    assert.equal(
      foldedText('- `AUTH_ERROR`: One\n- `AUTHENTICATION_FAILED`: Another'),
      'AUTH_ERROR · AUTHENTICATION_FAILED',
    );
    assert.equal(foldedText('What holds still'), 'What holds still');
  });

  it('finds the operations that have every word, in any case', () => {
    const texts = ['/api/v1/cities', 'List Cities'];
    assert.equal(isFound('CITIES list', texts), true);
    assert.equal(isFound('cities zones', texts), false);
  });
});
