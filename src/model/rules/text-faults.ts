/** What no store could give back as it was: halves of characters, and names of members with a meaning in a store. */
import type { Fault } from '../schema-faults.js';

const RESERVED: ReadonlySet<string> = new Set(['__proto__', '_bsontype', 'toJSON']);
/** The lib of TypeScript that we compile for does not know it; every Node.js that we run on does. */
const isWellFormed = (text: string): boolean => (text as unknown as { isWellFormed(): boolean }).isWellFormed();

export function* textFaults(value: unknown, path = ''): Generator<Fault> {
  if (typeof value === 'string') {
    if (!isWellFormed(value)) yield { field: path, message: 'has half of a character (a lone surrogate)' };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textFaults(item, `${path}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const field = path === '' ? name : `${path}.${name}`;
      if (isName(name)) yield* textFaults(member, field);
      else yield { field, message: 'is not a name that a member may have' };
    }
  }
}

function isName(name: string): boolean {
  return !RESERVED.has(name) && !name.startsWith('$') && !name.includes('\0') && isWellFormed(name);
}
