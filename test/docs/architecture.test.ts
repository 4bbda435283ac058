/** docs/architecture.md against the tree: its files exist, and the stations of its walks are in them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PACKAGE_ROOT } from '../../src/package-root.js';
import { codeOf, readPage } from './markdown.js';

const PAGE = 'docs/architecture.md';
const FILES = ['src', 'workers', 'test', 'bench'].flatMap((folder) =>
  readdirSync(join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
);
/** The page shortens paths at their beginning. */
const filesOf = (path: string): string[] => FILES.filter((file) => file === path || file.endsWith(`/${path}`));
const isFile = (code: string): boolean => /^[\w/-]+(?:\.test)?\.tsx?$/.test(code);
const codesIn = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

describe(PAGE, () => {
  it('names files of the tree', () => {
    const named = codeOf(PAGE).filter(isFile);
    assert(named.length > 100);
    assert.deepEqual(
      named.filter((path) => filesOf(path).length === 0),
      [],
    );
  });

  it('has walks through functions that their files have', () => {
    const gone: string[] = [];
    let stations = 0;
    for (const [, functions, files] of readPage(PAGE).matchAll(/^\| (`.+`.*?) \| (`.+`) \| /gm)) {
      const texts = codesIn(files!)
        .filter(isFile)
        .flatMap(filesOf)
        .map((file) => readFileSync(join(PACKAGE_ROOT, file), 'utf8'));
      for (const name of codesIn(functions!).flatMap((code) => code.split('.'))) {
        stations++;
        if (!texts.some((text) => new RegExp(`\\b${name}\\b`).test(text))) gone.push(`${name} in ${files}`);
      }
    }
    assert(stations > 40);
    assert.deepEqual(gone, []);
  });
});
