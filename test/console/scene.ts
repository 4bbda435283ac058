/** A node with the demo and its console, and a browser: what the walks of a file share. */
import { after, before } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launch } from '../docs/browser.js';
import { TestApp } from '../support/app.js';
import { removeDemoRules } from '../support/demo-rules.js';
import { find } from '../support/needs.js';
import { type Prepare, Visit } from './visit.js';

export interface Scene {
  app: TestApp;
  browser: Browser;
  /** @param path below /console */
  visit(path?: string, options?: BrowserContextOptions, prepare?: Prepare): Promise<Visit>;
  /** Signed in with every scope. */
  signedIn(path?: string, options?: BrowserContextOptions, prepare?: Prepare): Promise<Visit>;
}

/**
 * Called within `describe`: it starts before its tests, and stops after them.
 *
 * @param options `isWhole`: with every pincode of India; `hasRules`: with the demo's policy, place groups and capacity
 */
export function scene({ isWhole = false, hasRules = true } = {}): Scene {
  let app: TestApp | undefined;
  let browser: Browser | undefined;
  before(async () => {
    [app, browser] = await Promise.all([
      TestApp[isWhole ? 'startWholeDemo' : 'startDemo']({ now: new Date(), hasConsole: true }),
      launch(find('Chromium')!),
    ]);
    if (!hasRules) await removeDemoRules(app);
  });
  after(async () => {
    await browser?.close();
    await app?.close();
  });
  const visit: Scene['visit'] = (path, options, prepare) => {
    // signatures go by the clock of this machine
    app!.clock.nowMs = Date.now();
    return Visit.to(browser!, app!, path, options, prepare);
  };
  return {
    get app() {
      return app!;
    },
    get browser() {
      return browser!;
    },
    visit,
    async signedIn(...args) {
      const opened = await visit(...args);
      await opened.signIn();
      return opened;
    },
  };
}
