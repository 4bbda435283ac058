/** `pinrate quote`: who carries a parcel, for how much, and why the others do not. */
import { type Command, Option } from 'commander';
import { PinrateError } from '../client/error.js';
import { calculateCharges, checkAvailability } from '../client/operations.js';
import type { AvailabilityRequest } from '../contract/requests.js';
import { REASONS, type ReasonCode } from '../domain/reasons.js';
import { type ParcelOptions, parcelOf, withParcel } from './parcel-options.js';
import { oneOf } from './quote-arguments.js';
import { Refusal } from './refusal.js';
import { openSession, type Session, textOf } from './session.js';
import { table } from './tables.js';
import { waterfall } from './waterfall.js';
import { inIndia } from './words.js';
import { rupees } from '../words.js';
import { CommandError, EXIT, heading, printable, type World } from './world.js';

interface QuoteOptions extends ParcelOptions {
  partner?: string;
  direction?: (typeof DIRECTIONS)[number];
  explain?: boolean;
}

const DIRECTIONS = ['FORWARD', 'REVERSE', 'RTO'] as const;

/** Every answer to calculate-charges, whether there is a price or not. */
type ChargesAnswer = Awaited<ReturnType<typeof calculateCharges>>;
type Charges = ChargesAnswer['data'];
type PricedCharges = Extract<Charges, { available: true }>;
type OffersAnswer = Awaited<ReturnType<typeof checkAvailability>>;
type Offers = Extract<OffersAnswer['data'], { checkType: 'find_all_available' }>;

/**
 * The zones of an offer, and the details of a refusal, take one request each: so many offers and refusals get it, the
 * cheapest offers first.
 */
const PARTNERS_IN_DETAIL = 24;
const REQUESTS_AT_ONCE = 8;

const EXAMPLES = `
Examples:
  pinrate quote 110001 560001 --weight 1.2kg
  pinrate quote 110001 560001 --weight 1200g --cod 2499.50 --explain
  pinrate quote 110001 560001 --weight 1.2kg --partner dharaline-surface
  pinrate quote 400001 560001 --piece 12kg,40x30x20x2 --piece 8kg --type B2B
  pinrate quote 110001 560001 --weight 1.2kg --date 2027-04-01 --customer ACME
  pinrate quote 560001 110001 --weight 1.2kg --direction REVERSE

A piece is its weight and, if known, its sides in cm and how many there are.
--json prints the answer of availability/check; with a partner or --explain,
that of calculate-charges.`;

export function addQuote(program: Command, world: World): void {
  withParcel(program.command('quote'))
    .summary('who carries a parcel, and for how much')
    .description('Asks who carries a parcel from one pincode to another, for how much, and why the others do not.')
    .option('--partner <id>', 'ask this partner alone')
    .addOption(
      new Option('--direction <direction>', 'REVERSE fetches a return, RTO returns what was not delivered').argParser(
        oneOf('--direction', DIRECTIONS),
      ),
    )
    .option('--explain', 'the rules behind the price of the partner, or of the cheapest one')
    .addHelpText('after', EXAMPLES)
    .action(async (from: string, to: string, options: QuoteOptions, command: Command) => {
      if (options.cod !== undefined && options.direction === 'REVERSE')
        throw new CommandError(
          EXIT.usage,
          'nothing is collected for a return: --cod and --direction REVERSE exclude each other',
        );
      const session = await openSession(world, command);
      await quote(session, shipmentOf(from, to, options), options);
    });
}

function shipmentOf(from: string, to: string, options: QuoteOptions): AvailabilityRequest {
  const { direction } = options;
  const services = [direction === 'REVERSE' ? 'REVERSE' : 'PICKUP', 'DELIVERY'] as const;
  return {
    pickupPincode: from,
    deliveryPincode: to,
    ...parcelOf('a quote', options, services),
    ...(direction !== undefined && { direction }),
  };
}

async function quote(
  session: Session,
  shipment: AvailabilityRequest,
  { partner, explain = false }: QuoteOptions,
): Promise<void> {
  const { caller } = session;
  // a partner asks for itself alone
  const alone = partner ?? (caller.kind === 'partner' ? caller.id : undefined);
  if (alone !== undefined) return showCharges(session, await charge(session, shipment, alone), explain);

  const found = await search(session, shipment);
  const offers = found.data as Offers;
  const [cheapest] = offers.availablePartners;
  if (explain && session.isJson)
    return showCharges(session, await charge(session, shipment, cheapest!.partnerId), explain);
  if (session.isJson) return session.print(`${textOf(found)}\n`);

  const { availablePartners, unavailablePartners } = offers;
  const offered = await details(session, shipment, availablePartners);
  const refused = await details(session, shipment, unavailablePartners);
  session.print(offersInWords(offers, [...offered, ...refused], session.world));
  const [first] = offered;
  if (explain && first?.available === true) session.print(`\n${explained(first, session.world)}`);
}

const charge = (session: Session, shipment: AvailabilityRequest, partnerId: string): Promise<ChargesAnswer> =>
  calculateCharges(session.pinrate, { partnerId, ...shipment });

