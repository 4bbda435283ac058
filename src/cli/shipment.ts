/** `pinrate shipment`: what has become of an assigned shipment, and its changes. */
import { type Command, Option } from 'commander';
import {
  cancelShipment,
  confirmShipment,
  getShipment,
  handOverShipment,
  listAttempts,
  reassignShipment,
} from '../client/operations.js';
import type { Shipment } from '../contract/shipments.js';
import type { AnswerOf } from '../contract/types.js';
import type { listAttempts as attemptsContract } from '../contract/shipment-life.js';
import { STRATEGIES, type Strategy } from '../domain/strategies.js';
import { CANCEL_REASONS, REASSIGN_REASONS } from '../model/life.js';
import { rupees } from '../words.js';
import { since } from './moments.js';
import { wholeNumber } from './numbers.js';
import { openSession, type Session } from './session.js';
import { table } from './tables.js';
import { inIndia } from './words.js';
import { CommandError, EXIT, type World } from './world.js';

interface Whose {
  caller?: string;
}

interface ChangeOptions extends Whose {
  attempt?: number;
}

const EXAMPLES = `
Examples:
  pinrate shipment history ORDER-1001
  pinrate shipment confirm ORDER-1001 --awb 7712345678
  pinrate shipment handover ORDER-1001 --caller service:shop
  pinrate shipment cancel ORDER-1001 --reason STOCK --note "sold out"
  pinrate shipment reassign ORDER-1001 --reason PICKUP_MISSED

A change is about the current attempt unless --attempt names the one that you
know: then it is refused if there is a later one.`;

export function addShipment(program: Command, world: World): void {
  const shipment = program
    .command('shipment')
    .summary('what becomes of an assigned shipment')
    .description('Shows the attempts of a shipment, and confirms, hands over, cancels or reassigns it.')
    .addHelpText('after', EXAMPLES);
  addHistory(shipment, world);
  addConfirm(shipment, world);
  addHandover(shipment, world);
  addCancel(shipment, world);
  addReassignment(shipment, world);
}

const ofShipment = (command: Command): Command =>
  command
    .argument('<shipment>', 'its id, given by the caller that assigned it')
    .option('--caller <caller>', 'who assigned it, as service:shop; the own credential unless given');

const changing = (command: Command): Command =>
  ofShipment(command).option('--attempt <number>', 'the attempt that is to change', wholeNumber);

function addHistory(shipment: Command, world: World): void {
  ofShipment(shipment.command('history'))
    .description('Prints the attempts, the first one first.')
    .action(async (id: string, { caller }: Whose, command: Command) => {
      const session = await openSession(world, command);
      const answer = await listAttempts(session.pinrate, id, { caller });
      session.show(answer, ({ data }) => historyInWords(data, world));
    });
}

function addConfirm(shipment: Command, world: World): void {
  changing(shipment.command('confirm'))
    .description('Notes that the courier has taken it.')
    .option('--awb <number>', 'the courier’s number of the parcel')
    .option('--at <moment>', 'when; now unless given', since)
    .action(async (id: string, options: ChangeOptions & { awb?: string; at?: string }, command: Command) => {
      const session = await openSession(world, command);
      const { caller, awb, at } = options;
      const body = { attempt: await attemptOf(session, id, options), awb, at };
      session.show(await confirmShipment(session.pinrate, id, body, { query: { caller } }), stateInWords);
    });
}

function addHandover(shipment: Command, world: World): void {
  changing(shipment.command('handover'))
    .description('Notes that the courier has scanned it: it changes no more.')
    .option('--at <moment>', 'when; now unless given', since)
    .action(async (id: string, options: ChangeOptions & { at?: string }, command: Command) => {
      const session = await openSession(world, command);
      const { caller, at } = options;
      const body = { attempt: await attemptOf(session, id, options), at };
      session.show(await handOverShipment(session.pinrate, id, body, { query: { caller } }), stateInWords);
    });
}

