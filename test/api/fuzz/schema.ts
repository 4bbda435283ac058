/** The part of JSON Schema that the contracts use. */
export interface Schema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean' | 'null';
  properties?: Record<string, Schema>;
  required?: readonly string[];
  patternProperties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  anyOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
  unit?: string;
  default?: unknown;
}

/** Whether every value fits. */
export const isAnything = ({ type, anyOf, enum: values, const: value }: Schema): boolean =>
  type === undefined && anyOf === undefined && values === undefined && value === undefined;

/** The name pattern and value schema of a record; null for anything else. */
export function recordOf({ patternProperties }: Schema): { pattern: string; values: Schema } | null {
  const [entry] = Object.entries(patternProperties ?? {});
  return entry === undefined ? null : { pattern: entry[0], values: entry[1] };
}
