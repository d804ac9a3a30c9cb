import { sound } from '../../tests/support/media-files.ts';
import type { JsonSchema, Operation } from '../../tests/support/operations.ts';
import type { Body } from './bodies.ts';
import { form, partNames } from './forms.ts';
import { largestBody, TEXTS, type TextKind, upTo } from './largest.ts';
import { callerOf, type FuzzRequest } from './requests.ts';
import { BY_NAME, GOOD_BODIES } from './valid.ts';
import { worstBodies } from './worst-bodies.ts';

export type WorstCase = { name: string; request: FuzzRequest };

/** Input that only the parser sees is sent to one operation, because all share it. */
const PARSED_AT = '/api/v1/tts';
const JSON_TYPE = 'application/json';
const FIELD_CHARACTERS = 200_000;
const QUERY_CHARACTERS = 12_000;
export const ALL_KINDS: readonly TextKind[] = Object.keys(TEXTS) as TextKind[];

/** These values get a body past its first checks. Texts are left to be as long as they may. */
const KNOWN = Object.fromEntries(
  Object.entries(BY_NAME).flatMap(([name, [first]]) =>
    /text|prompt|password/.test(name) ? [] : [[name, first]],
  ),
);

/**
 * The worst that an operation allows: the largest bodies of its schema in several kinds of text, as many values and levels as
 * JSON may have, forms, long ids and queries, and what was written by hand for it.
 */
export function worstCasesOf(operation: Operation, id: string, kinds = ALL_KINDS): WorstCase[] {
  const request = (change: Partial<FuzzRequest>): FuzzRequest => ({
    method: operation.method,
    target: operation.path.replace(/\{\w+\}/g, () => id),
    caller: callerOf(operation),
    headers: [],
    body: null,
    framing: 'length',
    ...change,
  });
  const bodies = [...jsonBodies(operation, kinds), ...formBodies(operation)];
  const good = GOOD_BODIES[operation.path];
  return [
    { name: 'plain', request: request({ body: good ? json(good) : null }) },
    { name: 'long query', request: request({ target: longQuery(operation, id) }) },
    ...bodies.map(({ name, body }) => ({ name, request: request({ body }) })),
  ];
}

type NamedBody = { name: string; body: Body };

function json(value: unknown): Body {
  return { type: JSON_TYPE, bytes: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) };
}

function jsonBodies({ requestBody, path, method }: Operation, kinds: readonly TextKind[]): NamedBody[] {
  const schema = requestBody?.content[JSON_TYPE]?.schema;
  if (!schema) return [];
  const [field = 'a'] = Object.keys(schema.properties ?? {});
  // All fields together are often refused, because some exclude each other.
  const generated = kinds.flatMap((kind) =>
    Object.entries({ largest: schema, required: requiredOf(schema) }).map(([name, part]) => ({
      name: `${name}, ${kind}`,
      body: json(largestBody(part, kind, KNOWN)),
    })),
  );
  const wide = {
    'many values': `{"${field}":[${'0,'.repeat(29_900)}0]}`,
    'many names': `{${Array.from({ length: 9_900 }, (_, i) => `"${i}":{}`).join()}}`,
  };
  const odd = path === PARSED_AT ? { ...wide, ...oddTexts(field) } : wide;
  return [
    ...generated,
    ...Object.entries(odd).map(([name, text]) => ({ name, body: json(text) })),
    ...Object.entries(worstBodies(method, path)).map(([name, body]) => ({ name, body: json(body) })),
  ];
}

function oddTexts(field: string): Record<string, string> {
  return {
    'many levels': `{"${field}":${'['.repeat(98)}${']'.repeat(98)}}`,
    escapes: `{"${field}":"${'\\u00e9'.repeat(240_000)}"}`,
    backslashes: `{"${field}":"${'\\\\'.repeat(700_000)}"}`,
    'too many values': `[${'[],'.repeat(400_000)}0]`,
    'no end': `{"${field}":"${'\\"'.repeat(700_000)}`,
  };
}

/** Keeps what must be there, and the text where it is optional. */
function requiredOf(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = schema;
  const kept = Object.entries(properties).filter(([name]) => required.includes(name) || name === 'text');
  return { ...schema, properties: Object.fromEntries(kept) };
}

function formBodies({ requestBody }: Operation): NamedBody[] {
  const schema = requestBody?.content['multipart/form-data']?.schema;
  if (!schema) return [];
  const [[file = 'file'], names] = partNames(schema);
  const filled = (kind: TextKind) =>
    names.map((name): [string, string] => [name, upTo(TEXTS[kind], FIELD_CHARACTERS)]);
  const few: [string, string][] = names.includes('consent') ? [['consent', 'true']] : [];
  const many = Array.from({ length: 5_000 }, (_, i): [string, string] => [`f${i}`, 'x']);
  return [
    { name: 'form, long sound', body: form(sound(60), file, few) },
    { name: 'form, text as file', body: form(Buffer.from(TEXTS.words.repeat(7_000)), file, few) },
    { name: 'form, empty lines', body: form(Buffer.alloc(1_000_000, '\r\n--'), file, few) },
    { name: 'form, many fields', body: form(sound(1), file, many) },
    ...(['words', 'symbols', 'chinese'] as const).map((kind) => ({
      name: `form, long fields, ${kind}`,
      body: form(sound(1), file, filled(kind)),
    })),
  ];
}

function longQuery({ path, parameters = [] }: Operation, id: string): string {
  const names = parameters.filter((one) => one.in === 'query').map(({ name }) => name);
  const each = Math.floor(QUERY_CHARACTERS / Math.max(1, names.length));
  const pairs =
    names.length > 0 ? names.map((name) => `${name}=${'%C3%A9'.repeat(each / 6)}`) : ['a=b&'.repeat(3_000)];
  const long = path.replace(/\{\w+\}/g, () => (names.length > 0 ? id : 'x'.repeat(500)));
  return `${long}?${pairs.join('&')}`;
}
