/** The couriers by name, for forms that offer them and for texts that have their ids. */
import { all } from '../../client/lists.js';
import { listPartners } from '../../client/operations.js';
import { useAsk } from './ask.js';
import { Link } from './location.js';

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
export const CourierName = ({ id, couriers }: CourierNameProps) => (
  <>
    {nameOf(id, couriers)}
    <IdBehind id={id} couriers={couriers} />
  </>
);

/** The same, where its name leads to the courier. */
export const CourierLink = ({ id, couriers }: CourierNameProps) => (
  <>
    <Link to={`/couriers/${id}`}>{nameOf(id, couriers)}</Link>
    <IdBehind id={id} couriers={couriers} />
  </>
);

const nameOf = (id: string, couriers: readonly CourierOption[]): string =>
  couriers.find(([courierId]) => courierId === id)?.[1] ?? id;

const IdBehind = ({ id, couriers }: CourierNameProps) =>
  nameOf(id, couriers) === id ? null : (
    <>
      {' '}
      <small class="quiet">{id}</small>
    </>
  );
