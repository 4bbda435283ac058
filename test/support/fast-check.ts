/** fast-check with the seed of the run, so that PINRATE_TEST_SEED repeats its rounds too. */
import fc from 'fast-check';
import { seedOf } from './depth.js';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: seedOf(20_260_311) | 0 });

export default fc;
