/** Import: a sheet of a courier is dropped and read; what it does is seen before it is done. */
import { useEffect, useState } from 'preact/hooks';
import { documentsOf } from '../../../import/node-documents.js';
import { useAsk } from '../../parts/ask.js';
import { CourierChoice } from '../../parts/courier-choice.js';
import { Fault } from '../../parts/fault.js';
import { Choice } from '../../parts/field.js';
import { amend } from '../../parts/location.js';
import type { PageProps } from '../../parts/page.js';
import { CardImport } from './card-import.js';
import { OutcomeImport } from './outcome-import.js';
import type { DroppedFile } from './reader.js';

const KINDS = [
  ['serviceability', 'Serviceability'],
  ['rates', 'Rates'],
  ['charges', 'Charges'],
  ['transit', 'Transit'],
  ['outcomes', 'Outcomes'],
] as const;

export function ImportPage({ query }: PageProps) {
  const partner = query.get('courier') ?? '';
  const kind = KINDS.find(([name]) => name === query.get('kind'))?.[0] ?? 'serviceability';
  const [file, setFile] = useState<DroppedFile | null>(null);
  const couriers = useAsk(async (pinrate) => documentsOf(pinrate, 'partners'), []);
  useEffect(() => {
    document.title = 'Import · pinrate';
  }, []);
  const head = (onSet: () => void) => {
    const set = (name: string) => (text: string) => {
      onSet();
      amend({ [name]: text });
    };
    return (
      <>
        <CourierChoice
          value={partner}
          set={set('courier')}
          couriers={couriers.value}
          none={kind === 'outcomes' ? 'As the sheet says' : undefined}
        />
        <Choice label="Kind" value={kind} set={set('kind')} options={KINDS} />
      </>
    );
  };
  const props = { partner, file, setFile, setKind: (name: string) => amend({ kind: name }), head };
  return (
    <>
      <h1>Import</h1>
      {kind === 'outcomes' ? (
        <OutcomeImport {...props} kind={kind} couriers={couriers.value ?? []} />
      ) : (
        <CardImport {...props} kind={kind} />
      )}
      {couriers.error !== undefined && <Fault error={couriers.error} again={couriers.again} />}
    </>
  );
}
