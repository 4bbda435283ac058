/** The options of `pinrate import`. */
import { Argument, type Command, Option } from 'commander';
import { FLAG_FIELDS, type Name, SERVICEABILITY } from '../../sheets/serviceability/form.js';
import { CommandError, EXIT } from '../world.js';
import { changeId } from '../numbers.js';
import { KINDS } from '../../import/kinds.js';

export interface ImportOptions {
  partner?: string;
  map?: string;
  propose?: string;
  sheet?: string;
  set: string[];
  dryRun?: boolean;
  replace?: boolean;
  skipUnknown?: boolean;
  createMissing?: boolean;
  report?: string;
  createZones?: boolean;
  services?: string;
  only?: string;
  others?: 'Y' | 'N';
  perKg?: boolean | 'exact';
  withTax?: boolean;
  keep?: boolean;
  allFaults?: boolean;
  force?: boolean;
  strict?: boolean;
  note?: string;
  basis?: number;
}

const EXAMPLES = `
Examples:
  pinrate import serviceability pincodes.xlsx --partner nabhdoot-air --dry-run
  pinrate import serviceability pincodes.csv --partner nabhdoot-air --replace
  pinrate import serviceability oda.xlsx --partner nabhdoot-air --only oda
  pinrate import rates matrix.csv --partner nabhdoot-air --map map.yaml
  pinrate import rates zones.xlsx --partner nabhdoot-air --per-kg
  pinrate import charges fuel.csv --partner nabhdoot-air --note "fuel of July"

Files are workbooks (.xlsx, .xlsm) and CSV. Headings:
  serviceability  pincode, zone, pickup, delivery, prepaid, cod, reverse, oda,
                  hill, max_cod, edl_km, transit_days, transit_hours, embargo,
                  blocked_from, blocked_to, reason
  rates           slab, and a column for each lane or FROM>TO pair of zones; the
                  other shapes of docs/sheets.md; or the fields of packages
  charges         the fields of customer-charges, surcharges or distance-charges
  transit         lane, from_zone, to_zone, hours
Other usual headings are known too. A map says the rest:
  columns:
    zone: Area Type
  values:
    zone:
      Metro: 201
All rows count, or none. docs/sheets.md has the details.`;

/** Kinds for which an option has a meaning. */
const GOES_WITH: readonly [option: keyof ImportOptions, flag: string, kind: string][] = [
  ['skipUnknown', '--skip-unknown', 'serviceability'],
  ['createMissing', '--create-missing', 'serviceability'],
  ['report', '--report', 'serviceability'],
  ['createZones', '--create-zones', 'serviceability'],
  ['services', '--services', 'serviceability'],
  ['only', '--only', 'serviceability'],
  ['others', '--others', 'serviceability'],
  ['perKg', '--per-kg', 'rates'],
  ['withTax', '--with-tax', 'rates'],
  ['keep', '--keep', 'rates'],
];

export function withOptions(command: Command): Command {
  const list = (value: string, before: string[]): string[] => [...before, value];
  return command
    .summary("change a partner's documents from a courier's sheet")
    .description("Turns the rows of a courier's sheet into documents of a partner, all of them or none.")
    .addArgument(new Argument('<kind>', 'what the sheet has').choices(KINDS))
    .argument('<file>', 'a workbook or a CSV file')
    .option('--partner <id>', 'whose rows these are, unless the map has partners')
    .option('--map <file>', 'a file in YAML with the meaning of headings and words')
    .option('--propose <file>', 'write a map of the sheet, and change nothing')
    .option('--sheet <name>', 'the name or number of the sheet in a workbook')
    .addOption(
      new Option('--set <field=value>', 'what counts where a row says nothing; may be repeated')
        .argParser(list)
        .default([], 'nothing'),
    )
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--replace', "the rows are all of the partner's; others end, or are removed")
    .option('--skip-unknown', 'leave out pincodes that the node does not know')
    .option('--create-missing', 'make the pincodes that the node does not know, at most 5,000')
    .option('--report <folder>', 'where pincodes.csv lists the pincodes of --create-missing')
    .option('--create-zones', 'make the zones that the partner does not have')
    .option('--services <types>', 'of --create-zones, such as PICKUP,DELIVERY,COD')
    .option('--only <fields>', 'change these fields alone, of pincodes that the partner covers')
    .addOption(new Option('--others <value>', 'of --only with one flag: at all other pincodes').choices(['Y', 'N']))
    .addOption(new Option('--per-kg [exact]', 'prices are for each started kg, or to the gram').choices(['exact']))
    .option('--with-tax', "the sheet's amounts include tax")
    .option('--keep', 'keep rows of the same routes that the sheet does not have')
    .option('--all-faults', 'list all faults, not the first of each kind')
    .option('--force', 'even when much is taken away')
    .option('--strict', 'not when it brings errors of the linter')
    .option('--note <text>', 'why, for the log; the name of the sheet unless given')
    .option('--basis <change>', 'not when the partner has changed since this change', changeId)
    .addHelpText('after', EXAMPLES);
}

/** @throws a CommandError about usage if options do not go with the kind, or with each other */
export function checkOptions(kind: string, options: ImportOptions): void {
  for (const [option, flag, needed] of GOES_WITH)
    if (options[option] !== undefined && kind !== needed) throw usage(`${flag} goes with ${needed} alone`);
  if (options.createMissing === true && options.skipUnknown === true)
    throw usage('--create-missing and --skip-unknown contradict each other');
  if (options.createMissing === true && options.only !== undefined)
    throw usage('--create-missing does not go with --only, which is about pincodes that the partner covers');
  if (options.replace === true && options.only !== undefined)
    throw usage('--replace does not go with --only, which leaves everything else as it is');
  if (options.report !== undefined && options.createMissing !== true)
    throw usage('--report goes with --create-missing');
  if (options.keep === true && options.replace === true) throw usage('--keep and --replace contradict each other');
  if (options.services !== undefined && options.createZones !== true)
    throw usage('--services goes with --create-zones');
  const only = onlyOf(options);
  if (options.others === undefined) return;
  const [flag] = only ?? [];
  if (only?.length !== 1 || !(FLAG_FIELDS as readonly string[]).includes(flag!))
    throw usage(`--others goes with --only and one of ${FLAG_FIELDS.join(', ')}`);
}

const BLOCKED = ['blocked_from', 'blocked_to', 'reason', 'embargo'];
const TRANSIT = ['transit', 'transit_days', 'transit_hours'];

/** null: all fields. */
export function onlyOf({ only }: ImportOptions): Name[] | null {
  if (only === undefined) return null;
  const fields = SERVICEABILITY.names.filter(
    (name) => name !== 'pincode' && name !== 'zone' && ![...BLOCKED, ...TRANSIT].includes(name),
  );
  return only.split(',').flatMap((text) => {
    const word = text.trim().toLowerCase();
    if (word === 'blocked') return BLOCKED as Name[];
    if (word === 'transit') return TRANSIT as Name[];
    if (!fields.includes(word)) throw usage(`--only ${text}: must be ${[...fields, 'blocked', 'transit'].join(', ')}`);
    return [word as Name];
  });
}

const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
