/** The fields that an answer must have, as a tree of their kinds. */
import assert from 'node:assert/strict';

/**
 * A leaf names the kind of a value; a list holds one entry for all of its items, of which there must be one; an object
 * holds its fields.
 */
export type Expected = ((value: unknown) => boolean) | readonly [Expected] | { readonly [field: string]: Expected };

export const text = (value: unknown): boolean => typeof value === 'string' && value.length > 0;
export const number = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value);
export const count = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
export const amount = (value: unknown): boolean => number(value) && Math.round((value as number) * 100) / 100 === value;
export const flag = (value: unknown): boolean => typeof value === 'boolean';
export const moment = (value: unknown): boolean => typeof value === 'string' && new Date(value).toISOString() === value;
export const pincode = (value: unknown): boolean => typeof value === 'string' && /^[0-9]{6}$/.test(value);
export const list = (value: unknown): boolean => Array.isArray(value);
export const record = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
export const exactly =
  (wanted: unknown) =>
  (value: unknown): boolean =>
    value === wanted;
export const orNull =
  (check: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || check(value);

/** Asserts that `value` has every field of `expected`, of its kind. Additional fields are allowed. */
export function assertFields(value: unknown, expected: Expected, path = 'data'): void {
  if (typeof expected === 'function') {
    assert.ok(expected(value), `${path} is not as it must be: ${JSON.stringify(value)}`);
  } else if (Array.isArray(expected)) {
    assert.ok(Array.isArray(value) && value.length > 0, `${path} is a list with items: ${JSON.stringify(value)}`);
    value.forEach((item, index) => assertFields(item, (expected as readonly [Expected])[0], `${path}[${index}]`));
  } else {
    assert.ok(record(value), `${path} is an object: ${JSON.stringify(value)}`);
    for (const [field, inner] of Object.entries(expected)) {
      assert.ok(field in (value as object), `${path}.${field} is missing`);
      assertFields((value as Record<string, unknown>)[field], inner, `${path}.${field}`);
    }
  }
}
