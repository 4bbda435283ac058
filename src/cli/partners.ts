/** `pinrate partners` and `pinrate zones`: lists of both. */
import type { Command } from 'commander';
import type { Documents } from '../model/documents.js';
import { documentsOf } from '../import/node-documents.js';
import { openSession, type Session } from './session.js';
import { table } from './tables.js';
import { counted, whole } from '../words.js';
import type { World } from './world.js';

const PARTNER_EXAMPLES = `
Examples:
  pinrate partners
  pinrate partners --json | jq -r .partnerId

--json prints a document a line.`;

const ZONE_EXAMPLES = `
Examples:
  pinrate zones dharaline-surface
  pinrate zones dharaline-surface --json | jq .geographical

--json prints a document a line.`;

export function addPartners(program: Command, world: World): void {
  program
    .command('partners')
    .summary('who carries parcels')
    .description('Lists the partners, with what they carry.')
    .addHelpText('after', PARTNER_EXAMPLES)
    .action(async (_options: object, command: Command) => {
      const session = await openSession(world, command);
      show(session, await documentsOf(session.pinrate, 'partners'), (partners) => partnersInWords(partners, world));
    });
}

export function addZones(program: Command, world: World): void {
  program
    .command('zones')
    .summary('the zones of a partner')
    .description('Lists the zones of a partner with their places and services.')
    .argument('<partner>', 'the id of the partner')
    .addHelpText('after', ZONE_EXAMPLES)
    .action(async (partner: string, _options: object, command: Command) => {
      const session = await openSession(world, command);
      const zones = await documentsOf(session.pinrate, 'zones', partner);
      show(session, zones, () => zonesInWords(zones, partner, world));
    });
}

function show<D>(session: Session, documents: readonly D[], inWords: (documents: readonly D[]) => string): void {
  const lines = (): string => documents.map((document) => `${JSON.stringify(document)}\n`).join('');
  session.print(session.isJson ? lines() : inWords(documents));
}

function partnersInWords(partners: readonly Documents['partners'][], world: World): string {
  const rows = partners.map(({ partnerId, name, status, limits, shipmentTypes, paymentTypes }) => [
    partnerId,
    name,
    status,
    `${shipmentTypes.join(' ')}, ${paymentTypes.join(' ')}\nup to ${whole(limits.maxWeight)} g`,
  ]);
  const columns = [{ title: 'PARTNER', fixed: true }, { title: 'NAME' }, { title: 'STATUS', fixed: true }];
  return rows.length === 0
    ? 'There are no partners.\n'
    : table([...columns, { title: 'CARRIES', fixed: true }], rows, world);
}

function zonesInWords(zones: readonly Documents['zones'][], partner: string, world: World): string {
  const rows = zones.map(({ id, name, status, attributes, geographical, services }) => [
    String(id),
    name,
    status ? 'active' : 'inactive',
    placesOf(geographical),
    [
      ...services.filter(({ isAvailable }) => isAvailable).map(({ serviceTypeId }) => serviceTypeId),
      ...attributes,
    ].join(' '),
  ]);
  const columns = [
    { title: 'ZONE', align: 'right', fixed: true },
    { title: 'NAME' },
    { title: 'STATUS', fixed: true },
    { title: 'PLACES', fixed: true },
    { title: 'OFFERS' },
  ] as const;
  return rows.length === 0 ? `${partner} has no zones.\n` : table(columns, rows, world);
}

function placesOf({ states, cities, areas }: Documents['zones']['geographical']): string {
  const places = [
    states.length > 0 && counted(states.length, 'state'),
    cities.length > 0 && counted(cities.length, 'city', 'cities'),
    areas.length > 0 && counted(areas.length, 'area'),
  ].filter((text) => text !== false);
  return places.length === 0 ? 'by pincode' : places.join('\n');
}