interface CancelOptions extends ChangeOptions {
  reason: (typeof CANCEL_REASONS)[number];
  note?: string;
}

function addCancel(shipment: Command, world: World): void {
  changing(shipment.command('cancel'))
    .description('Nobody carries it; reassign takes it up again.')
    .addOption(new Option('--reason <reason>', 'why').choices(CANCEL_REASONS).makeOptionMandatory())
    .option('--note <text>', 'for its history')
    .action(async (id: string, options: CancelOptions, command: Command) => {
      const session = await openSession(world, command);
      const { caller, reason, note } = options;
      const body = { attempt: await attemptOf(session, id, options), reason, note };
      session.show(await cancelShipment(session.pinrate, id, body, { query: { caller } }), stateInWords);
    });
}

interface ReassignmentOptions extends ChangeOptions {
  reason: (typeof REASSIGN_REASONS)[number];
  to?: string;
  strategy?: Strategy;
  exclude?: string[];
  note?: string;
}

function addReassignment(shipment: Command, world: World): void {
  changing(shipment.command('reassign'))
    .description('Chooses another partner for it, by what was asked at first.')
    .addOption(new Option('--reason <reason>', 'why').choices(REASSIGN_REASONS).makeOptionMandatory())
    .addOption(new Option('--to <partner>', 'to this partner').conflicts('strategy'))
    .addOption(new Option('--strategy <strategy>', 'in place of the one asked at first').choices(STRATEGIES))
    .option('--exclude <partner>', 'never to this partner', (text: string, given: string[] = []) => [...given, text])
    .option('--note <text>', 'for its history')
    .action(async (id: string, options: ReassignmentOptions, command: Command) => {
      const session = await openSession(world, command);
      const { caller, reason, to, strategy, exclude, note } = options;
      const attempt = await attemptOf(session, id, options);
      const body = { attempt, reason, partnerId: to, assignmentStrategy: strategy, exclude, note };
      const answer = await reassignShipment(session.pinrate, id, body, { query: { caller } });
      const { data } = answer;
      session.show(answer, () =>
        data.success
          ? `${id} goes to ${data.assignment.partnerId} for ${rupees(data.cost.after)}, as attempt ${data.lifecycle.attempt}.\n`
          : `${data.error.message}; ${id} stays where it is.\n`,
      );
      if (!data.success) throw new CommandError(EXIT.refused, 'nobody gets this shipment');
    });
}

/** The one that was named, else the current one. */
async function attemptOf({ pinrate }: Session, id: string, { attempt, caller }: ChangeOptions): Promise<number> {
  return attempt ?? (await getShipment(pinrate, id, { caller })).data.lifecycle.attempt;
}

const stateInWords = ({ data }: { data: Pick<Shipment, 'shipmentId' | 'partnerId' | 'lifecycle'> }): string =>
  `${data.shipmentId} of ${data.partnerId} is ${data.lifecycle.state}.\n`;

function historyInWords(attempts: AnswerOf<typeof attemptsContract>['data'], world: World): string {
  const rows = attempts.map(({ attempt, partnerId, state, cost, at, reason, note, reassigned }) => [
    String(attempt),
    partnerId,
    state,
    cost === null ? '' : rupees(cost),
    inIndia(at),
    [whyOf(reason, note), reassigned && `then ${whyOf(reassigned.reason, reassigned.note)}`].filter(Boolean).join('; '),
  ]);
  return table(ATTEMPTS, rows, world);
}

const whyOf = (reason: string | null, note: string | null): string => [reason, note].filter(Boolean).join(': ');

const ATTEMPTS = [
  { title: '#', align: 'right', fixed: true },
  { title: 'PARTNER', fixed: true },
  { title: 'STATE', fixed: true },
  { title: 'COST INR', align: 'right', fixed: true },
  { title: 'SINCE (IST)', fixed: true },
  { title: 'ENDED BECAUSE' },
] as const;
