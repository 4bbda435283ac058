/**
 * Writes the pictures of README, docs/console.md and docs/sheets.md in docs/images: `npm run docs:pictures`, while a demo
 * runs on 127.0.0.1:8080 (or where PINRATE_URL says). They are what the command line prints, the console shows, and a
 * spreadsheet has; run it again after that changed. `npm run docs:pictures -- sheets` takes those of sheets alone, without
 * a demo. It changes a rate of the demo, and undoes that. Chromium is CHROMIUM, or /usr/bin/chromium.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import { chromium, type Page } from 'playwright-core';
import { connect } from '../src/client/connect.js';
import { patchDocument } from '../src/client/operations.js';
import { sheetPages } from './pictures/sheets.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const QUOTE = 'quote 110001 560001 --weight 1.2kg --cod 2499.50';
const PICTURES = { offers: QUOTE, waterfall: `${QUOTE} --partner dharaline-surface --explain` };
const DEMO = {
  PINRATE_URL: process.env.PINRATE_URL ?? 'http://127.0.0.1:8080',
  PINRATE_ID: 'main-system',
  PINRATE_SECRET: 'demo-main-system-secret',
};
const CONSOLE_QUESTION = '/rate?from=110001&to=560001&weight=1.2+kg&cod=2499.50';
const CONSOLE_SIZE = { width: 1120, height: 860 };
const STYLE = `
  body { margin: 0; display: inline-block; background: #14181f }
  pre { margin: 0; padding: 18px 22px; color: #d6dbe4; font: 13.288px/18px 'DejaVu Sans Mono', monospace }
  b { color: #fff } i { color: #4cc38a; font-style: normal } u { color: #e5b567; text-decoration: none }
  s { color: #8fa3bf; text-decoration: none }`;
const HEADING = /^[A-Z][A-Z ()]+$/;
/** Codes of reasons, and documents in brackets. */
const REFERENCE = /\([A-Z_]{6,}\)|\[[\w/-]+\]/g;

function outputOf(command: string): string {
  const env = { ...process.env, ...DEMO };
  const options = { cwd: ROOT, env, encoding: 'utf8' } as const;
  return execFileSync('node', ['--import', 'tsx', 'src/cli/main.ts', ...command.split(' ')], options);
}

function lineOf(line: string): string {
  if (HEADING.test(line)) return `<s>${line}</s>`;
  const shown = line.replace(/█+/g, '<i>$&</i>').replace(REFERENCE, '<u>$&</u>');
  return line.includes('Total with tax') ? `<b>${shown}</b>` : shown;
}

function pageOf(command: string): string {
  const output = outputOf(command).trimEnd().replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const shown = output.split('\n').map(lineOf).join('\n');
  return `<!doctype html><style>${STYLE}</style><pre><b>$ npm run pinrate -- ${command}</b>\n\n${shown}</pre>`;
}

/** In the browser: the pixels of a picture, each channel in 16 steps, which the eye does not miss. */
const PIXELS = `async (picture) => {
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height).getContext('2d');
  canvas.drawImage(bitmap, 0, 0);
  const bytes = canvas.getImageData(0, 0, width, height).data;
  const colours = [];
  for (let i = 0; i < bytes.length; i += 4)
    colours.push(((bytes[i] & 0xf0) << 16) | ((bytes[i + 1] & 0xf0) << 8) | (bytes[i + 2] & 0xf0));
  return { width, height, colours };
}`;
interface Pixels {
  width: number;
  height: number;
  /** Row by row, as 0xRRGGBB. */
  colours: number[];
}

/** Of two colours, squared. */
const distance = (a: number, b: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 255) - ((b >> shift) & 255)) ** 2, 0);

/**
 * A PNG with a palette: a quarter of the size of the browser's. Of more than 256 colours the rarest become the nearest
 * other.
 */
function pngOf({ width, height, colours }: Pixels): Buffer {
  const pixels = new Map<number, number>();
  for (const colour of colours) pixels.set(colour, (pixels.get(colour) ?? 0) + 1);
  const byPixels = [...pixels.keys()].sort((a, b) => pixels.get(b)! - pixels.get(a)!);
  const palette = byPixels.slice(0, 256);
  const nearest = (colour: number): number =>
    palette.reduce((best, each) => (distance(each, colour) < distance(best, colour) ? each : best));
  const indexes = new Map(byPixels.map((colour) => [colour, palette.indexOf(nearest(colour))]));
  const rows = Buffer.alloc((width + 1) * height);
  colours.forEach((colour, i) => rows.writeUInt8(indexes.get(colour)!, i + Math.floor(i / width) + 1));
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  const chunks = {
    IHDR: head,
    PLTE: Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    IDAT: deflateSync(rows, { level: 9 }),
    IEND: Buffer.alloc(0),
  };
  const parts = Object.entries(chunks).flatMap(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return [size, body, check];
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-lcd-text'] });
const page = await browser.newPage({ deviceScaleFactor: 1.5 });
const areSheetsAlone = process.argv[2] === 'sheets';
for (const [name, html] of Object.entries(sheetPages())) await takePage(name, html);
if (!areSheetsAlone) for (const [name, command] of Object.entries(PICTURES)) await takePage(name, pageOf(command));

async function takePage(name: string, html: string): Promise<void> {
  await page.setContent(html);
  await save(page, name, (await page.locator('body').screenshot()).toString('base64'));
}

/** As a person sees them who has signed in with the credential of the demo. */
async function takeConsole(shown: Page): Promise<void> {
  // the page of the console lets no script look at pixels
  const shoot = async (name: string) => save(page, name, (await shown.screenshot()).toString('base64'));
  await shown.goto(`${DEMO.PINRATE_URL}/console${CONSOLE_QUESTION}`);
  await shown.getByRole('button', { name: 'Use the demo credential' }).click();
  await shown.getByRole('button', { name: /Dharaline Surface/ }).click();
  await shown.getByRole('list', { name: 'Waterfall' }).waitFor();
  await shoot('console-rate');
  const pinrate = connect({ url: DEMO.PINRATE_URL, service: DEMO.PINRATE_ID, secret: DEMO.PINRATE_SECRET });
  await patchDocument(pinrate, 'packages', '2003', { baseCharge: 47 }, { query: { note: 'as the new contract says' } });
  await shown.goto(`${DEMO.PINRATE_URL}/console/map?colour=zones&courier=dharaline-surface`);
  await shown.getByRole('button', { name: 'Use the demo credential' }).click();
  await shown.getByRole('table', { name: 'Counts' }).waitFor();
  await shoot('console-map');
  await shown.getByRole('link', { name: 'Performance' }).click();
  await shown.getByRole('table', { name: 'RTO' }).waitFor();
  await shoot('console-performance');
  await shown.getByRole('link', { name: 'Changes' }).click();
  await shown.getByRole('table', { name: 'Changes' }).getByRole('link').first().click();
  await shown.getByRole('button', { name: 'Undo' }).click();
  await shown.getByRole('region', { name: 'Impact' }).waitFor();
  await shoot('console-review');
  await shown.getByRole('button', { name: 'Apply' }).click();
  await shown.getByRole('status').filter({ hasText: 'Undone by' }).waitFor();
}

async function save(within: Page, name: string, shot: string): Promise<void> {
  const pixels = await within.evaluate<Pixels>(`(${PIXELS})('data:image/png;base64,${shot}')`);
  writeFileSync(`${ROOT}docs/images/${name}.png`, pngOf(pixels));
}

if (!areSheetsAlone) await takeConsole(await browser.newPage({ viewport: CONSOLE_SIZE, deviceScaleFactor: 1.5 }));
await browser.close();
