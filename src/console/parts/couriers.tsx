/** The couriers by name: those that may be chosen in a form, and what an id is called. */
import { all } from '../../client/lists.js';
import { listPartners } from '../../client/operations.js';
import { useAsk } from './ask.js';

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

interface CourierNameProps {
  id: string;
  couriers: readonly CourierOption[];
}

/** The name and the id of a courier; the id alone while names are read, and of one that is gone. */
export function CourierName({ id, couriers }: CourierNameProps) {
  const [, name] = couriers.find(([courierId]) => courierId === id) ?? [];
  if (name === undefined) return <>{id}</>;
  return (
    <>
      {name} <small class="quiet">{id}</small>
    </>
  );
}
