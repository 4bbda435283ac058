/** JSON merge patch (RFC 7396), by the schema of the document. */

import { isMembers, type Members } from '../../../model/members.js';

interface Shape {
  properties?: Record<string, Shape>;
  isNullMeant?: boolean;
  type?: unknown;
  anyOf?: readonly Shape[];
  required?: readonly string[];
}

/**
 * `target` with the members of `patch`. Objects are patched within, everything else is replaced. null removes a member
 * that is optional or that the schema does not know, and sets any other to null, also an optional one of which null
 * says something of its own. A null for what neither the schema nor the target has stays, so that the schema refuses
 * it: it is a slip of the pen.
 */
export function patched(target: unknown, patch: object, schema: object): Members {
  const result: Members = isMembers(target) ? { ...target } : {};
  const shape = objectIn(schema as Shape);
  for (const [name, value] of Object.entries(patch)) {
    const isRequired = shape?.required?.includes(name) ?? false;
    const isUnknown = shape?.properties !== undefined && !Object.hasOwn(shape.properties, name);
    const isSlip = isUnknown && !Object.hasOwn(result, name);
    const isMeant = shape?.properties?.[name]?.anyOf?.some(({ isNullMeant }) => isNullMeant === true) ?? false;
    if (value === null && !isRequired && !isSlip && !isMeant) delete result[name];
    else if (isMembers(value)) set(result, name, patched(result[name], value, shape?.properties?.[name] ?? {}));
    else set(result, name, value);
  }
  return result;
}

/** Also a member with the name of what an object inherits from, which its schema then refuses. */
function set(members: Members, name: string, value: unknown): void {
  Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
}

/** The schema of an object, which may also be null. */
function objectIn(shape: Shape): Shape | undefined {
  return shape.anyOf === undefined ? shape : shape.anyOf.find(({ properties }) => properties !== undefined);
}
