/** `pinrate reconcile`: a courier's invoice against what the contract allows. */
import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { FileFaults } from '../import/file-faults.js';
import { day } from '../moments.js';
import { openSession, type Session } from '../session.js';
import { CommandEnd, CommandError, EXIT, printable, type World } from '../world.js';
import { Proposal } from './files.js';
import { reconcileInvoice, type ReconcileOptions } from './run.js';
import { summaryInWords } from './words.js';

const EXAMPLES = `
Examples:
  pinrate reconcile invoice.csv --partner dharaline-surface --out report \\
    --map map.yaml --shipments orders.csv --ledger ledger.csv
  pinrate reconcile invoice.csv --partner dharaline-surface --propose map.yaml

A map says what the amounts are, and what headings and words mean:
  amounts: withTax              # or withoutTax
  invoice:
    columns:
      awb: AWB Code
      charged_weight: Charged Weight
      total: Billing Amount
    units: {charged_weight: kg}
    values:
      direction: {/^fwd/: FORWARD, Forward and RTO: BOTH}
    strip: {awb: /^\\(R\\)/}
  shipments:
    set: {from: 110001}
Sections: invoice, shipments, items, routes. Next to them: amounts, compare,
foot, partners, unknown, codOnReturn. compare: [freight, rto] names what the
total stands for where it is not all.

Fields of the invoice: awb, ref, date, direction, charged_weight, lane, zone,
from_zone, total, freight, rto, fsc, cod, docket, insurance, other, discount,
tax, partner, invoice. Fields of a shipment: those of pinrate rate; sku and
quantity make each row an item.

Out: lines.csv, dispute.csv, unbilled.csv, summary.json, report.html.

Exit codes: 0 all lines OK or within the tolerance, 1 findings or faults of a
sheet, 2 wrong usage, 3 no node reached.`;

export function addReconcile(program: Command, world: World): void {
  program
    .command('reconcile')
    .summary("a courier's invoice against the contract")
    .description('Prices each line of an invoice as it should be, and takes each difference apart by its causes.')
    .argument('<file>', 'the invoice: a workbook or a CSV file, of any length')
    .option('--partner <id>', 'whose invoice it is, unless a column and partners in the map say it')
    .option('--out <folder>', 'where the results go: a folder that is new or empty')
    .option('--map <file>', 'a file in YAML with the meaning of headings and words')
    .option('--propose <file>', 'write a map of the sheets, and reconcile nothing')
    .option('--shipments <file>', 'what was shipped: orders, by awb or ref')
    .option('--items <file>', 'what a SKU weighs')
    .option('--routes <file>', 'the lane or zone that you hold for from and to')
    .option('--ledger <file>', 'what earlier invoices billed; it is read and extended')
    .option('--invoice <number>', "the invoice's number; its column, else the name of the file, unless given")
    .option('--date <day>', 'the day of the rates where neither shipment nor line have one; today unless given', day)
    .addOption(
      new Option('--tolerance <rupees>', 'a difference that is accepted')
        .argParser(tolerance)
        .default(USUAL_TOLERANCE_PAISE, '1.00'),
    )
    .option('--sheet <name>', 'the name or number of the sheet in the invoice, if it is a workbook')
    .option('--all-faults', 'list all faults of a sheet, not the first of each kind')
    .option('--force', 'write over what is in the folder')
    .addHelpText('after', EXAMPLES)
    .action(async (file: string, options: ReconcileOptions, command: Command) => {
      if (options.out === undefined && options.propose === undefined) throw usage('--out is needed: a folder');
      const session = await openSession(world, command);
      await run(session, file, options);
    });
}

async function run(session: Session, file: string, options: ReconcileOptions): Promise<void> {
  try {
    const done = await reconcileInvoice(session, file, options);
    if ('proposal' in done) return await writeProposal(session, options.propose!, done.proposal);
    const { summary, json, hasFindings } = done;
    session.print(session.isJson ? json : summaryInWords(summary, options.out!, session.world));
    if (hasFindings) throw new CommandEnd(EXIT.findings);
  } catch (error) {
    const refusal = error instanceof Proposal ? error.refusal : error;
    if (error instanceof Proposal && options.propose !== undefined)
      await writeProposal(session, options.propose, error.proposal);
    else if (error instanceof Proposal && !session.isJson)
      session.print(`A map to start from, as a file for --map:\n${error.proposal}`);
    throw options.allFaults === true && refusal instanceof FileFaults ? refusal.withAll : refusal;
  }
}

async function writeProposal({ world }: Session, file: string, proposal: string): Promise<void> {
  await writeFile(file, proposal);
  world.err.write(`${printable(file)} is a map of the sheets; nothing was reconciled\n`);
}

const USUAL_TOLERANCE_PAISE = 100;

/** Paise. */
function tolerance(text: string): number {
  const [, rupees, paise = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text) ?? [];
  if (rupees === undefined) throw usage(`--tolerance must be Rupees such as 1.00, and not "${text}"`);
  return Number(rupees) * 100 + Number(paise.padEnd(2, '0'));
}

const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
