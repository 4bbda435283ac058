/** Amounts and counts in Indian grouping, for people. */
const RUPEES = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const WHOLE = new Intl.NumberFormat('en-IN');

/** `1,35,494.28`. @param amount Rupees */
export const rupees = (amount: number): string => RUPEES.format(amount);

export const whole = (count: number): string => WHOLE.format(count);

export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole(count)} ${count === 1 ? one : many}`;
