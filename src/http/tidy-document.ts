import { isDeepStrictEqual } from 'node:util';

type Schemas = Record<string, object>;
type Part = { in?: unknown; schema?: { default?: unknown }; title?: unknown; type?: unknown };
type TitledSchema = { title: string; description?: string };
type Document = { paths?: object; webhooks?: object; components?: { schemas?: object } };

/**
 * Moves every object schema with a title to `components.schemas`: the document then has it once, and generated clients
 * have a name for it. A parameter with a default becomes optional: only after validation is it always there.
 */
export function tidyDocument<D extends Document>(document: D): D {
  const schemas: Schemas = { ...document.components?.schemas } as Schemas;
  const { paths, webhooks } = tidy(
    { paths: document.paths, webhooks: document.webhooks },
    schemas,
  ) as Document;
  nameErrorCodes(schemas);
  const sorted = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  const components = { ...document.components, schemas: Object.fromEntries(sorted) };
  return { ...document, paths, webhooks, components };
}

/** The codes are listed for whoever generates a client, and others may come. */
function nameErrorCodes(schemas: Schemas): void {
  const { Error: error } = schemas as { Error?: { properties?: { code?: object } } };
  if (!error?.properties?.code || !schemas.ErrorCode) return;
  const code = {
    ...error.properties.code,
    anyOf: [{ $ref: '#/components/schemas/ErrorCode' }, { type: 'string' }],
  };
  schemas.Error = { ...error, properties: { ...error.properties, code } };
}

function tidy(value: unknown, schemas: Schemas): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, tidy(part, schemas)]);
  const tidied: Part = Object.fromEntries(entries);
  const { schema } = tidied as { schema?: { default?: unknown } };
  if (tidied.in === 'query' && schema?.default !== undefined) return { ...tidied, required: false };
  if (typeof tidied.title !== 'string' || tidied.type !== 'object') return tidied;
  return named(tidied as TitledSchema, schemas);
}

function named({ description, ...schema }: TitledSchema, schemas: Schemas): object {
  const { title } = schema;
  const known = schemas[title];
  if (known && !isDeepStrictEqual(known, schema))
    throw new Error(`Two different schemas are titled ${title}.`);
  schemas[title] = schema;
  // A description often belongs to the place, not to the schema.
  return { ...(description !== undefined && { description }), $ref: `#/components/schemas/${title}` };
}
