/** The figures of a backtest as people read them. */
import type { BacktestFigures } from '../../contract/allocation-figures.js';
import { assumedInWords, uncomparedInWords } from '../../backtest-caveats.js';
import { counted, rupees, whole } from '../../words.js';
import { table } from '../tables.js';
import { heading, printable, type World } from '../world.js';

export function figuresInWords(figures: BacktestFigures, world: World): string {
  const { shares, rules, capacities, groups, moves, never } = figures;
  const tables: [title: string, text: string][] = [
    [
      'Who gets how many',
      table(
        SHARES,
        shares.map((row) => [row.partnerId, whole(row.before), whole(row.after)]),
        world,
      ),
    ],
    ['What each rule costs', table(RULES, rules.map(ruleRow), world)],
    ['Capacities', table(CAPACITIES, capacities.filter(({ turnedAway }) => turnedAway > 0).map(capacityRow), world)],
    ['Where it costs and saves', table(GROUPS, groups.map(groupRow), world)],
    ['The largest moves', table(MOVES, moves.slice(0, MOVES_SHOWN).map(moveRow), world)],
  ];
  return [
    summary(figures),
    ...tables.filter(([, text]) => text !== '').map(([title, text]) => `${heading(title, world)}\n${text}`),
    never.length === 0 ? '' : `Never acted: ${never.join(', ')}\n`,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const MOVES_SHOWN = 10;

function summary(figures: BacktestFigures): string {
  const { parcels, moved, refused, cost, landed, hours, expectedRto } = figures;
  const lines = [
    `${counted(parcels, 'shipment')}: ${whole(moved)} would have had another partner.`,
    saving('paid', cost),
    ...(landed === null ? [] : [saving('paid in the end, with returns and cash,', landed)]),
    `Hours: half within ${of(hours.before.p50)}, and ${of(hours.after.p50)} by the policy; 90 % within ${of(hours.before.p90)}, and ${of(hours.after.p90)}.`,
    `Expected returns: ${percent(expectedRto.before)}, and ${percent(expectedRto.after)} by the policy.`,
    ...(refused === 0 ? [] : [`${counted(refused, 'shipment')} would have had nobody.`]),
    ...uncomparedInWords(figures, 'shipment'),
    ...assumedInWords(figures, 'shipment').map((words) => `Warning: ${words}`),
  ];
  return `${lines.map(printable).join('\n')}\n`;
}

function saving(what: string, { before, after, difference, perParcel }: BacktestFigures['cost']): string {
  if (perParcel === null) return `There is nothing to compare.`;
  const each = `₹${rupees(Math.abs(perParcel))} a shipment`;
  const sums = `₹${rupees(before)} → ₹${rupees(after)}`;
  if (difference === 0) return `You would have ${what} the same: ${sums}.`;
  const [more, sign] = difference < 0 ? ['less', '−'] : ['more', '+'];
  return `You would have ${what} ₹${rupees(Math.abs(difference))} ${more}: ${sums}, ${sign}${each}.`;
}

const of = (value: number | null): string => (value === null ? '–' : `${value} h`);
const percent = (rate: number | null): string => (rate === null ? '–' : `${(100 * rate).toFixed(2)} %`);
const signed = (value: number): string => `${value > 0 ? '+' : ''}${rupees(value)}`;

const RIGHT = { align: 'right', fixed: true } as const;
const SHARES = [
  { title: 'PARTNER', fixed: true },
  { title: 'BEFORE', ...RIGHT },
  { title: 'AFTER', ...RIGHT },
] as const;

const RULES = [
  { title: 'RULE', fixed: true },
  { title: 'ACTED', ...RIGHT },
  { title: 'RELAXED', ...RIGHT },
  { title: 'PREMIUM INR', ...RIGHT },
] as const;
const ruleRow = ({ ruleId, acted, relaxed, premium }: BacktestFigures['rules'][number]): string[] => [
  ruleId,
  whole(acted),
  whole(relaxed),
  premium === null ? 'refuses' : signed(premium),
];

const CAPACITIES = [
  { title: 'CAPACITY', ...RIGHT },
  { title: 'DAY', fixed: true },
  { title: 'USED', ...RIGHT },
  { title: 'LIMIT', ...RIGHT },
  { title: 'TURNED AWAY', ...RIGHT },
] as const;
const capacityRow = ({ id, day, used, limit, turnedAway }: BacktestFigures['capacities'][number]): string[] => [
  String(id),
  day,
  whole(used),
  whole(limit),
  whole(turnedAway),
];

const GROUPS = [
  { title: 'TO', fixed: true },
  { title: 'KG', fixed: true },
  { title: 'PAYMENT', fixed: true },
  { title: 'MOVED', ...RIGHT },
  { title: 'DIFFERENCE INR', ...RIGHT },
] as const;
const groupRow = ({
  toState,
  kgFrom,
  kgTo,
  paymentType,
  moved,
  difference,
}: BacktestFigures['groups'][number]): string[] => [
  toState,
  kgTo === null ? `${kgFrom} and more` : `${kgFrom} to ${kgTo}`,
  paymentType,
  whole(moved),
  signed(difference),
];

const MOVES = [
  { title: 'SHIPMENT' },
  { title: 'FROM', fixed: true },
  { title: 'TO', fixed: true },
  { title: 'DIFFERENCE INR', ...RIGHT },
  { title: 'RULE' },
] as const;
const moveRow = ({ shipmentId, from, to, difference, ruleId }: BacktestFigures['moves'][number]): string[] => [
  shipmentId,
  from,
  to,
  signed(difference),
  ruleId ?? '',
];
