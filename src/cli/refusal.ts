/** A refusal of the node on standard error: code and message, and a line for each detail. */
import type { PinrateError } from '../client/error.js';
import { listDocuments } from '../client/operations.js';
import { type Fault, faultMessage, faultsOf, type PositionOf } from '../import/node-faults.js';
import type { Session } from './session.js';
import { printable } from './world.js';
import { isMembers } from '../model/members.js';

/** Ends a command with these lines for standard error, in place of the usual ones. */
export class Refusal extends Error {
  constructor(
    readonly error: PinrateError,
    readonly lines: readonly string[],
  ) {
    super(error.message);
  }
}

/** Advice for codes that an option of the command answers. */
const ADVICE: Readonly<Record<string, string>> = {
  GUARD_REMOVALS: '--force removes them',
  CHANGED_SINCE: 'pinrate log shows the changes since',
  ROTATION_RUNNING: '--force ends the oldest secret at once',
};

export function refusalLines(error: PinrateError, positionOf: PositionOf = () => undefined): string[] {
  const lines = [`${error.code}: ${error.message}`];
  const faults = faultsOf(error.details);
  if (faults !== undefined) {
    lines.push(...faults.map((fault) => faultLine(fault, positionOf)));
    const further = error.faultCount - faults.length;
    if (further > 0) lines.push(`… and ${further} more`);
  } else lines.push(...detailLines(error));
  const advice = ADVICE[error.code];
  if (advice !== undefined) lines.push(advice);
  return lines.map(printable);
}

/** How many partners a message lists if the node does not have the given one. */
const PARTNERS_NAMED = 50;

/** The lines of a refusal; a wrong secret and an unknown partner get a text for the user that the node cannot know. */
export async function explainedLines(error: PinrateError, session: Session): Promise<readonly string[]> {
  const [first, ...others] = refusalLines(error);
  const { kind, id } = session.caller;
  if (isMembers(error.details) && error.details['reason'] === 'SIGNATURE_MISMATCH')
    return [
      // an unknown id gets the same refusal
      `${error.code}: the secret of ${id} is wrong, or the node knows no ${kind} of this id`,
      // the signed text is long, and left out; --json has it
      ...others.filter((line) => line.startsWith('reason: ')),
    ];
  const partner = unknownPartner(error);
  return partner === undefined ? [first!, ...others] : [first!, printable(await whyNoPartner(partner, session))];
}

/** The partner that the node does not know; undefined: it refuses for another reason. */
function unknownPartner({ code, details }: PinrateError): string | undefined {
  if (!isMembers(details)) return undefined;
  if (code === 'PARTNER_NOT_FOUND' && typeof details['partnerId'] === 'string') return details['partnerId'];
  if (code === 'DOCUMENT_NOT_FOUND' && details['collection'] === 'partners') return String(details['key']);
  return undefined;
}

/** A text with the partners of the node. Without access to them it only names the missing one. */
async function whyNoPartner(partner: string, { pinrate }: Session): Promise<string> {
  const found = await listDocuments(pinrate, 'partners', { limit: PARTNERS_NAMED }).catch(() => null);
  if (found === null) return `there is no partner ${partner}`;
  const ids = (found.data as { partnerId: string }[]).map(({ partnerId }) => partnerId);
  if (ids.includes(partner)) return `${partner} is INACTIVE`;
  const further = found.pagination.total - ids.length;
  return `there is no partner ${partner}: the partners are ${ids.join(', ')}${further > 0 ? ` and ${further} more` : ''}`;
}

export const hasFaults = ({ details }: PinrateError): boolean => faultsOf(details) !== undefined;

function faultLine(fault: Fault, positionOf: PositionOf): string {
  const { line, field } = fault;
  const position = line === undefined ? undefined : (positionOf(line) ?? `line ${line}`);
  return [position, field, faultMessage(fault, positionOf)]
    .filter((part) => part !== undefined && part !== null && part !== '')
    .join(': ');
}

function detailLines({ message, details }: PinrateError): string[] {
  if (details === null || details === message) return [];
  if (Array.isArray(details)) return details.map(shown);
  if (isMembers(details))
    return Object.entries(details).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((item) => `${name}: ${shown(item)}`),
    );
  return [shown(details)];
}

function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (isMembers(value) && typeof value['code'] === 'string' && typeof value['message'] === 'string')
    return `${value['code']}: ${value['message']}`;
  const isDocument = isMembers(value) && Object.keys(value).join() === 'collection,key';
  return isDocument ? `${String(value['collection'])}/${String(value['key'])}` : JSON.stringify(value);
}
