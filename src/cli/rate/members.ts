/** `--set member=value` of `pinrate rate`: a cell of every row that says nothing, or a member of every question. */
import { ChargesRequest } from '../../contract/requests.js';
import { SHIPMENTS } from '../../sheets/shipments/form.js';
import { plainHeading } from '../../sheets/tables/headings.js';
import { CommandError, EXIT } from '../world.js';

interface SetMembers {
  /** By fields of the sheet, as {@link readMap} takes them. */
  cells: string[];
  /** By members of calculate-charges that no field is. */
  members: Record<string, unknown>;
}

/** A bulk does not take these. */
const NOT_TAKEN: ReadonlySet<string> = new Set(['includeQuoteToken', 'includeReturns', 'includeLanded']);

/** @param given such as `type=B2B` and `urgency=EXPRESS` @throws a CommandError about usage for an unknown one */
export function setMembers(given: readonly string[]): SetMembers {
  const cells: string[] = [];
  const members: Record<string, unknown> = {};
  for (const each of given) {
    const at = each.indexOf('=');
    const [name, value] = [each.slice(0, at).trim(), each.slice(at + 1).trim()];
    if (at < 1) throw usage(`--set ${each}: must be MEMBER=VALUE`);
    const field = SHIPMENTS.find(name) ?? SHIPMENTS.words.get(plainHeading(name));
    if (field === 'weight' && /^[\d.]+$/.test(value)) cells.push(`weight=${value} g`);
    else if (field !== undefined) cells.push(`${field}=${value}`);
    else members[name] = memberOf(name, value);
  }
  return { cells, members };
}

function memberOf(name: string, text: string): unknown {
  const schemas = ChargesRequest.properties as Readonly<Record<string, { type?: string }>>;
  const schema = Object.hasOwn(schemas, name) && !NOT_TAKEN.has(name) ? schemas[name] : undefined;
  if (schema === undefined) throw usage(`--set ${name}: is no field of a sheet and no member of calculate-charges`);
  if (schema.type === 'array' && !text.startsWith('[')) return text.split(',').map((word) => word.trim());
  return schema.type === undefined || schema.type === 'string' ? text : valueIn(name, text, schema.type);
}

function valueIn(name: string, text: string, type: string): unknown {
  try {
    const value = JSON.parse(text) as unknown;
    if (Array.isArray(value) ? type === 'array' : typeof value === (type === 'integer' ? 'number' : type)) return value;
  } catch {
    // said below
  }
  throw usage(`--set ${name}=${text}: must be a value of the type ${type}`);
}

const usage = (message: string): CommandError => new CommandError(EXIT.usage, message);
