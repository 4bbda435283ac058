/** Reads the files of the deployment in the same way as the programs that use them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_SCHEMA, load, mergeTag } from 'js-yaml';
import { PACKAGE_ROOT } from '../../src/package-root.js';

/** @param path below the root */
export function readText(path: string): string {
  return readFileSync(join(PACKAGE_ROOT, path), 'utf8');
}

/** With merge keys (`<<`), which Compose supports. @param path below the root */
export function readYaml<T>(path: string): T {
  return load(readText(path), { schema: CORE_SCHEMA.withTags(mergeTag) }) as T;
}

export interface Service {
  image: string;
  build?: string;
  user?: string;
  environment?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
  networks?: string[];
  depends_on?: string[] | Record<string, { condition: string }>;
  healthcheck?: object;
  restart?: string;
  profiles?: string[];
  command?: string[];
  deploy?: { replicas: string };
}

export interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean } | null>;
  volumes: Record<string, null>;
}

const VARIABLE = /\$\{([A-Z_]+):-([^}]*)\}/g;

/** compose.yaml as Compose reads it in the environment `env`: with `${NAME:-default}` replaced. */
export function readCompose(env: Readonly<Record<string, string>> = {}): Compose {
  const fill = (value: unknown): unknown => {
    if (typeof value === 'string')
      return value.replaceAll(VARIABLE, (_, name: string, fallback: string) => env[name] || fallback);
    if (Array.isArray(value)) return value.map(fill);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fill(member)]));
  };
  return fill(readYaml('compose.yaml')) as Compose;
}
