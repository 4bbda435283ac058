/**
 * From the number of a pincode to its slot, in two steps: its first three digits lead to a page, its last three to a
 * place there. One table of a million places took 2 MB of each index, also of those of two pincodes by which a price
 * is asked for again, and V8 does not count shared memory when it decides whether to collect.
 */

/** The places of a page; there are as many first digits. */
const PAGE = 1_000;

export interface PincodeTable {
  /** Where the page of each first three digits begins. The first page is that of digits without a pincode. */
  readonly pageOf: Uint32Array;
  readonly slotOf: Uint16Array;
}

/** The slots of pincodes are their positions, from 1. */
export function pincodeTable(pincodes: readonly { pincode: string }[]): PincodeTable {
  const numbers = pincodes.map(({ pincode }) => Number(pincode));
  const pageOf = new Uint32Array(PAGE);
  let end = PAGE;
  for (const page of new Set(numbers.map(pageNumber))) {
    pageOf[page] = end;
    end += PAGE;
  }
  const slotOf = new Uint16Array(end);
  for (const [index, number] of numbers.entries()) slotOf[pageOf[pageNumber(number)]! + (number % PAGE)] = index + 1;
  return { pageOf, slotOf };
}

const pageNumber = (pincode: number): number => (pincode / PAGE) | 0;

/** The slot of six digits, 0 if they are no pincode. */
export const slotIn = ({ pageOf, slotOf }: PincodeTable, pincode: number): number =>
  slotOf[pageOf[pageNumber(pincode)]! + (pincode % PAGE)]!;
