/** Threads run these tasks, because customers' schemas could block the event loop. */
import { defineTask } from '../../../platform/threads/index.ts';
import { compileSchema, inWords, SchemaError } from './compile-schema.ts';

const HERE = new URL(import.meta.url);

export const findSchemaFaults = defineTask<typeof faultsOf>(HERE, 'faultsOf');
export const findMisfit = defineTask<typeof misfitOf>(HERE, 'misfitOf');

type Schemas = { parameters: object; result: object };

/** Tells the fault of each schema. Null means that it has none. */
export function faultsOf(tools: readonly Schemas[]): Record<keyof Schemas, string | null>[] {
  return tools.map(({ parameters, result }) => ({
    parameters: faultOf(parameters),
    result: faultOf(result),
  }));
}

function faultOf(schema: object): string | null {
  try {
    compileSchema(schema);
    return null;
  } catch (error) {
    if (error instanceof SchemaError) return error.message;
    throw error;
  }
}

/** Why the value does not fit the schema, in words; null if it does. */
export function misfitOf({
  schema,
  value,
  what,
}: {
  schema: object;
  value: unknown;
  what: string;
}): string | null {
  // An agent may be older than the bounds that its schemas are checked against now.
  const fault = faultOf(schema);
  if (fault) return `the schema of the ${what} ${fault}`;
  const validate = compileSchema(schema);
  return validate(value) ? null : inWords(validate.errors, what);
}
