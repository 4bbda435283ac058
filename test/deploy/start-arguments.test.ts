/** The command line, judged before anything is loaded. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readArguments } from '../../src/start/arguments.js';
import { SETTINGS } from '../../src/config.js';

const read = (...args: string[]) => readArguments(args, '7.8.9');
const helpText = (): string => {
  const command = read('--help');
  assert.equal(command.kind, 'print');
  return command.text;
};

describe('the command line', () => {
  it('starts without arguments', () => {
    assert.deepEqual(read(), { kind: 'start' });
  });

  it('prints the version', () => {
    for (const args of [['--version'], ['-v'], ['-v', '--version']])
      assert.deepEqual(read(...args), { kind: 'print', text: '7.8.9\n' });
  });

  it('prints every setting with its default and its meaning', () => {
    const help = helpText();
    for (const [name, { default: fallback, unset, meaning }] of Object.entries(SETTINGS)) {
      const heading = fallback === null ? `unset: ${unset!.replaceAll('`', '')}` : `default ${fallback}`;
      assert.ok(help.includes(`  ${name} (${heading})\n`), name);
      assert.ok(help.replace(/\s+/g, ' ').includes(meaning.replaceAll('`', '')), name);
    }
  });

  it('prints usage, how settings are given, and where documentation is, in lines of at most 100 columns', () => {
    const help = helpText();
    for (const word of ['npm start', '--version', '.env', 'PINRATE_PORT', 'README.md', '/docs', 'pinrate 7.8.9'])
      assert.ok(help.includes(word), word);
    for (const line of help.split('\n')) assert.ok(line.length <= 100, line);
    assert.ok(help.endsWith('\n'));
    assert.deepEqual(
      [read('-h'), read('--version', '--help')],
      [
        { kind: 'print', text: help },
        { kind: 'print', text: help },
      ],
    );
  });

  const unknown: [args: string[], line: string][] = [
    [['--helpp'], 'unknown argument "--helpp": --help lists options and settings'],
    [['start'], 'unknown argument "start": --help lists options and settings'],
    [[''], 'unknown argument "": --help lists options and settings'],
    [['--help', '--prot'], 'unknown argument "--prot": --help lists options and settings'],
    [['a\nb'], 'unknown argument "a\\nb": --help lists options and settings'],
    [
      ['--port=9000'],
      'unknown argument "--port=9000": settings are not arguments, write PORT=9000 npm start; '
        + '--help lists options and settings',
    ],
    [
      ['--data-dir'],
      'unknown argument "--data-dir": settings are not arguments, write DATA_DIR=… npm start; '
        + '--help lists options and settings',
    ],
    [
      ['DATASET=my data'],
      'unknown argument "DATASET=my data": settings are not arguments, write DATASET="my data" npm start; '
        + '--help lists options and settings',
    ],
    [['--constructor=1'], 'unknown argument "--constructor=1": --help lists options and settings'],
  ];
  for (const [args, line] of unknown) {
    it(`refuses ${JSON.stringify(args)} in one line`, () => {
      assert.deepEqual(read(...args), { kind: 'fault', line });
    });
  }

  it('keeps a long argument within one line of reasonable length', () => {
    const command = read('x'.repeat(100_000));
    assert.equal(command.kind, 'fault');
    assert.ok(command.line.length < 200);
  });
});
