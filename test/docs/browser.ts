/** Debian's Chromium, used in the same way as by a person, with all errors and warnings of the visit. */
import { chromium, type Browser, type BrowserContext, type Page, type Request, type Response } from 'playwright-core';
import type { ClientCredential } from '../support/client.js';

/** A name of this machine that is not a secure context. */
export const INSECURE_HOST = 'pinrate.test';

/** The limit of one step. The page takes seconds to draw on a busy machine; tests wait for it and do not time it. */
const TIMEOUT_MS = 120_000;
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  // it cannot reach any other host
  `--host-resolver-rules=MAP ${INSECURE_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
];

/** Headless, with no profile. */
export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGS });
}

export const DESKTOP = { width: 1280, height: 900 };

/** One visit to the documentation. */
export class Visit {
  readonly requests: Request[] = [];
  /** Errors and warnings of the console, exceptions, and what the content security policy blocked. */
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {
    const { requests, complaints } = this;
    page.on('request', (request) => requests.push(request));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
  }

  /** Opens `url` and waits until its operations are shown. */
  static async to(url: string, context: BrowserContext, viewport = DESKTOP): Promise<Visit> {
    const page = await context.newPage();
    const visit = new Visit(page);
    page.setDefaultTimeout(TIMEOUT_MS);
    await page.setViewportSize(viewport);
    await page.exposeFunction('reportBlocked', (what: string) => {
      visit.complaints.push(what);
    });
    await page.addInitScript(
      `addEventListener('securitypolicyviolation', (event) => reportBlocked('blocked: ' + event.violatedDirective + ' ' + event.blockedURI))`,
    );
    await page.goto(url);
    await page.locator('.opblock').first().waitFor();
    return visit;
  }

  /** The text about signing in the line at the top. */
  state(): Promise<string> {
    return this.page.locator('#state').innerText();
  }

  async signAs({ kind, id, secret }: ClientCredential): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Kind' }).selectOption(kind);
    await this.page.getByLabel('Id', { exact: true }).fill(id);
    await this.page.getByLabel('Secret').fill(secret);
  }

  /** The typed values. */
  async credential(): Promise<{ kind: string; id: string; secret: string }> {
    const valueOf = (name: string): Promise<string> => this.page.locator(`#credential [name="${name}"]`).inputValue();
    return { kind: await valueOf('kind'), id: await valueOf('id'), secret: await valueOf('secret') };
  }

  /** Without a credential, as after the first load; unfolded operations stay unfolded. */
  async forgetCredential(): Promise<void> {
    await this.signAs({ kind: 'service', id: '', secret: '' });
  }

  /** Unfolds an operation if necessary, and types its body. @param operation tag and operationId, joined by a dash */
  async unfold(operation: string, { body }: { body?: unknown } = {}): Promise<void> {
    const block = this.page.locator(`#operations-${operation}`);
    if (!(await block.getAttribute('class'))!.includes('is-open'))
      await block.locator('.opblock-summary-control').click();
    await block.locator('.execute').waitFor();
    if (body !== undefined) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
  }

  /** Types the parameters of an unfolded operation, by their names. */
  async fill(operation: string, parameters: Record<string, string>): Promise<void> {
    for (const [name, value] of Object.entries(parameters)) {
      await this.page.locator(`#operations-${operation} tr[data-param-name="${name}"] input`).fill(value);
    }
  }

  /** Chooses among the values of a parameter of an unfolded operation. */
  async choose(operation: string, name: string, value: string): Promise<void> {
    await this.page.locator(`#operations-${operation} tr[data-param-name="${name}"] select`).selectOption(value);
  }

  /** Presses "Execute", waits for the answer, and returns its status and its body from the page. */
  async execute(operation: string): Promise<{ status: string; body: string; response: Response }> {
    const block = this.page.locator(`#operations-${operation}`);
    const button = block.locator('.btn-clear');
    if (await button.isVisible()) await button.click();
    const [response] = await Promise.all([
      this.page.waitForResponse((one) => one.url().includes('/api/')),
      block.locator('.execute').click(),
    ]);
    const shown = block.locator('.live-responses-table tbody .response').first();
    return {
      status: (await shown.locator('.response-col_status').innerText()).trim(),
      body: await shown.locator('.response-col_description').innerText(),
      response,
    };
  }

  close(): Promise<void> {
    return this.page.close();
  }
}
