import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvLine, sheetLine } from '../../src/csv.js';

describe('a line of CSV', () => {
  for (const [cells, line] of [
    [['a', '', 'b c', '1-2'], 'a,,b c,1-2'],
    [['a,b', 'say "no"', 'two\nlines', 'two\r\nlines'], '"a,b","say ""no""","two\nlines","two\r\nlines"'],
    [[' a', 'a ', 'a\ta'], '" a","a ","a\ta"'],
    [['=1+1', '+91', '-5', '@all', 'a=b'], "'=1+1,'+91,'-5,'@all,a=b"],
    [['=HYPERLINK("x","y")'], `"'=HYPERLINK(""x"",""y"")"`],
    [["'=1", "'tis"], "''=1,'tis"],
    [['\t=1+1', '\r=1+1'], `"'\t=1+1","'\r=1+1"`],
    [['＝1+1', '＋91', '－5', '＠all'], "'＝1+1,'＋91,'－5,'＠all"],
    [[], ''],
  ] as const)
    it(`of ${JSON.stringify(cells)} is ${JSON.stringify(line)}`, () => assert.equal(csvLine(cells), line));
});

describe("a line of somebody's own sheet", () => {
  for (const [cells, line] of [
    [['-86.67', '+91', '-1,35,494.28', '-5%', '="000123"'], '-86.67,+91,"-1,35,494.28",-5%,"=""000123"""'],
    [['=1+1', '-', '+', '-₹1', '="a"&B1', '@all'], `'=1+1,'-,'+,'-₹1,"'=""a""&B1",'@all`],
  ] as const)
    it(`of ${JSON.stringify(cells)} is ${JSON.stringify(line)}`, () => assert.equal(sheetLine(cells), line));
});
