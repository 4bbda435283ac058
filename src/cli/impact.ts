/** The text of a change's impact on prices, and on who gets shipments. */
import type { AllocationImpact, Impact } from '../contract/impact.js';
import { table } from './tables.js';
import { counted, rupees, whole } from '../words.js';
import type { World } from './world.js';

export function impactInWords(impact: Impact, world: World): string {
  const { sampled, allocation } = impact;
  const isOfShipments = allocation !== undefined && allocation.parcels > 0;
  return [
    sampled === 0 && isOfShipments ? '' : pricesInWords(impact, world),
    isOfShipments ? allocationInWords(allocation, world) : '',
  ].join('');
}

function pricesInWords(impact: Impact, world: World): string {
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

function allocationInWords({ parcels, moved, refused, cost, shares, cut }: AllocationImpact, world: World): string {
  const rows = shares.map(({ partnerId, before, after }) => [partnerId, whole(before), whole(after)]);
  return [
    `Of the latest ${counted(parcels, 'assignment')}, ${whole(moved)} would go to another partner and ${whole(refused)} to nobody`,
    cost.perParcel === null ? '.\n' : `: ${signed(cost.difference)} Rupees, ${signed(cost.perParcel)} a shipment.\n`,
    cut === true ? 'Only the oldest of them were asked: the whole took too long.\n' : '',
    table(
      [
        { title: 'PARTNER' },
        { title: 'WITHOUT', align: 'right', fixed: true },
        { title: 'WITH', align: 'right', fixed: true },
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
