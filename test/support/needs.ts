/** What some tests need in addition to Node.js: where it is on this machine, and how to get it. */
import { findProgram, isExecutable } from './programs.js';

/** In MONGODB_TEST_URI: there is no MongoDB, and the tests must not look for one. */
export const NO_SERVER = 'none';

interface Need {
  /** Environment variable with its path or address. */
  variable: string;
  /** Names that it may have on the PATH. */
  names?: readonly string[];
  /** Further paths where it may be. */
  paths?: readonly string[];
  /** What to do if it is missing. */
  remedy: string;
}

const NEEDS = {
  Chromium: {
    variable: 'CHROMIUM',
    // the first is the same browser without a window: a context of the others opens one, which takes six times as long
    names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    remedy: 'install chromium-headless-shell or chromium, or set CHROMIUM to its path',
  },
  nginx: {
    variable: 'NGINX',
    names: ['nginx'],
    paths: ['/usr/sbin/nginx'],
    remedy: 'install nginx-light, or set NGINX to its path',
  },
  Redis: {
    variable: 'REDIS_SERVER',
    names: ['redis-server'],
    remedy: 'install redis-server, or set REDIS_SERVER to its path',
  },
  MongoDB: { variable: 'MONGODB_TEST_URI', remedy: 'set MONGODB_TEST_URI to a replica set' },
  'MongoDB-control': {
    variable: 'MONGODB_TEST_CONTROL',
    remedy:
      'set MONGODB_TEST_CONTROL to a program that starts and kills members of a replica set '
      + '(test/faults/replica-set.ts says how it is called)',
  },
} satisfies Record<string, Need>;

export type NeedName = keyof typeof NEEDS;

/** The path of a program, or the value of its variable; undefined if there is none. */
export function find(name: NeedName): string | undefined {
  const { variable, names = [], paths = [] }: Need = NEEDS[name];
  return findProgram(process.env[variable], ...names) ?? paths.find(isExecutable);
}

/** Why a test that needs `name` is skipped; the runner lists it under that reason. */
export const missing = (name: NeedName): string => `needs ${name}: ${NEEDS[name].remedy}`;

/** For the option `skip`: false if everything is there, else the first thing that is missing. */
export function needs(...names: NeedName[]): string | false {
  const absent = names.find((name) => find(name) === undefined);
  return absent === undefined ? false : missing(absent);
}

/** Why some tests of `npm run test:all` would be skipped on this machine. */
export const absentHere = (): string[] =>
  (Object.keys(NEEDS) as NeedName[]).filter((name) => find(name) === undefined).map(missing);
