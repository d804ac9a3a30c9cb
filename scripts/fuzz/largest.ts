import type { JsonSchema } from '../../tests/support/operations.ts';

type Sized = JsonSchema & {
  maxItems?: number;
  maxProperties?: number;
  pattern?: string;
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
};

/** A body may still have this much: the service refuses more than 1.5 MB and 30,000 values. */
type Room = { bytes: number; values: number };
const MAX_BODY: Room = { bytes: 1_400_000, values: 14_000 };
const MOST_LEVELS = 12;

/** Texts that are slow to read, each for another part of the service. They are repeated up to the length that is allowed. */
export const TEXTS = {
  letters: 'x',
  words: 'Dr. Smith paid $1,234.50 on 1/2/2026 at 10:30, i.e. 3.5% of 1e9 km/h; ',
  symbols: '. ,!?;:-"\'([{<&@#$%^*_+=|\\/~` ',
  chinese: '我们在2026年1月2日付了1234元。',
  markup: '<break time="1s"/><emphasis>a</emphasis>[pause:1s][word](/ˈfoʊ/) &amp; ',
  marks: 'é̂ ﷺ 👩‍👩‍👧‍👦 ',
} as const;
export type TextKind = keyof typeof TEXTS;

/** The text again and again, up to a length. */
export function upTo(text: string, length: number): string {
  return text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .toWellFormed();
}

/** The largest body that the schema allows: every field, every string and array as long as it may be. */
export function largestBody(schema: JsonSchema, kind: TextKind, known: Record<string, unknown>): unknown {
  return largest(schema, '', { kind, known, room: { ...MAX_BODY }, level: 0 });
}

type Context = { kind: TextKind; known: Record<string, unknown>; room: Room; level: number };

function largest(schema: Sized, name: string, context: Context): unknown {
  const { room, known } = context;
  room.values -= 1;
  if (Object.hasOwn(known, name) && schema.type !== 'object') return known[name];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum.at(-1);
  if (schema.anyOf) return largest(schema.anyOf.find(isLarge) ?? schema.anyOf[0] ?? {}, name, context);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((one) => largest(one, name, context)));
  switch (schema.type) {
    case 'object':
      return largestObject(schema, context);
    case 'array':
      return largestArray(schema, name, context);
    case 'integer':
    case 'number':
      return schema.maximum ?? 1_000_000;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return largestText(schema, context);
    default:
      return largestText({ maxLength: 1_000 }, context);
  }
}

function isLarge({ type }: JsonSchema): boolean {
  return type === 'object' || type === 'array';
}

function largestText(schema: Sized, { kind, room }: Context): string {
  const { maxLength = 200_000, format, examples, pattern } = schema;
  if (typeof examples?.[0] === 'string' && (format || pattern)) return examples[0];
  if (format === 'date-time') return '2026-01-02T03:04:05.678Z';
  if (format === 'uuid') return '019b76da-a800-7000-8000-000000000000';
  const length = Math.max(1, Math.min(maxLength, Math.floor(room.bytes / 4)));
  const text = upTo(pattern ? TEXTS.letters : TEXTS[kind], length);
  room.bytes -= Buffer.byteLength(text) * 1.1;
  return text;
}

function largestObject(schema: Sized, context: Context): Record<string, unknown> {
  const inner = { ...context, level: context.level + 1 };
  const object: Record<string, unknown> = {};
  if (inner.level > MOST_LEVELS) return object;
  for (const [name, field] of Object.entries(schema.properties ?? {}))
    object[name] = largest(field, name, inner);
  const [entry = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined] =
    Object.values(schema.patternProperties ?? {});
  if (!entry) return object;
  fill(context.room, schema.maxProperties ?? 1_000, (index) => {
    object[`k${index}`] = largest(entry, '', inner);
  });
  return object;
}

function largestArray(schema: Sized, name: string, context: Context): unknown[] {
  const items: unknown[] = [];
  if (context.level > MOST_LEVELS) return items;
  fill(context.room, schema.maxItems ?? 10_000, () => {
    items.push(largest(schema.items ?? {}, name, { ...context, level: context.level + 1 }));
  });
  return items;
}

/** Adds one, and more while there is room for as large ones. */
function fill(room: Room, most: number, add: (index: number) => void): void {
  for (let index = 0; index < most; index++) {
    const before = { ...room };
    add(index);
    const bytes = before.bytes - room.bytes;
    const values = before.values - room.values;
    if (room.bytes < 2 * bytes + 10_000 || room.values < 2 * values + 50) return;
  }
}
