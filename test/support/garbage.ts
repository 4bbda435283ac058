import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects all garbage; the test run does not need the flag for it. */
export const collectGarbage = runInNewContext('gc') as () => void;
