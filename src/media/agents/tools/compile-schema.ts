import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

const MAX_SCHEMA_CHARACTERS = 10_000;
const MAX_DEPTH = 12;
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

/** Compiles a customer's schema, without what could stall the service. */
export function compileSchema(schema: object): ValidateFunction {
  if (JSON.stringify(schema).length > MAX_SCHEMA_CHARACTERS)
    throw new SchemaError(`has more than ${MAX_SCHEMA_CHARACTERS} characters`);
  refuseHazards(schema, 0);
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

function refuseHazards(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  if (depth > MAX_DEPTH) throw new SchemaError(`is nested more than ${MAX_DEPTH} levels deep`);
  for (const [key, inner] of Object.entries(value)) {
    const isKeyword = REFUSED.has(key) && !(typeof inner === 'object' && key === 'pattern');
    if (isKeyword) throw new SchemaError(`may not use ${key}`);
    refuseHazards(inner, depth + 1);
  }
}

export function inWords(errors: readonly ErrorObject[] | null | undefined, what: string): string {
  const [first] = errors ?? [];
  return `${what}${first?.instancePath ?? ''} ${first?.message ?? 'is not valid'}`;
}
