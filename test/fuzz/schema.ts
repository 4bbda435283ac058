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
  default?: unknown;
}

/** Whether any value at all fits. */
export const isAnything = ({ type, anyOf, enum: values, const: value }: Schema): boolean => type === undefined && anyOf === undefined && values === undefined && value === undefined;

/** The schema of a record's values; undefined for what is no record. */
export const valuesOf = ({ patternProperties }: Schema): Schema | undefined => Object.values(patternProperties ?? {})[0];
