/** `pinrate log`: changes and their callers, newest first. */
import { type Command, Option } from 'commander';
import { getChange, listChanges } from '../client/operations.js';
import type { ChangeEntry, ChangeSet } from '../contract/changes.js';
import { differencesInWords, differencesOf } from './change-answer.js';
import { since as moment } from './moments.js';
import { changeId, wholeNumber } from './numbers.js';
import { openSession } from './session.js';
import { table } from './tables.js';
import { countsInWords, inIndia } from './words.js';
import { printable, type World } from './world.js';

interface LogOptions {
  partner?: string;
  collection?: string;
  key?: string;
  by?: string;
  since?: string;
  before?: number;
  after?: number;
  limit: number;
}

const CHANGES_SHOWN = 20;

const EXAMPLES = `
Examples:
  pinrate log
  pinrate log --partner dharaline-surface --since 7d
  pinrate log --since 2026-07-01
  pinrate log --by service:billing --collection packages --limit 100
  pinrate log --collection packages --key 103
  pinrate log 57

With a number the log shows the fields that this change has changed, and a few
examples of new and removed documents; --after shows the next entries. With
--json it prints the node's answer: a page of changes or of entries, and in next
the number for --before or --after, null at the end.`;

export function addLog(program: Command, world: World): void {
  program
    .command('log')
    .summary('who has changed what')
    .description('Lists the changes of the documents, newest first, or shows one of them.')
    .argument('[change]', 'the number of a change', changeId)
    .option('--partner <id>', 'changes of this partner')
    .option('--collection <name>', 'changes of this collection')
    .option('--key <key>', 'with --collection: changes of this document')
    .option('--by <caller>', 'changes by this caller, as service:billing')
    .option('--since <time>', '7d, 12h, yesterday, today, a day in India as 2026-07-01, or a moment', moment)
    .option('--before <change>', 'changes that are older than this one', wholeNumber)
    .option('--after <entry>', 'with a change: its entries after this one', wholeNumber)
    .addOption(new Option('--limit <count>', 'at most so many').default(CHANGES_SHOWN).argParser(wholeNumber))
    .addHelpText('after', EXAMPLES)
    .action(async (change: number | undefined, options: LogOptions, command: Command) => {
      const session = await openSession(world, command);
      if (change !== undefined) {
        const answer = await getChange(session.pinrate, change, { after: options.after });
        return session.show(answer, ({ data, next }) => changeSetInWords(data, next, world));
      }
      const { partner, collection, key, by, since, before, limit } = options;
      const query = { partnerId: partner, collection, key, by, since, before, limit };
      const answer = await listChanges(session.pinrate, query);
      session.show(answer, ({ data }) => listInWords(data, limit, world));
    });
}

function listInWords(changes: readonly ChangeSet[], limit: number, world: World): string {
  if (changes.length === 0) return 'There are no such changes.\n';
  const rows = changes.map(({ id, at, by, route, note, partnerIds, counts }) => [
    String(id),
    inIndia(at),
    callerOf(by),
    [countsInWords(counts), partnersOf(partnerIds), note ?? route ?? ''].filter((text) => text !== '').join('\n'),
  ]);
  const columns = [
    { title: 'CHANGE', align: 'right', fixed: true },
    { title: 'AT (IST)', fixed: true },
    { title: 'BY', fixed: true },
    { title: 'WHAT' },
  ] as const;
  const older = changes.length < limit ? '' : `Older ones: pinrate log --before ${changes.at(-1)!.id}\n`;
  return table(columns, rows, world) + older;
}

function changeSetInWords(
  change: ChangeSet & { entries: ChangeEntry[] },
  next: number | null | undefined,
  world: World,
): string {
  const { id, at, by, route, note, partnerIds, counts, entries } = change;
  const lines = [
    `Change ${id} at ${inIndia(at)} IST by ${callerOf(by)}: ${countsInWords(counts)}`,
    route ? `Route: ${route}` : '',
    note ? `Note: ${note}` : '',
    partnersOf(partnerIds),
  ];
  const head = lines
    .filter((line) => line !== '')
    .map((line) => `${printable(line)}\n`)
    .join('');
  const further = next ? `Further entries: pinrate log ${id} --after ${next}\n` : '';
  return head + differencesInWords(entries.flatMap(differencesOf), world) + further;
}

const callerOf = ({ kind, id }: ChangeSet['by']): string => (id ? `${kind}:${id}` : kind);

const partnersOf = (partnerIds: readonly string[] = []): string =>
  partnerIds.length === 0 ? '' : `Partners: ${partnerIds.join(', ')}`;
