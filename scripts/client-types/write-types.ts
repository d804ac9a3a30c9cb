import { join } from 'node:path';
import { comment, indented, type Schema, typeOf, union } from './types-of.ts';

type Content = Record<string, { schema?: Schema }>;
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema };
type Operation = {
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { content?: Content }>;
};
export type Document = {
  paths: Record<string, Record<string, Operation>>;
  webhooks?: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
};

export const TYPES_FILE = join(import.meta.dirname, '../../packages/client/src/generated/operations.ts');

/** Workers and payment providers call these, not customers. */
const INTERNAL_TAGS = new Set(['Workers', 'Payment webhooks']);
const KEY_HEADER = 'Idempotency-Key';

const HEAD = `// Generated from the OpenAPI document by \`npm run client:types\`. Do not edit.
import type { Media } from '../media.ts';
import type { Uploadable } from '../uploads.ts';
`;

/** The module of types that the client is written against. */
export function writeTypes(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => !tags?.some((tag) => INTERNAL_TAGS.has(tag)))
      .map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );
  operations.sort((a, b) => (a.name < b.name ? -1 : 1));
  const keyed = operations.filter(({ operation }) =>
    operation.parameters?.some(({ name }) => name === KEY_HEADER),
  );
  const schemas = Object.entries(document.components?.schemas ?? {});
  const events = Object.values(document.webhooks ?? {}).map(
    ({ post }) => post?.requestBody?.content['application/json']?.schema ?? {},
  );
  return indented(
    [
      HEAD,
      ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)};\n`),
      `/** What a webhook receives, by \`event\`. */\nexport type WebhookEvent = ${union(events.map((event) => typeOf(event)))};\n`,
      '/** Every operation of the API: what it takes and what it answers with. */',
      'export type Operations = {',
      ...operations.map(({ name, operation }) => entryOf(name, operation)),
      '};\n',
      '/** Operations that honour an `Idempotency-Key`. */',
      'export const IDEMPOTENT_OPERATIONS: ReadonlySet<string> = new Set([',
      ...keyed.map(({ name }) => `  '${name}',`),
      ']);\n',
    ].join('\n'),
  );
}

function entryOf(name: string, operation: Operation): string {
  const output = outputOf(operation);
  return `${comment(operation.summary)}'${name}': {\ninput: ${inputOf(operation)};\noutput: ${output};\n};`;
}

function inputOf({ parameters = [], requestBody }: Operation): string {
  const path = parametersIn(parameters, 'path');
  const query = parametersIn(parameters, 'query');
  const fields = [path && `path: ${path};`, query && `query?: ${query};`].filter((field) => field !== '');
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema = {} }]) => {
    const kind = type === 'application/json' ? 'json' : type === 'multipart/form-data' ? 'form' : 'text';
    return `{\n${kind}${requestBody?.required ? '' : '?'}: ${typeOf(schema, kind === 'form')};\n}`;
  });
  const parameterType = fields.length > 0 ? `{\n${fields.join('\n')}\n}` : 'object';
  if (bodies.length === 0) return parameterType;
  const body = bodies.length === 1 ? bodies[0] : `(${bodies.join(' | ')})`;
  return fields.length > 0 ? `${parameterType} & ${body}` : `${body}`;
}

function parametersIn(parameters: Parameter[], place: string): string {
  const there = parameters.filter((parameter) => parameter.in === place);
  if (there.length === 0) return '';
  const properties = there.map(({ name, description, schema }) => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  const required = there.filter((parameter) => parameter.required === true).map(({ name }) => name);
  return typeOf({ type: 'object', properties: Object.fromEntries(properties), required });
}

function outputOf({ responses }: Operation): string {
  const successes = Object.entries(responses).filter(([status]) => /^2/.test(status));
  return union(
    successes.flatMap(([, { content }]) => {
      if (!content) return ['undefined'];
      return Object.entries(content).map(([type, { schema = {} }]) =>
        type === 'application/json' ? typeOf(schema) : 'Media',
      );
    }),
  );
}
