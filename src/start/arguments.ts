/** The command line: `--help` and `--version`; everything else is refused. It is read before the server is loaded. */
import { SETTINGS } from '../config.js';

/** `print`: text for standard output, then exit; `fault`: one line for the operator, and no start. */
export type Command = { kind: 'start' } | { kind: 'print'; text: string } | { kind: 'fault'; line: string };

const HELP_COLUMNS = 100;
const SHOWN_ARGUMENT_LENGTH = 80;

/** The command of the arguments after the program's name. */
export function readArguments(args: readonly string[], version: string): Command {
  const unknown = args.find((argument) => !['--help', '-h', '--version', '-v'].includes(argument));
  if (unknown !== undefined) return { kind: 'fault', line: refusal(unknown) };
  if (args.length === 0) return { kind: 'start' };
  const asksForHelp = args.some((argument) => argument === '--help' || argument === '-h');
  return { kind: 'print', text: asksForHelp ? helpText(version) : `${version}\n` };
}

/** Names the setting of an argument that other programs would accept. */
function refusal(argument: string): string {
  const shown = argument.slice(0, SHOWN_ARGUMENT_LENGTH);
  const [, word, value = '…'] = /^-*([A-Za-z][A-Za-z0-9_-]*)(?:=(.*))?$/s.exec(shown) ?? [];
  const name = word?.toUpperCase().replaceAll('-', '_');
  const isSetting = name !== undefined && Object.hasOwn(SETTINGS, name);
  const written = /^[\w./:…-]*$/.test(value) ? value : JSON.stringify(value);
  const advice = isSetting ? `settings are not arguments, write ${name}=${written} npm start; ` : '';
  return `unknown argument ${JSON.stringify(shown)}: ${advice}--help lists options and settings`;
}

/** Usage, options and settings, as `--help` prints them. */
export function helpText(version: string): string {
  const settings = Object.entries(SETTINGS).flatMap(([name, { default: fallback, unset, meaning }]) => [
    `  ${name} (${fallback === null ? `unset: ${plain(unset!)}` : `default ${fallback}`})`,
    ...wrapped(plain(meaning), HELP_COLUMNS, '      '),
  ]);
  return [
    `pinrate ${version}: serviceability, rates and allocation of parcels between two pincodes of India`,
    '',
    'Usage',
    '  npm start                          compiles what changed, then starts',
    '  node dist/src/main.js              starts what npm run compile has made',
    '  npm start -- OPTION                does what OPTION says',
    '',
    'Options',
    '  -h, --help                         prints this',
    '  -v, --version                      prints the version',
    '',
    'Settings',
    ...wrapped(
      'They are read from the environment and from a file .env in the working directory; the environment wins. Each '
        + 'may be written with the prefix PINRATE_ (PINRATE_PORT for PORT), which wins over the same name without it.',
      HELP_COLUMNS,
      '  ',
    ),
    '',
    ...settings,
    '',
    'Documentation',
    '  README.md and docs/; a running pinrate describes its API at /docs (http://127.0.0.1:8080/docs)',
    '',
  ].join('\n');
}

/** Without Markdown's code marks. */
function plain(markdown: string): string {
  return markdown.replaceAll('`', '');
}

function wrapped(text: string, columns: number, indent: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || longer.length > columns) lines.push(indent + word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
