import type { IsoSubdivision } from './sources.js';
import { compareText } from './tally.js';

/** A state or union territory as it is written to `states.ndjson.gz`. */
export interface StateDocument {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly gstCode: string;
}

/**
 * The first two digits of every GSTIN of a state. Keyed by the state's name, because the letters used for GST are short
 * forms that may differ from the ISO codes.
 */
const GST_CODES: Readonly<Record<string, string>> = {
  'Jammu and Kashmir': '01',
  'Himachal Pradesh': '02',
  Punjab: '03',
  Chandigarh: '04',
  Uttarakhand: '05',
  Haryana: '06',
  Delhi: '07',
  Rajasthan: '08',
  'Uttar Pradesh': '09',
  Bihar: '10',
  Sikkim: '11',
  'Arunachal Pradesh': '12',
  Nagaland: '13',
  Manipur: '14',
  Mizoram: '15',
  Tripura: '16',
  Meghalaya: '17',
  Assam: '18',
  'West Bengal': '19',
  Jharkhand: '20',
  Odisha: '21',
  Chhattisgarh: '22',
  'Madhya Pradesh': '23',
  Gujarat: '24',
  'Dadra and Nagar Haveli and Daman and Diu': '26',
  Maharashtra: '27',
  Karnataka: '29',
  Goa: '30',
  Lakshadweep: '31',
  Kerala: '32',
  'Tamil Nadu': '33',
  Puducherry: '34',
  'Andaman and Nicobar Islands': '35',
  Telangana: '36',
  'Andhra Pradesh': '37',
  Ladakh: '38',
};

/** ISO writes long vowels with a macron and adds former names in brackets; addresses in India do neither. */
function plainName(isoName: string): string {
  return isoName
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(/\s*\(.*\)$/, '');
}

/** Compares state names regardless of case, "The …" and "&". */
function stateKey(name: string): string {
  return name
    .toUpperCase()
    .replaceAll('&', 'AND')
    .replace(/^THE\s+/, '')
    .replace(/^PONDICHERRY$/, 'PUDUCHERRY')
    .replace(/^CHATTISGARH$/, 'CHHATTISGARH')
    .trim();
}

/** The 36 states and union territories, sorted by name, with ids from 1. */
export function makeStates(subdivisions: readonly IsoSubdivision[]): StateDocument[] {
  const named = subdivisions.map(({ code, name }) => ({ code, name: plainName(name) }));
  named.sort((left, right) => compareText(left.name, right.name));
  const unknown = Object.keys(GST_CODES).filter((name) => !named.some((state) => state.name === name));
  if (unknown.length > 0) throw new Error(`no ISO 3166-2 code for ${unknown.join(', ')}`);
  return named.map(({ code, name }, index) => {
    const gstCode = GST_CODES[name];
    if (!gstCode) throw new Error(`no GST state code for ${name} (${code})`);
    return { id: index + 1, name, code, gstCode };
  });
}

/** Finds a state by its name in the sources. */
export function stateFinder(states: readonly StateDocument[]): (sourceName: string) => StateDocument {
  const byKey = new Map(states.map((state) => [stateKey(state.name), state]));
  return (sourceName) => {
    const state = byKey.get(stateKey(sourceName));
    if (!state) throw new Error(`no state is called ${sourceName}`);
    return state;
  };
}
