/** What the documentation page does to a request before Swagger UI sends and shows it, run without a browser. */
import assert from 'node:assert/strict';
import { createHmac, webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { PACKAGE_ROOT } from '../../src/package-root.js';

interface PageRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  loadSpec?: boolean;
}

const SOURCE = readFileSync(join(PACKAGE_ROOT, 'src', 'docs', 'page.js'), 'utf8');
const ORIGIN = 'http://127.0.0.1:8080';

/** The `requestInterceptor` of a page on which this credential is typed in. */
function interceptorOf({ id, secret }: { id: string; secret: string }): (request: PageRequest) => Promise<PageRequest> {
  const elements = {
    'kind': { value: 'service' }, 'id': { value: id }, 'secret': { value: secret }, 'covers-body': { checked: false },
  };
  const fields = Object.assign(Object.values(elements), elements);
  const form = { elements: fields, addEventListener: () => {} };
  const state = { textContent: '', dataset: {} };
  let given: { requestInterceptor?: unknown } = {};
  const page = {
    crypto: webcrypto, TextEncoder, URL, btoa, location: { href: `${ORIGIN}/docs`, origin: ORIGIN },
    document: { getElementById: (name: string) => (name === 'credential' ? form : state) },
    SwaggerUIBundle: (options: typeof given) => { given = options; },
  };
  runInNewContext(SOURCE, page);
  return given.requestInterceptor as (request: PageRequest) => Promise<PageRequest>;
}

const CREDENTIAL = { id: 'main-system', secret: 'a secret' };
const request = (changes: Partial<PageRequest> = {}): PageRequest => ({
  url: `${ORIGIN}/api/v1/cities?search=pu`, method: 'get', headers: {}, ...changes,
});

describe('a request of the documentation page', () => {
  it('prefers to be handled strictly, and is signed', async () => {
    const { headers } = await interceptorOf(CREDENTIAL)(request());
    assert.equal(headers['prefer'], 'handling=strict');
    const text = `GET/api/v1/cities?search=pu${headers['x-timestamp']}`;
    assert.equal(headers['x-signature'], createHmac('sha256', CREDENTIAL.secret).update(text).digest('base64'));
  });

  it('prefers it unsigned too', async () => {
    assert.deepEqual((await interceptorOf({ id: '', secret: '' })(request())).headers, { prefer: 'handling=strict' });
  });

  it('prefers what was typed in, where something was', async () => {
    const { headers } = await interceptorOf({ id: '', secret: '' })(request({
      headers: { Prefer: 'handling=lenient' },
    }));
    assert.deepEqual(headers, { Prefer: 'handling=lenient' });
  });

  it('is left alone where it loads the document, or goes elsewhere', async () => {
    const intercept = interceptorOf(CREDENTIAL);
    assert.deepEqual((await intercept(request({ loadSpec: true }))).headers, {});
    assert.deepEqual((await intercept(request({ url: 'https://elsewhere.example/' }))).headers, {});
  });
});
