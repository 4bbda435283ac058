/** `pinrate backtest`: what a policy would have done. */
import { type Command, Option } from 'commander';
import { backtestAllocation } from '../../client/operations.js';
import type { BacktestFigures } from '../../contract/allocation-figures.js';
import type { BacktestLine } from '../../contract/backtest.js';
import { STRATEGIES } from '../../domain/strategies.js';
import { counted, whole } from '../../words.js';
import { day, since } from '../moments.js';
import { wholeNumber } from '../numbers.js';
import { askedWith, policyOf } from '../policy-argument.js';
import { Progress } from '../progress.js';
import { openSession } from '../session.js';
import { CommandError, EXIT, type World } from '../world.js';
import { type OrderOptions, ordersIn, placedInOrders } from './orders.js';
import { figuresInWords } from './words.js';

interface BacktestOptions extends OrderOptions {
  since?: string;
  to?: string;
  limit?: number;
  customer?: string;
}

const EXAMPLES = `
Examples:
  pinrate backtest season.json
  pinrate backtest season.json --since 7d --customer arkaja-fashion
  pinrate backtest NONE --since 2026-11-01 --to 2026-11-30
  pinrate backtest season.json orders.csv --map orders.yaml

Asks the shipments that were assigned since then again, at the rates of now,
and says who would have got them by the policy, and what that costs. A policy is
a file with a document in JSON, alone or as a line for pinrate apply, the id of
a stored one, or NONE. With a sheet of orders these are asked in place of the
node's own: headings as of pinrate rate, date is when an order was assigned,
partner is who had it, by its id or by values: partner in the map. Nothing is
stored.`;

export function addBacktest(program: Command, world: World): void {
  program
    .command('backtest')
    .summary('what a policy would have done')
    .description('Says who would have got the shipments of the last weeks by a policy, and what that costs.')
    .argument('<policy>', 'a file with a document, the id of a stored policy, or NONE')
    .argument('[orders]', 'orders from elsewhere: a workbook or a CSV file')
    .option('--since <time>', 'shipments assigned since then; 30d unless given, of orders all')
    .option('--to <time>', 'and until then, a day to its end; now unless given, of orders all', day)
    .option('--limit <number>', 'the latest so many at most; 100,000 unless given', wholeNumber)
    .option('--customer <id>', 'of this customer alone')
    .option('--map <file>', 'of the orders: a file in YAML with the meaning of headings and words')
    .option('--sheet <name>', 'of the orders: the name or number of the sheet in a workbook')
    .option('--all-faults', 'of the orders: list all faults, not the first of each kind')
    .addOption(new Option('--strategy <strategy>', 'of the orders').choices(STRATEGIES).default('BEST_MATCH'))
    .addHelpText('after', EXAMPLES)
    .action(async (policy: string, orders: string | undefined, options: BacktestOptions, command: Command) => {
      const question = await questionOf(policy, orders !== undefined, options);
      const session = await openSession(world, command);
      const lines = orders === undefined ? null : await ordersIn(session, orders, options);
      const body = lines === null ? question : [question, ...lines.map(({ text }) => text)];
      const figures = await askedWith(question, () =>
        follow(backtestAllocation(session.pinrate, body as Parameters<typeof backtestAllocation>[1]), world),
      ).catch((error: unknown) => {
        throw lines === null ? error : placedInOrders(error, orders!, lines, options);
      });
      session.print(session.isJson ? `${JSON.stringify(figures)}\n` : figuresInWords(figures, world));
    });
}

async function questionOf(policy: string, hasOrders: boolean, options: BacktestOptions): Promise<object> {
  const { since: from, to, limit, customer } = options;
  const isOfAll = hasOrders && from === undefined;
  return {
    ...(await policyOf(policy)),
    ...(!isOfAll && { from: since(from ?? '30d') }),
    ...(to !== undefined ? { to } : !isOfAll && { to: new Date().toISOString() }),
    ...(limit !== undefined && { limit }),
    ...(customer !== undefined && { customerId: customer }),
  };
}

/** @throws CommandError when the answer has no figures */
async function follow(lines: AsyncIterable<BacktestLine>, world: World): Promise<BacktestFigures> {
  const progress = new Progress(world);
  try {
    for await (const line of lines) {
      if ('error' in line) throw new CommandError(EXIT.notReached, `${line.error.code}: ${line.error.message}`);
      if (!('progress' in line)) return line;
      const { parcels, of } = line.progress;
      progress.at(`${whole(parcels)} of ${counted(of, 'shipment')}`, of === 0 ? 1 : parcels / of);
    }
  } finally {
    progress.end();
  }
  throw new CommandError(EXIT.notReached, 'the answer ended before its figures; ask again');
}
