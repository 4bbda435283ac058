/** `pinrate pincode`: where a pincode is, and who covers it. */
import type { Command } from 'commander';
import { getPincode } from '../client/operations.js';
import { openSession } from './session.js';
import { pincode as sixDigits } from './quote-arguments.js';
import { table } from './tables.js';
import { inIndia } from './words.js';
import { heading, type World } from './world.js';

type Pincode = Awaited<ReturnType<typeof getPincode>>['data'];

const EXAMPLES = `
Examples:
  pinrate pincode 110001
  pinrate pincode 800001 --json

BY is what assigns it to the zone: its own entry, or an area, city or state.`;

export function addPincode(program: Command, world: World): void {
  program
    .command('pincode')
    .summary('who covers a pincode, and how')
    .description('Shows where a pincode is, and each partner that covers it, with zone, services and block.')
    .argument('<pincode>', 'six digits', sixDigits)
    .addHelpText('after', EXAMPLES)
    .action(async (code: string, _options: object, command: Command) => {
      const session = await openSession(world, command);
      const answer = await getPincode(session.pinrate, code);
      session.show(answer, ({ data }) => inWords(data, world));
    });
}

function inWords({ pincode, cityName, stateName, partners }: Pincode, world: World): string {
  const title = `${pincode}: ${cityName}, ${stateName}`;
  if (partners.length === 0) return `${heading(title, world)}\nNobody covers it.\n`;
  const rows = partners.map(({ partnerId, zoneId, zone, level, services, attributes, blocked }) => [
    partnerId,
    `${zone} (${zoneId})`,
    level,
    // ODA and HILL are services and attributes
    [[...new Set([...services, ...attributes])].join(' '), blockInWords(blocked)]
      .filter((text) => text !== '')
      .join('\n'),
  ]);
  const columns = [
    { title: 'PARTNER', fixed: true },
    { title: 'ZONE' },
    { title: 'BY', fixed: true },
    { title: 'OFFERS HERE' },
  ];
  return `${heading(title, world)}\n${table(columns, rows, world)}`;
}

function blockInWords(blocked: Pincode['partners'][number]['blocked']): string {
  if (blocked === null) return '';
  const end = blocked.to === null ? '' : ` to ${inIndia(blocked.to)}`;
  return `blocked from ${inIndia(blocked.from)}${end}: ${blocked.reason}`;
}
