/** Zones with their services: what each costs where it is available. */
import { money, rupees } from '../../../../sheets/cells/money.js';
import { fault, parsed, type ParsedCell } from '../../../../sheets/cells/text.js';
import { counted } from '../../../../words.js';
import type { Doc } from '../read.js';
import { byRow, type Sheet, type TypedCell } from './sheet.js';

interface ZoneService {
  serviceTypeId: string;
  isAvailable: boolean;
  baseCharge?: number;
}

export interface Zone extends Doc {
  id: number;
  name: string;
  status: boolean;
  attributes: readonly string[];
  tags?: readonly string[] | null;
  geographical: Readonly<Record<'states' | 'cities' | 'areas', readonly number[]>>;
  services: readonly ZoneService[];
}

const SERVICES = ['PICKUP', 'DELIVERY', 'COD', 'PREPAID', 'REVERSE', 'EXPRESS', 'ODA', 'HILL', 'INSURANCE', 'TRACKING'];
const LISTS = ['tags', 'attributes'];

/** A service is its charge in Rupees, `no` where it is refused, blank where the zone does not list it. */
export function zoneSheet(zones: readonly Zone[]): Sheet {
  const byKey = new Map(zones.map((zone) => [String(zone.id), zone]));
  const has = (service: string): boolean =>
    zones.some(({ services }) => services.some(({ serviceTypeId }) => serviceTypeId === service));
  return {
    key: 'zones',
    title: 'Zones',
    units: 'A service is its charge in ₹; no: it is refused; blank: the zone does not list it.',
    rowHead: 'Zone',
    columns: [
      { key: 'name', name: 'Name' },
      { key: 'covers', name: 'Covers' },
      { key: 'status', name: 'Active' },
      { key: 'tags', name: 'Tags' },
      { key: 'attributes', name: 'Attributes' },
      ...SERVICES.filter(has).map((service) => ({ key: service, name: service, isNumber: true })),
    ],
    rows: zones.map(({ id }) => ({ key: String(id), name: `zones/${id}`, to: `/documents/zones/${id}` })),
    text(row, column) {
      const zone = byKey.get(row);
      return zone === undefined ? '' : textOf(zone, column);
    },
    read: (row, column, text) => read(byKey.get(row), column, text.trim()),
    // places come by a sheet of serviceability, which makes zones, too
    newRow: null,
    newColumn: (heading) =>
      SERVICES.includes(heading.trim().toUpperCase())
        ? { key: heading.trim().toUpperCase(), name: heading.trim().toUpperCase(), isNumber: true }
        : null,
    lines: (cells) =>
      [...byRow(cells)].map(([key, of]) => ({
        collection: 'zones',
        document: of.reduce(changed, byKey.get(key)!),
      })),
  };
}

function textOf(zone: Zone, column: string): string {
  if (column === 'name') return zone.name;
  if (column === 'covers') return placesOf(zone);
  if (column === 'status') return zone.status ? 'yes' : 'no';
  if (LISTS.includes(column)) return ((zone[column] ?? []) as string[]).join(', ');
  const service = zone.services.find(({ serviceTypeId }) => serviceTypeId === column);
  if (service === undefined) return '';
  return service.isAvailable ? String(service.baseCharge ?? 0) : 'no';
}

function placesOf({ geographical: { states, cities, areas } }: Zone): string {
  const parts = [
    ...(states.length > 0 ? [counted(states.length, 'state')] : []),
    ...(cities.length > 0 ? [counted(cities.length, 'city', 'cities')] : []),
    ...(areas.length > 0 ? [counted(areas.length, 'area')] : []),
  ];
  return parts.length === 0 ? 'pincodes' : parts.join(', ');
}

function read(zone: Zone | undefined, column: string, text: string): ParsedCell<string> {
  if (column === 'covers')
    return text === (zone && placesOf(zone)) ? parsed(text) : fault('Import serviceability for that');
  if (column === 'name') return text === '' ? fault('A zone has a name') : parsed(text);
  if (column === 'status') return /^(?:yes|no)$/i.test(text) ? parsed(text.toLowerCase()) : fault('must be yes or no');
  if (LISTS.includes(column))
    return parsed(
      text
        .toUpperCase()
        .split(/[,;]\s*/)
        .filter(Boolean)
        .join(', '),
    );
  if (text === '') return parsed('');
  if (/^(?:no|n)$/i.test(text)) return parsed('no');
  const amount = money(/^(?:yes|y)$/i.test(text) ? '0' : text, 2);
  if (!amount.ok) return fault('must be an amount, 0 or no');
  return amount.value < 0n ? fault('must be 0 or more') : parsed(String(rupees(amount.value)));
}

function changed(zone: Zone, { column: { key }, text }: TypedCell): Zone {
  if (key === 'name') return { ...zone, name: text };
  if (key === 'status') return { ...zone, status: text === 'yes' };
  if (LISTS.includes(key)) return { ...zone, [key]: text.split(', ').filter(Boolean) };
  const { services } = zone;
  const isIt = ({ serviceTypeId }: ZoneService): boolean => serviceTypeId === key;
  if (text === '') return { ...zone, services: services.filter((service) => !isIt(service)) };
  const said = text === 'no' ? { isAvailable: false } : { isAvailable: true, baseCharge: Number(text) };
  return {
    ...zone,
    services: services.some(isIt)
      ? services.map((service) => (isIt(service) ? { ...service, ...said } : service))
      : [...services, { serviceTypeId: key, ...said }],
  };
}
