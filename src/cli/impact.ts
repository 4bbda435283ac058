/** The text of a change's impact on prices. */
import type { Impact } from '../contract/impact.js';
import { table } from './tables.js';
import { counted, rupees, whole } from '../words.js';
import type { World } from './world.js';

export function impactInWords(impact: Impact, world: World): string {
  const { sampled, changed, serviceable, unserviceable, groups, cut } = impact;
  if (sampled === 0) return 'Its impact is not known: nobody has asked lately for what it touches.\n';
  const rows = groups.map(({ lane, kgFrom, kgTo, changed: count, sum }) => [
    lane,
    kgTo === null ? `from ${kgFrom} kg` : `${kgFrom} to ${kgTo} kg`,
    whole(count),
    signed(sum),
  ]);
  return [
    `Of ${counted(sampled, 'recent shipment')}, ${whole(changed)} ${changed === 1 ? 'gets' : 'get'} another price${differences(impact)}`,
    cut === true ? 'It was measured on a part of the sample: the whole took too long.\n' : '',
    serviceable === 0 ? '' : `Only with it ${counted(serviceable, 'shipment')} can be carried.\n`,
    unserviceable === 0 ? '' : `Without it ${counted(unserviceable, 'more shipment')} can be carried.\n`,
    table(
      [
        { title: 'LANE' },
        { title: 'WEIGHT', fixed: true },
        { title: 'CHANGED', align: 'right', fixed: true },
        { title: 'RUPEES', align: 'right', fixed: true },
      ],
      rows,
      world,
    ),
  ].join('');
}

/** Of shipments with a price both with and without the change. */
function differences({ changed, sum, mean, p5, p50, p95 }: Impact): string {
  if (changed === 0 || mean === null || p5 === null || p50 === null || p95 === null) return '.\n';
  return `: ${signed(sum)} Rupees in all.
The mean difference is ${signed(mean)}, the median ${signed(p50)}; 90 % lie from ${signed(p5)} to ${signed(p95)}.
`;
}

const signed = (amount: number): string => `${amount > 0 ? '+' : ''}${rupees(amount)}`;
