/** Loaded by a node that a test starts, before anything else and in each of its threads. */
import { patience } from '../../src/limits/patience.js';

patience.share = Number(process.env.TEST_PATIENCE_SHARE);
