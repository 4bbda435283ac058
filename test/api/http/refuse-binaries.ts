/**
 * Preloaded into a child process: binaries whose path matches REFUSE_BINARIES fail to load, as those for another C
 * library do.
 */
import Module from 'node:module';

type Load = (module: unknown, path: string) => void;
const extensions = (Module as unknown as { _extensions: Record<'.node', Load> })._extensions;
const load = extensions['.node'];
const refused = new RegExp(process.env['REFUSE_BINARIES']!);

extensions['.node'] = (module, path) => {
  if (refused.test(path))
    throw Object.assign(new Error(`${path}: version \`GLIBC_9.99' not found`), { code: 'ERR_DLOPEN_FAILED' });
  load(module, path);
};
