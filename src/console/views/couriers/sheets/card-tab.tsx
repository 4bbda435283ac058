/** A tab of the card: reads its documents, and shows them as sheets. */
import type { Pinrate } from '../../../../client/connect.js';
import { useAsk } from '../../../parts/ask.js';
import { Fault } from '../../../parts/fault.js';
import { type Collection, type Doc, rowsOf } from '../read.js';
import { FIELD_TABS, fieldSheet, isFieldTab } from './fields.js';
import { type Rate, rateSheets } from './rates.js';
import { SheetTab } from './sheet-tab.js';
import type { SheetsAt } from './sheet.js';
import { type Zone, zoneSheet } from './zones.js';

const CARD_TABS = ['Rates', 'Charges', 'Surcharges', 'Zones', 'Transit', 'Terms'] as const;
type CardTabName = (typeof CARD_TABS)[number];
export const isCardTab = (name: string): name is CardTabName => (CARD_TABS as readonly string[]).includes(name);

interface CardTabProps {
  tab: CardTabName;
  courierId: string;
  courierName: string;
  chosen: string;
  document: string;
  mayChange: boolean;
}

export function CardTab({ tab, courierId, ...rest }: CardTabProps) {
  const { value, error, isLoading, again } = useAsk(
    (pinrate, signal) => sheetsOf(pinrate, tab, courierId, signal),
    [courierId, tab],
  );
  return (
    <>
      {error !== undefined && <Fault error={error} again={again} />}
      {value === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading {tab.toLowerCase()} …
        </p>
      )}
      {value !== undefined && (
        <SheetTab
          {...rest}
          courierId={courierId}
          name={tab}
          sheetsAt={value}
          hasDates={tab !== 'Zones'}
          readAgain={again}
        />
      )}
    </>
  );
}

/** One collection after the other: a credential may stream a few at a time alone. */
async function sheetsOf(pinrate: Pinrate, tab: CardTabName, partnerId: string, signal: AbortSignal): Promise<SheetsAt> {
  const read = <D extends Doc>(collection: Collection) =>
    rowsOf(pinrate, collection, signal, partnerId) as Promise<readonly Doc[]> as Promise<D[]>;
  const zones = await read<Zone>('zones');
  if (tab === 'Zones') return () => [zoneSheet(zones)];
  const name = tab.toLowerCase();
  if (!isFieldTab(name)) {
    const rates = await read<Rate>('packages');
    const lanes = lanesOf(await read('lane-rules'));
    return (at) => rateSheets(rates, { partnerId, zones, lanes }, at);
  }
  const forms = FIELD_TABS[name];
  const documents: Doc[][] = [];
  for (const form of forms) documents.push(await read(form.collection as Collection));
  return (at) => forms.map((form, index) => fieldSheet(form, documents[index]!, { partnerId, zones }, at));
}

export const lanesOf = (rules: readonly Doc[]): string[] => [
  ...new Set(rules.filter(({ status }) => status !== false).map((rule) => String(rule['lane']))),
];
