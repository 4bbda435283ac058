/** The pages for people, and the parts of them that tests need: blocks, links, headings. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/package-root.js';

export interface Block {
  /** The word after the opening fence: `sh`, `json`, … */
  language: string;
  text: string;
}

/** Paths from the package's root. */
export const PAGES: readonly string[] = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/README.md',
  ...readdirSync(join(PACKAGE_ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export const readPage = (page: string): string => readFileSync(join(PACKAGE_ROOT, page), 'utf8');

const FENCE = /^```(\w*)\n([\s\S]*?)^```$/gm;

export const blocksOf = (page: string): Block[] => blocksIn(readPage(page));

function blocksIn(content: string): Block[] {
  return [...content.matchAll(FENCE)].map(([, language, text]) => ({ language: language!, text: text! }));
}

/** The block in `language` that contains `part`; throws unless there is exactly one. */
export function blockWith(page: string, language: string, part: string): string {
  const found = blocksOf(page).filter((block) => block.language === language && block.text.includes(part));
  if (found.length !== 1) throw new Error(`${page} has ${found.length} blocks in ${language} with ${part}`);
  return found[0]!.text;
}

/** The page without its fenced blocks. */
export const proseOf = (page: string): string => readPage(page).replace(FENCE, '');

/** The anchors that a Git host makes of a page's headings. */
export function anchorsOf(page: string): Set<string> {
  const seen = new Map<string, number>();
  return new Set(
    [...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
      const anchor = heading!
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-');
      const times = seen.get(anchor) ?? 0;
      seen.set(anchor, times + 1);
      return times === 0 ? anchor : `${anchor}-${times}`;
    }),
  );
}

/** Targets of links and images. */
export const linksOf = (page: string): string[] =>
  [...proseOf(page).matchAll(/\]\(([^()\s]+)\)/g)].map(([, target]) => target!);

/** The texts in single backticks. */
export const codeOf = (page: string): string[] => [...proseOf(page).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!);

/**
 * The commands of a page's `sh` blocks: continued lines joined, comments left out.
 * @param without the heading, of the second level, of a part that is left out
 */
export function commandsOf(page: string, without: readonly string[]): string[] {
  const isIn = (part: string) => without.some((heading) => part.startsWith(`## ${heading}\n`));
  const left = readPage(page)
    .split(/^(?=## )/m)
    .filter((part) => !isIn(part));
  return blocksIn(left.join(''))
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) =>
      text
        .replace(/\\\n\s*/g, '')
        .split('\n')
        .map((line) => line.replace(/(^|\s)#\s.*$/, '').trim())
        .filter((line) => line !== ''),
    );
}
