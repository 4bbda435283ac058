/** The couriers that may be chosen in a form. */
import { all } from '../../../client/lists.js';
import { listPartners } from '../../../client/operations.js';
import { useAsk } from '../../parts/ask.js';

type CourierOption = readonly [courierId: string, name: string];

/** By name; empty while they are read. */
export function useCouriers(): readonly CourierOption[] {
  const { value = [] } = useAsk(async (pinrate, signal) => {
    const couriers: CourierOption[] = [];
    for await (const { partnerId, name } of all(pinrate, listPartners, {}, { signal }))
      couriers.push([partnerId, name]);
    return couriers.sort(([, a], [, b]) => a.localeCompare(b));
  }, []);
  return value;
}
