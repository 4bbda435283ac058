/** The console (docs/console.md): one page for all paths below /console, its files, and the build that they are of. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Responder } from '../respond.js';
import type { Route } from '../route-table.js';
import { pathInBuild } from './build-files.js';
import type { DemoCredential } from './docs.js';
import {
  ASK_EACH_TIME,
  CSS,
  FOR_EVER,
  handlerOf,
  HTML,
  JAVASCRIPT,
  NO_SNIFFING,
  pageHeaders,
  routeTo,
} from './resource.js';

export const CONSOLE_PATH = '/console';
const ASSETS_PATH = `${CONSOLE_PATH}/assets/`;

const CONTENT_TYPES: Readonly<Record<string, string>> = { '.js': JAVASCRIPT, '.css': CSS };

interface ConsoleDeps {
  respond: Responder;
  findDemoCredential(): DemoCredential | null;
}

/** Reads every file now, so that one that is missing fails the start. */
export function consoleRoutes({ respond, findDemoCredential }: ConsoleDeps): Route[] {
  const folder = findFolder();
  const template = readFileSync(join(folder, 'page.html'), 'utf8');
  // it names its files, whose names have the hashes of what is in them
  const build = createHash('sha256').update(template).digest('hex').slice(0, 16);
  const page = handlerOf(
    {
      path: CONSOLE_PATH,
      contentType: HTML,
      body: Buffer.from(template.replace('{{build}}', build)),
      cacheControl: ASK_EACH_TIME,
      headers: pageHeaders(`font-src 'self'`),
    },
    respond,
  );
  return [
    routeTo(CONSOLE_PATH, page),
    routeTo(`${CONSOLE_PATH}/*`, page),
    routeTo(`${CONSOLE_PATH}/build`, (exchange) => {
      exchange.extraHeaders = NO_SNIFFING;
      const demo = findDemoCredential();
      const body = { build, demo: demo && { id: demo.id, secret: demo.secret } };
      respond.send(exchange, 200, JSON.stringify(body));
    }),
    // of another build
    routeTo(`${ASSETS_PATH}*`, (exchange) => {
      exchange.extraHeaders = NO_SNIFFING;
      respond.fail(exchange, { code: 'NOT_FOUND', message: 'This node has no such file of the console' });
    }),
    ...assetsIn(join(folder, 'assets')).map((asset) => routeTo(asset.path, handlerOf(asset, respond))),
  ];
}

function assetsIn(folder: string) {
  return readdirSync(folder)
    .filter((name) => extname(name) in CONTENT_TYPES)
    .map((name) => ({
      path: ASSETS_PATH + name,
      contentType: CONTENT_TYPES[extname(name)]!,
      body: readFileSync(join(folder, name)),
      cacheControl: FOR_EVER,
      encoded: { br: readFileSync(join(folder, `${name}.br`)), gzip: readFileSync(join(folder, `${name}.gz`)) },
    }));
}

/** @throws if nothing is compiled */
function findFolder(): string {
  const folder = pathInBuild('console');
  if (folder === null) throw new Error('the console is not compiled: run npm run compile, or set CONSOLE=off');
  return folder;
}
