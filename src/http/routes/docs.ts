/**
 * The OpenAPI document, the page where a person reads it and tries it out, and what a language model reads first: all
 * of it from this server.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { InputReader } from '../../contract/input.js';
import type { Contract } from '../../contract/contract.js';
import { getOpenApiDocument } from '../../contract/health.js';
import type { Audience } from '../../contract/openapi/documents.js';
import { PACKAGE_ROOT } from '../../package-root.js';
import type { Responder } from '../respond.js';
import type { Route } from '../route-table.js';
import { pathInBuild } from './build-files.js';
import {
  ASK_EACH_TIME,
  CSS,
  FOR_EVER,
  type Handler,
  handlerOf,
  HTML,
  JAVASCRIPT,
  onDemand,
  pageHeaders,
  PLAIN,
  type Resource,
  routeTo,
} from './resource.js';

/** Plain files for the browser: they are not compiled, and so lie where they were written. */
const PAGE_FOLDER = join(PACKAGE_ROOT, 'src', 'docs');

const SIGNER_PATH = '/docs/signer.js';
const SIGNER_FILE = join('src', 'client', 'signer.js');

/** The OpenAPI document of an audience, as JSON. */
export type OpenApiSource = (as: Audience) => Promise<string>;

/** Of a service. */
export interface DemoCredential {
  id: string;
  secret: string;
}

interface DocsDeps {
  respond: Responder;
  openApi: OpenApiSource;
  findDemoCredential(): DemoCredential | null;
}

/** Reads every file now, so that one that is missing fails the start. */
export function docsRoutes({ respond, openApi, findDemoCredential }: DocsDeps): Route[] {
  const swaggerUi = findSwaggerUi();
  const files = [...pageFiles(), ...swaggerResources(swaggerUi)];
  return [
    routeTo('/docs', pageFor(swaggerUi.path, findDemoCredential, respond)),
    routeTo('/openapi.json', documentFor(openApi, respond)),
    routeTo(SIGNER_PATH, signerFor(respond)),
    ...files.map((resource) => routeTo(resource.path, handlerOf(resource, respond))),
  ];
}

function pageFiles(): Resource[] {
  const file = (name: string, contentType: string, path = `/docs/${name}`): Resource => ({
    path,
    contentType,
    body: readFileSync(join(PAGE_FOLDER, name)),
    cacheControl: ASK_EACH_TIME,
  });
  return [
    file('page.css', CSS),
    ...['page.js', 'sign.js', 'curl.js', 'swagger-plugin.js'].map((name) => file(name, JAVASCRIPT)),
    file('llms.txt', PLAIN, '/llms.txt'),
  ];
}

/** The signer of pinrate/client, which is compiled: read with the first request for it, since sources run without. */
function signerFor(respond: Responder): Handler {
  let handle: Handler | null = null;
  return (exchange) => {
    const path = handle === null ? pathInBuild(SIGNER_FILE) : null;
    if (path !== null) {
      const body = readFileSync(path);
      handle = handlerOf({ path: SIGNER_PATH, contentType: JAVASCRIPT, body, cacheControl: ASK_EACH_TIME }, respond);
    }
    if (handle === null) return respond.fail(exchange, { code: 'NOT_FOUND', message: 'The signer is not compiled' });
    handle(exchange);
  };
}

/** The page, with a button for the credential of the demo while that is valid. */
function pageFor(swaggerPath: string, findDemoCredential: DocsDeps['findDemoCredential'], respond: Responder): Handler {
  const template = readFileSync(join(PAGE_FOLDER, 'page.html'), 'utf8').replaceAll('{{swagger-ui}}', swaggerPath);
  const withButton = (button: string): Handler =>
    handlerOf(
      {
        path: '/docs',
        contentType: HTML,
        body: Buffer.from(template.replace('{{demo-button}}', button)),
        cacheControl: ASK_EACH_TIME,
        headers: pageHeaders(),
      },
      respond,
    );
  const plain = withButton('');
  let demo: { of: DemoCredential; handle: Handler } | null = null;
  return (exchange) => {
    const found = findDemoCredential();
    if (found === null) return plain(exchange);
    if (demo?.of !== found) demo = { of: found, handle: withButton(demoButton(found)) };
    return demo.handle(exchange);
  };
}

const demoButton = ({ id, secret }: DemoCredential): string =>
  `<button type="button" id="demo" data-id="${id}" data-secret="${secret}">Use the demo credential</button>`;

/** The document that `as` names; another value is refused. */
function documentFor(openApi: OpenApiSource, respond: Responder): Handler {
  const reader = new InputReader(getOpenApiDocument as unknown as Contract);
  const serve = (as: Audience) =>
    onDemand(async () =>
      handlerOf(
        {
          path: '/openapi.json',
          contentType: 'application/json',
          body: Buffer.from(await openApi(as)),
          cacheControl: ASK_EACH_TIME,
        },
        respond,
      ),
    );
  const serving = { all: serve('all'), service: serve('service'), partner: serve('partner') };
  return (exchange) => {
    const input = reader.read({ params: {}, query: exchange.query, body: '' }, 'service', false);
    if (!input.ok) return respond.fail(exchange, input.failure);
    const { as = 'all' } = input.values.query as { as?: Audience };
    serving[as]().then(
      (handle) => handle(exchange),
      (error: unknown) => respond.crash(exchange, error),
    );
  };
}

function swaggerResources({ folder, path }: { folder: string; path: string }): Resource[] {
  const file = (name: string, contentType: string): Resource => ({
    path: `${path}/${name}`,
    contentType,
    body: readFileSync(join(folder, name)),
    cacheControl: FOR_EVER,
  });
  return [
    file('swagger-ui.css', CSS),
    file('swagger-ui-bundle.js', JAVASCRIPT),
    // the bundle's first line points to it
    file('swagger-ui-bundle.js.LICENSE.txt', PLAIN),
    { ...file('favicon-32x32.png', 'image/png'), encoded: null },
  ];
}

/** Where the installed package is, and where its files are served: another version, another URL. */
function findSwaggerUi(): { folder: string; path: string } {
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { folder: dirname(manifest), path: `/docs/${version}` };
}
