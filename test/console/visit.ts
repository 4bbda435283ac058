/** One visit to the console in Chromium, as a person makes it; nothing may go wrong without being noticed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { MAIN, type TestApp } from '../support/app.js';
import { STEP_REPORTER, Walk } from './walk.js';

const TIMEOUT_MS = 60_000;
export const DESKTOP = { width: 1280, height: 720 };
export const PHONE = { width: 390, height: 844 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA, and all before it. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** The browser's own line about an answer that a test expects. */
const REFUSED = /Failed to load resource: the server responded with a status of/;

/** Before the page is opened. */
export type Prepare = (page: Page) => Promise<unknown>;

export class Visit {
  /** Errors and warnings of the console, exceptions, what the content security policy blocked, other origins. */
  readonly complaints: string[] = [];
  private readonly steps: string[] = [];

  private constructor(
    readonly page: Page,
    readonly origin: string,
  ) {}

  /** @param path below /console */
  static async to(
    browser: Browser,
    app: TestApp,
    path = '',
    options: BrowserContextOptions = {},
    prepare?: Prepare,
  ): Promise<Visit> {
    const context = await browser.newContext({ viewport: DESKTOP, ...options });
    const page = await context.newPage();
    const visit = new Visit(page, app.app.url);
    page.setDefaultTimeout(TIMEOUT_MS);
    await visit.watch();
    await prepare?.(page);
    await page.goto(`${app.app.url}/console${path}`);
    return visit;
  }

  private async watch(): Promise<void> {
    const { page, complaints, origin } = this;
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      const isExpected = REFUSED.test(message.text());
      if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
    });
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol.startsWith('http') && url.origin !== origin) complaints.push(`asks ${url.origin}`);
    });
    await page.exposeFunction('reportBlocked', (what: string) => complaints.push(what));
    await page.exposeFunction('reportStep', (what: string) => this.steps.push(what));
    await page.addInitScript(STEP_REPORTER);
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (event) => reportBlocked('blocked: ' + event.violatedDirective + ' ' + event.blockedURI))`,
    );
  }

  /** A person sets out: the steps are counted from here on. */
  walk(): Walk {
    return new Walk(this.steps);
  }

  async signIn(id = MAIN.id, secret = MAIN.secret): Promise<void> {
    const { page } = this;
    await page.getByLabel('Id', { exact: true }).fill(id);
    await page.getByLabel('Secret', { exact: true }).fill(secret);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }

  useDemo(): Promise<void> {
    return this.page.getByRole('button', { name: 'Use the demo credential' }).click();
  }

  heading(): Promise<string> {
    return this.page.getByRole('heading', { level: 1 }).innerText();
  }

  /** Fails for every rule of axe that the page as it stands breaks. */
  async expectAccessible(): Promise<void> {
    // a page that is still being read has no heading yet
    await this.page.getByRole('heading', { level: 1 }).first().waitFor();
    // by the debugger, which the page's policy does not hold back
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate<string[]>(`axe
      .run(document, { runOnly: ${JSON.stringify(AXE_TAGS)} })
      .then(({ violations }) => violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`);
    assert.deepEqual(found, []);
  }

  /** All that a page keeps as text, and shows. */
  async traces(): Promise<string> {
    return this.page.evaluate<string>(`(async () => {
      const databases = await indexedDB.databases();
      const kept = await Promise.all(databases.map(({ name }) => new Promise((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const database = opening.result;
          const stores = [...database.objectStoreNames];
          if (stores.length === 0) return resolve('');
          const asked = database.transaction(stores).objectStore(stores[0]).getAll();
          asked.onsuccess = () => { database.close(); resolve(JSON.stringify(asked.result)); };
        };
      })));
      const typed = [...document.querySelectorAll('input, textarea')].map(({ value }) => value);
      return [location.href, document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage),
        document.documentElement.outerHTML, ...typed, ...kept].join('\\n');
    })()`);
  }

  /** Nothing went wrong; the visit is over. */
  async end(): Promise<void> {
    assert.deepEqual(this.complaints, []);
    await this.page.context().close();
  }
}
