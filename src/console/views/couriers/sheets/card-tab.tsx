/** A tab of the card: reads its documents, and shows them as sheets. */
import { useMemo } from 'preact/hooks';
import type { Pinrate } from '../../../../client/connect.js';
import { useAsk } from '../../../parts/ask.js';
import { Fault } from '../../../parts/fault.js';
import { type Collection, type Doc, rowsOf } from '../read.js';
import { FIELD_TABS, fieldSheet, isFieldTab } from './fields.js';
import { type Rate, rateSheets } from './rates.js';
import { SheetTab } from './sheet-tab.js';
import type { Sheet } from './sheet.js';
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
  const sheets = useMemo(() => value, [value]);
  return (
    <>
      {error !== undefined && <Fault error={error} again={again} />}
      {sheets === undefined && isLoading && (
        <p class="quiet" role="status">
          Reading {tab.toLowerCase()} …
        </p>
      )}
      {sheets !== undefined && (
        <SheetTab
          {...rest}
          courierId={courierId}
          name={tab}
          sheets={sheets}
          hasDates={tab !== 'Zones'}
          readAgain={again}
        />
      )}
    </>
  );
}

/** One collection after the other: a credential may stream a few at a time alone. */
async function sheetsOf(pinrate: Pinrate, tab: CardTabName, partnerId: string, signal: AbortSignal): Promise<Sheet[]> {
  const now = new Date().toISOString();
  const read = <D extends Doc>(collection: Collection) =>
    rowsOf(pinrate, collection, signal, partnerId) as Promise<readonly Doc[]> as Promise<D[]>;
  const zones = await read<Zone>('zones');
  if (tab === 'Zones') return [zoneSheet(zones)];
  const name = tab.toLowerCase();
  if (!isFieldTab(name)) {
    const rates = await read<Rate>('packages');
    return rateSheets(rates, { partnerId, zones, lanes: lanesOf(await read('lane-rules')) }, now);
  }
  const sheets: Sheet[] = [];
  for (const form of FIELD_TABS[name]) {
    const documents = await read(form.collection as Collection);
    sheets.push(fieldSheet(form, documents, { partnerId, zones }, now));
  }
  return sheets;
}

export const lanesOf = (rules: readonly Doc[]): string[] => [
  ...new Set(rules.filter(({ status }) => status !== false).map((rule) => String(rule['lane']))),
];
