/**
 * How patient the nodes of the tests of faults are with MongoDB. A primary that hangs for twice that patience proves
 * the same whatever it is; only the deepest run takes the time that the product takes.
 */
import { isDeep } from '../support/depth.js';
import { LOADER, moduleUrl } from '../support/programs.js';

/** Of the product’s patience with answers. How soon it notices that a member hangs stays as it is. */
export const PATIENCE_SHARE = isDeep ? 1 : 0.35;

/** The duration of a fault that the product's patience decides, given for that. */
export const lasting = (ms: number): number => ms * PATIENCE_SHARE;

const SHORTENED = moduleUrl('test/faults/shorten-patience').href;

/** Through tsx, a thread has to ask for it before it imports TypeScript. */
const throughTsx = (): string =>
  `data:text/javascript,${encodeURIComponent(
    `import { register } from '${import.meta.resolve('tsx/esm/api')}'; register(); await import('${SHORTENED}');`,
  )}`;

/** Arguments of Node.js and environment of a node: it loads test/faults/shorten-patience before anything else. */
export const PATIENCE_FLAGS: readonly string[] = ['--import', LOADER.length === 0 ? SHORTENED : throughTsx()];
export const patienceEnvironment = (share = PATIENCE_SHARE) => ({ TEST_PATIENCE_SHARE: String(share) });
export const PATIENCE_ENVIRONMENT = patienceEnvironment();
