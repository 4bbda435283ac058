/** The parts of a request to an operation, before it is serialized. */
import type { ClientCredential } from '../../support/client.js';

export type Members = Record<string, unknown>;

export interface Parts {
  params: Members;
  query: Members;
  /** Query parameters that are appended a second time, as they are. */
  repeated: [name: string, text: string][];
  body: unknown;
  headers: Record<string, string>;
}

/** The caller, and the partners that a request may name. */
export interface Scene {
  /** null: unsigned. */
  caller: ClientCredential | null;
  /** A partner that the caller may name. */
  partnerId: string;
  /** The world has one partner that is not. */
  isActive: boolean;
  /** A partner that a partner's credential may not name. */
  otherPartnerId: string;
  /** One that the world has. */
  pincode: string;
}

export const isService = ({ caller }: Scene): boolean => caller?.kind === 'service';

export function targetOf(path: string, { params, query, repeated }: Parts): string {
  const search = new URLSearchParams([
    ...Object.entries(query).map(([name, value]): [string, string] => [name, textOf(value)]),
    ...repeated,
  ]).toString();
  return (
    path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(textOf(params[name])))
    + (search === '' ? '' : `?${search}`)
  );
}

/** As a parameter is written: numbers without an exponent. */
export function textOf(value: unknown): string {
  if (typeof value === 'object') return JSON.stringify(value);
  const text = String(value);
  return typeof value === 'number' && text.includes('e') ? value.toFixed(6) : text;
}
