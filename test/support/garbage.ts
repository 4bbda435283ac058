import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Looks through the whole heap; the flag for it need not be given to the test run. */
export const collectGarbage = runInNewContext('gc') as () => void;
