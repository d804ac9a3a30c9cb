import type { TestService } from './test-service.ts';

export type JsonSchema = {
  type?: string;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  examples?: unknown[];
};

export type Parameter = { name: string; in: string; required?: boolean; schema: JsonSchema };
type Media = Record<string, { schema?: JsonSchema }>;
type ResponseObject = { description?: string; content?: Media };
type OperationObject = {
  operationId?: string;
  summary?: string;
  tags?: string[];
  security?: Record<string, string[]>[];
  parameters?: Parameter[];
  requestBody?: { content: Media };
  responses: Record<string, ResponseObject>;
};
export type OpenApiDocument = {
  openapi: string;
  info: { title: string; version: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  webhooks?: Record<string, Record<string, OperationObject>>;
  components?: { securitySchemes?: Record<string, object>; schemas?: Record<string, JsonSchema> };
};

export type Operation = OperationObject & { name: string; method: string; path: string };

export async function readDocument({ app }: Pick<TestService, 'app'>): Promise<OpenApiDocument> {
  return resolved((await app.inject('/api/openapi.json')).json<OpenApiDocument>());
}

export function resolved(document: OpenApiDocument): OpenApiDocument {
  return inline(document, document.components?.schemas ?? {}) as OpenApiDocument;
}

/** Puts schemas where they are referenced. */
function inline(value: unknown, schemas: Record<string, JsonSchema>): unknown {
  if (Array.isArray(value)) return value.map((item) => inline(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const { $ref, ...rest } = value;
    const schema = schemas[`${$ref}`.replace('#/components/schemas/', '')];
    if (!schema) throw new Error(`${$ref} is not in the document.`);
    return { ...(inline(schema, schemas) as object), ...rest };
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part, schemas)]));
}

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => {
      const method = verb.toUpperCase();
      return { ...operation, method, path, name: `${method} ${path}` };
    }),
  );
}

/** Whether the operation accepts this kind of credential. */
export function accepts(operation: Operation, scheme: 'apiKey' | 'session' | 'signedUrl'): boolean {
  return (operation.security ?? []).some((way) => scheme in way);
}
