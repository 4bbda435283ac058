/** `pinrate hold` and `pinrate release`: places that a partner does not serve for a time. */
import type { Command } from 'commander';
import type { holdPartner as holdContract } from '../contract/holds.js';
import type { AnswerOf } from '../contract/types.js';
import { endHold, holdPartner } from '../client/operations.js';
import { wholeNumber } from './numbers.js';
import { pincode } from './quote-arguments.js';
import { openSession } from './session.js';
import { inIndia } from './words.js';
import type { World } from './world.js';

interface HoldOptions {
  state?: (string | number)[];
  city?: (string | number)[];
  area?: number[];
  pincode?: string[];
  everywhere?: boolean;
  end?: 'PICKUP' | 'DELIVERY' | 'BOTH';
  until?: string;
  reason: string;
  note?: string;
  dryRun?: boolean;
}

type Hold = AnswerOf<typeof holdContract>['data'];

const HOLD_EXAMPLES = `
Examples:
  pinrate hold kachhua-cargo --state BR --until 2026-12-05 --reason floods
  pinrate hold kachhua-cargo --city "Pune, MH" --pincode 110001 --end DELIVERY --reason strike
  pinrate hold kachhua-cargo --everywhere --reason "no vehicles" --dry-run

A place may be given several times. --until is a day, which the hold includes,
or a moment; without it the hold lasts until pinrate release ends it.`;

/** Adds what an option is given to what it has been given. */
const further =
  <T>(parse: (text: string) => T) =>
  (text: string, given: T[] = []): T[] => [...given, parse(text)];
/** An id, or a name. */
const place = (text: string): string | number => (/^[0-9]{1,15}$/.test(text) ? Number(text) : text);

export function addHold(program: Command, world: World): void {
  program
    .command('hold')
    .summary('serve places no more for a time')
    .description('From now on the partner serves nothing at these places: its quotes there are refused as ON_HOLD.')
    .argument('<partner>', 'the id of the partner')
    .option('--state <code>', 'a state, as BR', further(place))
    .option('--city <name>', 'a city, as "Pune, MH"', further(place))
    .option('--area <id>', 'an area', further(wholeNumber))
    .option('--pincode <pincode>', 'a single pincode', further(pincode))
    .option('--everywhere', 'all places')
    .option('--end <end>', 'which end of a route, PICKUP or DELIVERY; both unless given')
    .option('--until <time>', 'the last day, as 2026-12-05, or the last moment')
    .requiredOption('--reason <text>', 'why, as refusals show it')
    .option('--note <text>', 'for the log')
    .option('--dry-run', 'check it without doing it')
    .addHelpText('after', HOLD_EXAMPLES)
    .action(async (partner: string, options: HoldOptions, command: Command) => {
      const { state, city, area, pincode: pincodes, everywhere, end, until, reason, note, dryRun } = options;
      const session = await openSession(world, command);
      const body = { states: state, cities: city, areas: area, pincodes, everywhere, end, until, reason };
      const answer = await holdPartner(session.pinrate, partner, body, { query: { note, dryRun } });
      session.show(answer, ({ data }) => heldInWords(data, dryRun === true));
    });
}

const RELEASE_EXAMPLES = `
Examples:
  pinrate release 12`;

export function addRelease(program: Command, world: World): void {
  program
    .command('release')
    .summary('end a hold')
    .description('From now on the hold does not count.')
    .argument('<hold>', 'the number of the hold, which hold has printed', wholeNumber)
    .option('--note <text>', 'for the log')
    .option('--dry-run', 'check it without doing it')
    .addHelpText('after', RELEASE_EXAMPLES)
    .action(async (hold: number, { note, dryRun }: { note?: string; dryRun?: boolean }, command: Command) => {
      const session = await openSession(world, command);
      const answer = await endHold(session.pinrate, hold, { note, dryRun });
      session.show(answer, ({ data: { id, reason } }) =>
        dryRun === true ? `The hold ${id} (${reason}) would end.\n` : `The hold ${id} (${reason}) has ended.\n`,
      );
    });
}

function heldInWords({ id, partnerId, to, reason }: Hold, isDry: boolean): string {
  const until = to === null || to === undefined ? 'until further notice' : `until ${inIndia(to)}`;
  const end = isDry ? 'would be on hold' : `is on hold as number ${id}`;
  return `${partnerId} ${end}, ${until} (${reason}).\n`;
}
