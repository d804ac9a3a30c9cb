/** A JSON Schema as TypeScript. Only what the service's own document uses. */
export type Schema = {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
  format?: string;
};

const MAX_ON_ONE_LINE = 6;

const PRIMITIVES: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** `form`: the schema is that of a multipart body, whose binary fields are uploads. */
export function typeOf(schema: Schema, form = false): string {
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((choice) => typeOf(choice, form)));
  if (schema.allOf) return schema.allOf.map((part) => `(${typeOf(part, form)})`).join(' & ');
  if (schema.type === 'array') return arrayOf(schema.items ?? {}, form);
  if (schema.type === 'object') return objectOf(schema, form);
  if (schema.type === 'string' && schema.format === 'binary' && form) return 'Uploadable';
  return PRIMITIVES[schema.type ?? ''] ?? 'unknown';
}

function arrayOf(items: Schema, form: boolean): string {
  const item = typeOf(items, form);
  if (item.startsWith('\n')) return `(${item}\n)[]`;
  return (items.anyOf ?? items.oneOf ?? items.allOf ?? items.enum) ? `(${item})[]` : `${item}[]`;
}

function objectOf({ properties, required = [], additionalProperties }: Schema, form: boolean): string {
  const entries = Object.entries(properties ?? {});
  if (entries.length === 0) {
    const values = typeof additionalProperties === 'object' ? typeOf(additionalProperties, form) : 'unknown';
    return `Record<string, ${values}>`;
  }
  const fields = entries.map(([name, schema]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    return `${comment(schema.description)}${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, form)};`;
  });
  return `{\n${fields.join('\n')}\n}`;
}

/** A long one has a line for each type, so that two changes to it merge. */
export function union(types: string[]): string {
  const different = [...new Set(types)];
  if (different.length > MAX_ON_ONE_LINE) return `\n${different.map((type) => `| ${type}`).join('\n')}`;
  return different.join(' | ') || 'never';
}

export function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '*\\/')} */\n` : '';
}

/** Indents by the depth of the braces. */
export function indented(text: string): string {
  let depth = 0;
  const lines = text.split('\n').map((line) => {
    if (/^[})]/.test(line)) depth -= 1;
    const result = `${'  '.repeat(depth)}${line}`.trimEnd();
    if (/[{(]$/.test(line)) depth += 1;
    return result;
  });
  return lines.join('\n');
}
