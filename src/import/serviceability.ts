/** Serviceability: a list of pincodes as entries of the partner, with what is there already. */
import type { Pinrate } from '../client/connect.js';
import { documentsOf } from './node-documents.js';
import { getPartnerCoverage } from '../client/operations.js';
import { pincodeSet } from '../sheets/cells/pincodes.js';
import type { Effect } from '../sheets/serviceability/effect.js';
import { FLAG_FIELDS, SERVICEABILITY, SERVICES, WITH_PLACES, withOnly } from '../sheets/serviceability/form.js';
import { type MadePincode, missingPincodes } from './missing.js';
import { keepRowsOf, withPartners } from '../sheets/tables/partners.js';
import { MAX_LOST_ROWS, MAX_LOST_SHARE } from '../limits/documents.js';
import { MAX_MADE_PINCODES } from '../limits/sheets.js';
import { PlaceZones } from '../sheets/serviceability/place-zones.js';
import { planServiceability, type ServiceabilityPlan } from '../sheets/serviceability/plan.js';
import { type PincodeRow, pincodeRows } from '../sheets/serviceability/rows.js';
import { type Coverage, type Entry, type PartnerCoverage, SERVICE_NAMES } from '../sheets/serviceability/state.js';
import { SheetZones, type NewZones } from '../sheets/serviceability/zones.js';
import type { SheetFile } from '../sheets/sheet.js';
import { tableOf } from '../sheets/tables/build.js';
import { inSheet } from '../sheets/tables/choose.js';
import { Faults, SheetFaults } from '../sheets/tables/faults.js';
import type { Table } from '../sheets/tables/table.js';
import type { Partner, PincodeRow as Pincode, Zone, ZonePincode } from '../model/documents.js';
import { whole } from '../words.js';
import { ForceNeeded, type Import, type ImportRequest } from './import.js';
import { documentLine, type ImportLine } from './lines.js';
import { soundOf } from './rates.js';

const EXAMPLES = 3;

export async function importServiceability(
  pinrate: Pinrate,
  partner: Partner,
  request: ImportRequest,
  file: SheetFile,
): Promise<Import> {
  const { map, only, others } = request;
  const isPincode = (text: string): boolean => pincodeSet(text).ok;
  const all = request.createMissing ? WITH_PLACES : SERVICEABILITY;
  const form = withPartners(only === null ? all : withOnly(all, only), map);
  const table = await inSheet(file, request.sheet ?? map.sheet, (sheet) =>
    tableOf(sheet, form, map, { isKey: isPincode }),
  );
  checkTransit(partner, table, request);
  const faults = new Faults();
  keepRowsOf(partner.partnerId, table, faults);
  const known = await documentsOf(pinrate, 'pincodes');
  const before = await coverageOfPartner(pinrate, partner.partnerId, known);
  const rows = pincodeRows(table, faults);
  const made = request.createMissing ? await madePincodes(pinrate, rows, known, partner.partnerId, faults) : [];
  const state = { ...before, pincodes: new Set([...before.pincodes, ...made.map((each) => each.pincode)]) };
  const created = request.createZones ? await newZones(pinrate, partner, table, request) : null;
  const zones = new SheetZones(partner.partnerId, state.zones, map.zones, created);
  const hasZones = table.has('zone');
  const closesOthers = request.replace && !hasZones;
  const now = new Date().toISOString();
  const places = new PlaceZones(state.zones);
  const placed = zonesOf(
    made.map(({ document }) => document),
    places,
  );
  const ofPlaces = request.replace && hasZones ? zonesOf(known, places) : null;
  const zoneWithoutEntry = ofPlaces === null ? null : (code: string) => ofPlaces.get(code);
  const moves = { closesOthers, zoneWithoutEntry, placed, now };
  const plan = planServiceability(rows, state, { map, zones, only, others, ...moves }, faults);
  if (!request.skipUnknown && !request.createMissing) addUnknown(plan, faults);
  addUncovered(plan, table, faults);
  if (plan.loss !== null && !request.force && faults.found.length === 0 && !isGuardedByNode(plan, state))
    throw new ForceNeeded('GUARD_LOSSES', plan.loss);
  const entries = plan.entries.map(({ entry, positionOf }): ImportLine => {
    return { text: documentLine('zone-pincodes', entry), positionOf };
  });
  const ofZones = plan.zones.map((zone): ImportLine => {
    return { text: documentLine('zones', zone), positionOf: () => table.positionOf(table.headerLine, 'zone') };
  });
  const ofPincodes = made.map(({ document, position }): ImportLine => {
    return { text: documentLine('pincodes', document), positionOf: () => position, creates: document.pincode };
  });
  return {
    lines: [...ofPincodes, ...ofZones, ...soundOf(entries, faults)],
    table,
    reading: { ...table.reading, repeated: plan.repeated, unknown: plan.unknown.length + made.length },
    does: [...madeInWords(made), ...plan.does],
    made,
    newZones: zones.made.length,
    skipped: request.skipUnknown && plan.unknown.length > 0 ? [`${request.file}: ${leftOut(plan)}`] : [],
    replace: request.replace && !closesOthers ? 'serviceability' : null,
    faults,
  };
}