/** @throws if no partner carries it; it first prints how many partners refuse for each reason */
async function search(session: Session, shipment: AvailabilityRequest): Promise<OffersAnswer> {
  try {
    return await checkAvailability(session.pinrate, shipment);
  } catch (error) {
    if (!(error instanceof PinrateError) || error.code !== 'NO_PARTNERS_AVAILABLE' || session.isJson) throw error;
    const { failureReasons = {} } = (error.details ?? {}) as { failureReasons?: Record<string, number> };
    session.print(refusalsInWords(failureReasons, session.world));
    throw new Refusal(error, [`${error.code}: ${error.message}`]);
  }
}

async function details(
  session: Session,
  shipment: AvailabilityRequest,
  partners: readonly { partnerId: string }[],
): Promise<Charges[]> {
  const first = partners.slice(0, PARTNERS_IN_DETAIL);
  const found: Charges[] = [];
  for (let at = 0; at < first.length; at += REQUESTS_AT_ONCE) {
    const answers = first.slice(at, at + REQUESTS_AT_ONCE).map(({ partnerId }) => charge(session, shipment, partnerId));
    found.push(...(await Promise.all(answers)).map(({ data }) => data));
  }
  return found;
}

function showCharges(session: Session, answer: ChargesAnswer, explain: boolean): void {
  const { world } = session;
  session.show(answer, ({ data }) => (data.available ? chargesInWords(data, explain, world) : whyNot(data, world)));
  const { data } = answer;
  if (!data.available) throw new CommandError(EXIT.refused, `${data.partner.partnerId} does not carry this shipment`);
}

const OFFER_COLUMNS = [
  { title: 'PARTNER', fixed: true },
  { title: 'PRICE INR', align: 'right', fixed: true },
  { title: 'HOURS', align: 'right', fixed: true },
  { title: 'ARRIVES (IST)', fixed: true },
  { title: 'ROUTE' },
] as const;

function offersInWords(offers: Offers, detailed: readonly Charges[], world: World): string {
  const found = new Map(detailed.map((charges) => [charges.partner.partnerId, charges]));
  const rows = offers.availablePartners.map(({ partnerId, estimatedCost, transitHours, deliveryDate }) => [
    partnerId,
    rupees(estimatedCost),
    String(transitHours),
    inIndia(deliveryDate),
    routeIfPriced(found.get(partnerId)),
  ]);
  const refusing = offers.unavailablePartners.map(({ partnerId, reasons }) => [
    partnerId,
    reasonsInWords(reasons, found.get(partnerId)),
  ]);
  const others = table([{ title: 'NOT CARRIED BY', fixed: true }, { title: 'BECAUSE' }], refusing, world);
  return table(OFFER_COLUMNS, rows, world) + (others === '' ? '' : `\n${others}`) + warningsInWords(offers.warnings);
}

function chargesInWords(charges: PricedCharges, explain: boolean, world: World): string {
  const { partner, coverage, calculationDetails } = charges;
  if (explain) return explained(charges, world) + warningsInWords(charges.warnings);
  const row = [
    partner.partnerId,
    rupees(charges.charges.totalAmount),
    String(coverage.estimatedTime),
    inIndia(calculationDetails.deliveryDate),
    routeOf(charges),
  ];
  return table(OFFER_COLUMNS, [row], world) + warningsInWords(charges.warnings);
}

function explained(charges: PricedCharges, world: World): string {
  const { partner, calculationDetails, breakdown } = charges;
  const title = `${partner.partnerId}: ${routeOf(charges)}, ${calculationDetails.chargeableWeight} g`;
  return `${heading(title, world)}\n${waterfall(breakdown, charges.charges.totalAmount, world)}`;
}

const routeIfPriced = (charges: Charges | undefined): string => (charges?.available === true ? routeOf(charges) : '');

function routeOf({ calculationDetails: { applicableZones } }: PricedCharges): string {
  const { from, to, lane } = applicableZones;
  return `${from.name} > ${to.name}${lane === null ? '' : `, lane ${lane}`}`;
}

function whyNot({ partner, coverage: { reasons } }: Exclude<Charges, PricedCharges>, world: World): string {
  const rows = reasons.map(({ code, message, action }) => [code, `${message}. ${action}.`]);
  return table([{ title: `${partner.partnerId} REFUSES`, fixed: true }, { title: 'BECAUSE' }], rows, world);
}

/** Messages with this shipment's values if there is a detailed answer, otherwise general ones. */
function reasonsInWords(codes: readonly string[], detailed?: Charges): string {
  const found = detailed?.available === false ? detailed.coverage.reasons : undefined;
  const reasons = found ?? codes.map((code) => ({ code, message: generalMessage(code) }));
  return reasons.map(({ code, message }) => (message === '' ? code : `${message} (${code})`)).join('\n');
}

/** A reason of a newer node is shown by its code alone. */
const generalMessage = (code: string): string =>
  Object.hasOwn(REASONS, code) ? REASONS[code as ReasonCode].message : '';

function refusalsInWords(counts: Readonly<Record<string, number>>, world: World): string {
  const messages = new Map<string, string>(Object.values(REASONS).map(({ countKey, message }) => [countKey, message]));
  const rows = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([key, count]) => [String(count), messages.get(key) ?? key]);
  return table([{ title: 'PARTNERS', align: 'right', fixed: true }, { title: 'REFUSE BECAUSE' }], rows, world);
}

const warningsInWords = (warnings: Charges['warnings'] = []): string =>
  warnings.map(({ message }) => `Warning: ${printable(message)}\n`).join('');
