/** What states are called elsewhere: former names and codes that couriers' sheets and addresses still have. */

/** By the code of the state, as it is shown to people. */
export const OTHER_STATE_NAMES: Readonly<Record<string, readonly string[]>> = {
  CG: ['Chattisgarh', 'Chhatisgarh'],
  DH: ['Dadra and Nagar Haveli', 'Daman and Diu'],
  JK: ['J&K'],
  OD: ['Orissa'],
  PY: ['Pondicherry'],
  TN: ['Tamilnadu'],
  UK: ['Uttaranchal'],
};

/** In upper case, with the code of the state. */
export const OTHER_STATE_CODES: Readonly<Record<string, string>> = {
  CT: 'CG',
  DD: 'DH',
  DN: 'DH',
  DNH: 'DH',
  OR: 'OD',
  PU: 'PY',
  TG: 'TS',
  UA: 'UK',
  UT: 'UK',
};