const TRANSIT_COLUMNS = ['transit', 'transit_days', 'transit_hours'] as const;

/** Times of transit in a list are those from one town: they are wrong from any other. */
function checkTransit({ partnerId, pickupOnlyFrom }: Partner, table: Table, { force, only }: ImportRequest): void {
  const columns = TRANSIT_COLUMNS.filter((name) => table.hasColumn(name) && (only === null || only.includes(name)));
  if (columns.length === 0 || force || pickupOnlyFrom === true) return;
  const names = columns.map((name) => table.positionOf(0, name).column).join(', ');
  throw new ForceNeeded(
    'TRANSIT_FROM_ONE_TOWN',
    `${names} is the transit from one town, and ${partnerId} may be picked up elsewhere: set pickupOnlyFrom of the `
      + 'partner and pickupPincodes of a zone, or leave the column out by ignore in a map',
  );
}

async function madePincodes(
  pinrate: Pinrate,
  rows: readonly PincodeRow[],
  known: readonly Pincode[],
  partnerId: string,
  faults: Faults,
): Promise<MadePincode[]> {
  const cities = await documentsOf(pinrate, 'cities');
  const states = await documentsOf(pinrate, 'states');
  const pincodes = known.toSorted((a, b) => (a.pincode < b.pincode ? -1 : 1));
  const found = new Faults();
  const made = missingPincodes(rows, { pincodes, cities, states }, partnerId, found);
  if (made.length + found.found.length <= MAX_MADE_PINCODES) {
    for (const fault of found.found) faults.add(fault, fault.message);
    return made;
  }
  const message =
    `the node does not know ${whole(made.length + found.found.length)} pincodes, ${examples(made)}: --create-missing `
    + `makes at most ${whole(MAX_MADE_PINCODES)} of a sheet; --skip-unknown leaves them out`;
  throw new SheetFaults([{ ...made[0]!.position, message }]);
}

/** Examples, and how many of them lie where, by which reason. */
function madeInWords(made: readonly MadePincode[]): Effect[] {
  const effects = new Map<string, MadePincode[]>();
  for (const each of made) {
    const way = each.reason.startsWith('near ') ? 'by the nearest pincode' : 'by the city of the sheet';
    effects.set(way, [...(effects.get(way) ?? []), each]);
  }
  return [...effects].map(([way, of]) => {
    const shown = of
      .slice(0, EXAMPLES)
      .map((each) => `${each.pincode} in ${each.city}, ${each.state} (${each.reason})`);
    return { what: `new pincodes ${way}, such as ${shown.join('; ')}`, count: of.length, before: null, after: null };
  });
}

/** Zones that cover pincodes by their places. */
const zonesOf = (pincodes: readonly Pincode[], places: PlaceZones): ReadonlyMap<string, number> =>
  new Map(
    pincodes.flatMap((each) => {
      const zone = places.zoneOf(each);
      return zone === undefined ? [] : [[each.pincode, zone] as const];
    }),
  );

