/** Serviceability: a list of pincodes as entries of the partner, with what is there already. */
import type { Pinrate } from '../client/connect.js';
import { documentsOf } from './node-documents.js';
import { getPartnerCoverage } from '../client/operations.js';
import { pincode } from '../sheets/cells/pincodes.js';
import { FLAG_FIELDS, SERVICEABILITY, SERVICES } from '../sheets/serviceability/form.js';
import { planServiceability, type ServiceabilityPlan } from '../sheets/serviceability/plan.js';
import { pincodeRows } from '../sheets/serviceability/rows.js';
import { type Coverage, type Entry, type PartnerCoverage, SERVICE_NAMES } from '../sheets/serviceability/state.js';
import { SheetZones, type NewZones } from '../sheets/serviceability/zones.js';
import type { SheetFile } from '../sheets/sheet.js';
import { tableOf } from '../sheets/tables/build.js';
import { inSheet } from '../sheets/tables/choose.js';
import { Faults, SheetFaults } from '../sheets/tables/faults.js';
import type { Table } from '../sheets/tables/table.js';
import type { Partner, Zone, ZonePincode } from '../model/documents.js';
import { whole } from '../words.js';
import { type Import, type ImportRequest, TooManyLosses } from './import.js';
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
  const isPincode = (text: string): boolean => pincode(text).ok;
  const table = await inSheet(file, request.sheet ?? map.sheet, (sheet) =>
    tableOf(sheet, SERVICEABILITY, map, { isKey: isPincode }),
  );
  const state = await coverageOfPartner(pinrate, partner.partnerId);
  const faults = new Faults();
  const rows = pincodeRows(table, faults);
  const created = request.createZones ? await newZones(pinrate, partner, table, request.services) : null;
  const zones = new SheetZones(partner.partnerId, state.zones, map.zones, created);
  const hasZones = table.has('zone');
  const closesOthers = request.replace && !hasZones;
  const plan = planServiceability(rows, state, { map, zones, only, others, closesOthers }, faults);
  if (!request.skipUnknown) addUnknown(plan, faults);
  addUncovered(plan, table, faults);
  if (plan.loss !== null && !request.force && faults.found.length === 0) throw new TooManyLosses(plan.loss);
  const entries = plan.entries.map(({ entry, positionOf }): ImportLine => {
    return { text: documentLine('zone-pincodes', entry), positionOf };
  });
  const ofZones = plan.zones.map((zone): ImportLine => {
    return { text: documentLine('zones', zone), positionOf: () => table.positionOf(table.headerLine, 'zone') };
  });
  return {
    lines: [...ofZones, ...soundOf(entries, faults)],
    table,
    reading: { ...table.reading, repeated: plan.repeated, unknown: plan.unknown.length },
    does: plan.does,
    skipped: request.skipUnknown && plan.unknown.length > 0 ? [`${request.file}: ${leftOut(plan)}`] : [],
    replace: request.replace && !closesOthers ? 'serviceability' : null,
    faults,
  };
}

/** One fault for all of them. */
function addUnknown({ unknown }: ServiceabilityPlan, faults: Faults): void {
  const [first] = unknown;
  if (first === undefined) return;
  const what =
    unknown.length === 1 ? `pincode ${first.pincode}` : `${whole(unknown.length)} pincodes, ${examples(unknown)}`;
  faults.add(
    first,
    `the node does not know ${what}; --skip-unknown leaves ${unknown.length === 1 ? 'it' : 'them'} out`,
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
async function coverageOfPartner(pinrate: Pinrate, partnerId: string): Promise<PartnerCoverage> {
  const zones = await documentsOf(pinrate, 'zones', partnerId);
  const entries = await documentsOf(pinrate, 'zone-pincodes', partnerId);
  const pincodes = await documentsOf(pinrate, 'pincodes');
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
  services: readonly string[] | null,
): Promise<NewZones> {
  const ids = (await documentsOf(pinrate, 'zones')).map(({ id }: Zone) => id);
  const flags = FLAG_FIELDS.filter((name) => table.has(name)).map((name) =>
    name === 'oda' || name === 'hill' ? name.toUpperCase() : SERVICES[name],
  );
  return {
    firstId: Math.max(0, ...ids) + 1,
    services: services ?? [...new Set(['PICKUP', 'DELIVERY', ...paymentTypes, ...flags])],
    now: new Date().toISOString(),
  };
}
