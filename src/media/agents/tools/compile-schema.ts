import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

const MAX_SCHEMA_CHARACTERS = 10_000;
const MAX_DEPTH = 12;
/** Arrays and objects: the time to compile a schema grows with them. */
const MAX_PARTS = 500;
/** Counts all branches of `oneOf`, `anyOf` and `allOf`. The time to compile grows with their square. */
const MAX_BRANCHES = 100;
const BRANCHING = new Set(['oneOf', 'anyOf', 'allOf']);
/** Each thread keeps this many compiled schemas, of up to a megabyte each. */
const MAX_KEPT = 100;
/** A pattern of a customer could take exponential time, and a reference could lead elsewhere. */
const REFUSED = new Set([
  'pattern',
  'patternProperties',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
  '$async',
  '$data',
]);

/** The message is for the author of the schema. */
export class SchemaError extends Error {}

const kept = new Map<string, ValidateFunction>();

/** Compiles a customer's schema, without what could take for ever. The same schema is compiled once. */
export function compileSchema(schema: object): ValidateFunction {
  const text = JSON.stringify(schema);
  const known = kept.get(text);
  if (known) return known;
  if (text.length > MAX_SCHEMA_CHARACTERS)
    throw new SchemaError(`has more than ${MAX_SCHEMA_CHARACTERS} characters`);
  refuseHazards(schema);
  const compiled = compile(schema);
  kept.set(text, compiled);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return compiled;
}

function compile(schema: object): ValidateFunction {
  // One for each schema: it would remember an $id and refuse the same one in another account.
  const ajv = new Ajv({
    strict: false,
    allErrors: false,
    validateFormats: true,
    addUsedSchema: false,
    logger: false,
  });
  (addFormats as unknown as { default: typeof addFormats.default }).default(ajv, { mode: 'fast' });
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw new SchemaError(`is not a JSON schema: ${(error as Error).message}`);
  }
}

function refuseHazards(schema: object): void {
  let parts = 0;
  let branches = 0;
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (depth > MAX_DEPTH) throw new SchemaError(`is nested more than ${MAX_DEPTH} levels deep`);
    parts += 1;
    for (const [key, inner] of Object.entries(value)) {
      const isKeyword = REFUSED.has(key) && !(typeof inner === 'object' && key === 'pattern');
      if (isKeyword) throw new SchemaError(`may not use ${key}`);
      if (BRANCHING.has(key) && Array.isArray(inner)) branches += inner.length;
      look(inner, depth + 1);
    }
  };
  look(schema, 0);
  if (branches > MAX_BRANCHES)
    throw new SchemaError(`has more than ${MAX_BRANCHES} branches in oneOf, anyOf and allOf`);
  if (parts > MAX_PARTS) throw new SchemaError(`has more than ${MAX_PARTS} arrays and objects`);
}

export function inWords(errors: readonly ErrorObject[] | null | undefined, what: string): string {
  const [first] = errors ?? [];
  return `${what}${first?.instancePath ?? ''} ${first?.message ?? 'is not valid'}`;
}