/** So many removed entries are refused by the node, as GUARD_REMOVALS. */
const isGuardedByNode = ({ removed }: ServiceabilityPlan, { entries }: PartnerCoverage): boolean =>
  removed > MAX_LOST_ROWS && removed > entries.size * MAX_LOST_SHARE;

/** One fault for all of them. */
function addUnknown({ unknown }: ServiceabilityPlan, faults: Faults): void {
  const [first] = unknown;
  if (first === undefined) return;
  const what =
    unknown.length === 1 ? `pincode ${first.pincode}` : `${whole(unknown.length)} pincodes, ${examples(unknown)}`;
  const them = unknown.length === 1 ? 'it' : 'them';
  faults.add(
    first,
    `the node does not know ${what}; --create-missing makes ${them}, --skip-unknown leaves ${them} out`,
  );
}

function leftOut({ unknown }: ServiceabilityPlan): string {
  if (unknown.length === 1) return `the node does not know pincode ${unknown[0]!.pincode}; its row is left out`;
  return `the node does not know ${whole(unknown.length)} pincodes, ${examples(unknown)}; their rows are left out`;
}

const examples = (pincodes: readonly { pincode: string }[]): string =>
  `such as ${pincodes
    .slice(0, EXAMPLES)
    .map((each) => each.pincode)
    .join(', ')}`;

/**
 * One fault for all pincodes without a zone.
 * @throws {SheetFaults} with a map to start from if no column says the zone
 */
function addUncovered({ uncovered }: ServiceabilityPlan, table: Table, faults: Faults): void {
  const [first] = uncovered;
  if (first === undefined) return;
  const what =
    uncovered.length === 1 ? `pincode ${first.pincode}` : `${whole(uncovered.length)} pincodes, ${examples(uncovered)}`;
  const message = `is required: no zone of the partner covers ${what}`;
  if (table.has('zone')) return faults.add(first, message);
  throw new SheetFaults(
    [{ line: table.headerLine, column: 'zone', message }, ...faults.found],
    table.proposal(['zone']),
  );
}

/** What the node has of the partner. One list after the other: a credential may have two streams at once. */
async function coverageOfPartner(
  pinrate: Pinrate,
  partnerId: string,
  pincodes: readonly Pincode[],
): Promise<PartnerCoverage> {
  const zones = await documentsOf(pinrate, 'zones', partnerId);
  const entries = await documentsOf(pinrate, 'zone-pincodes', partnerId);
  return {
    partnerId,
    zones,
    entries: new Map(entries.map((entry) => [entry.pincode, withoutMoment(entry)])),
    covered: await covered(pinrate, partnerId),
    pincodes: new Set(pincodes.map((each) => each.pincode)),
  };
}

/** The node knows when it was assigned. */
function withoutMoment(document: ZonePincode): Entry {
  const { assignedAt, ...entry } = document;
  void assignedAt;
  return entry;
}

async function covered(pinrate: Pinrate, partnerId: string): Promise<Map<string, Coverage>> {
  const found = new Map<string, Coverage>();
  const ours: ReadonlySet<string> = new Set(SERVICE_NAMES);
  for await (const line of getPartnerCoverage(pinrate, partnerId)) {
    const { pincode: code, zoneId, services, attributes, blocked } = line;
    found.set(code, {
      zoneId,
      services: new Set(services.filter((service) => ours.has(service))),
      attributes: new Set(attributes),
      isBlocked: blocked !== null,
    });
  }
  return found;
}

/** Free of charge: pickup, delivery, the partner's payment types, and what the flags of the sheet name. */
async function newZones(
  pinrate: Pinrate,
  { paymentTypes }: Partner,
  table: Table,
  { services, zonesBefore }: ImportRequest,
): Promise<NewZones> {
  const ids = (await documentsOf(pinrate, 'zones')).map(({ id }: Zone) => id);
  const flags = FLAG_FIELDS.filter((name) => table.has(name)).map((name) =>
    name === 'oda' || name === 'hill' ? name.toUpperCase() : SERVICES[name],
  );
  return {
    firstId: Math.max(0, ...ids) + 1 + zonesBefore,
    services: services ?? [...new Set(['PICKUP', 'DELIVERY', ...paymentTypes, ...flags])],
    now: new Date().toISOString(),
  };
}
