/** Pincodes: one with what each courier does there, or many as a table and a sheet. */
import type { PageProps } from '../../parts/page.js';
import { PincodeList } from './list.js';
import { OnePincode } from './one.js';

export function PincodesPage({ parts: [pincode] }: PageProps) {
  return pincode === undefined || pincode === '' ? <PincodeList /> : <OnePincode key={pincode} pincode={pincode} />;
}
