import fc from 'fast-check';
import type { JsonSchema } from '../../tests/support/operations.ts';

/** Valid values that a schema cannot describe, by field name. They get a request past its first checks. */
export const BY_NAME: Record<string, unknown[]> = {
  text: [
    'Hello there.',
    'It costs $3.50 on Nov 15.',
    'Bonjour à tous.',
    'こんにちは。',
    '你好。',
    'Hi 🙂',
    '1',
  ],
  prompt: [
    'rain',
    'three knocks on a wooden door',
    'dragon',
    'a warm, deep voice',
    'dark waltz in F# minor, no drums',
  ],
  voice_id: ['af_heart', 'am_adam', 'bf_emma', 'ff_siwis', 'jf_alpha', 'zf_xiaobei', 'hf_alpha'],
  model: ['kokoro-82m'],
  video_model: ['vox-lips', 'vox-visemes', 'musetalk'],
  avatar_id: ['default', 'clara', 'nobody'],
  background: ['studio', '#0b3d91'],
  webhook_url: ['https://hooks.example.com/x'],
  language: ['en', 'en-us', 'fr', 'ja', 'zh', 'pt-br'],
  email: ['fuzz@example.com', 'FUZZ@example.com', 'someone.else@example.com'],
  password: ['plum tractor eleven sonnets', 'wrong but long enough'],
  plan: ['free', 'starter', 'creator', 'developer'],
  provider: ['stripe', 'dlocal', 'paystack'],
  country: ['BR', 'NG', 'IN'],
  region: ['africa', 'latam', 'south-asia'],
  code: ['123456', 'abcde-fghij'],
  totp: ['000000'],
  webhookUrl: ['https://hooks.example.com/x', null],
  account_id: ['019b76da-a800-7000-8000-000000000000'],
  from: ['2026-01-01', '2025-12-01T00:00:00Z'],
  to: ['2026-02-01', '2026-01-02T00:00:00+02:00'],
};

/** Whole bodies of operations whose fields depend on each other: random ones are rarely accepted. */
export const GOOD_BODIES: Record<string, object> = {
  '/api/auth': {
    action: 'signup',
    email: 'somebody.new@example.com',
    password: 'plum tractor eleven sonnets',
  },
  '/api/v1/sfx': { prompt: 'rain', seconds: 1 },
  '/api/v1/music': { prompt: 'calm piano', seconds: 2 },
  '/api/voices/design': { prompt: 'a warm, deep voice of an old man' },
  '/api/voices/design/preview': { prompt: 'a warm, deep voice of an old man', preview_text: 'Hello.' },
  '/api/v1/generate': { text: 'Hello there.', voice_id: 'af_heart' },
  '/api/v1/agents': {
    name: 'Anna',
    voice_id: 'af_heart',
    flow: { start: 'open', otherwise: 'Pardon?', states: { open: { rules: [] } } },
  },
  '/api/v1/agents/{id}': { name: 'Ben' },
  '/api/v1/agents/{id}/knowledge': { name: 'hours.md', text: 'We are open from nine to five.' },
  '/api/v1/agents/{id}/checks': { turns: [{ say: 'Hello' }] },
  '/api/v1/conversations/{id}/turns': { text: 'Hello.' },
  '/api/v1/dub/{id}': { name: 'My film', drop_background: true },
  '/api/v1/dub/{id}/lines': { start: 3, end: 4, speaker_id: 'a', translation: 'And this.' },
  '/api/v1/dub/{id}/lines/{line_id}': { translation: 'Hello everybody out there.' },
  '/api/v1/dub/{id}/lines/{line_id}/split': {},
  '/api/v1/dub/{id}/lines/merge': { line_ids: ['one', 'two'] },
  '/api/v1/dub/{id}/speakers': { name: 'Ana', voice_id: 'af_heart' },
  '/api/v1/dub/{id}/speakers/{speaker_id}': { voice_id: 'bf_emma' },
  '/api/v1/dub/{id}/render': {},
  '/api/admin/users/{id}/credits': { credits: 10, cents: 10, note: 'good will' },
};

/** Values that the schema allows. */
export function validValues(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const named = Object.hasOwn(BY_NAME, name) && schema.type !== 'object' ? BY_NAME[name] : undefined;
  const known = named ?? schema.examples;
  // "model" is another one on each route.
  if (known) return fc.constantFrom(...known, ...(named && 'default' in schema ? [schema.default] : []));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => validValues(one)));
  if (schema.allOf) return validValues(merged(schema.allOf));
  switch (schema.type) {
    case 'object':
      return validObjects(schema);
    case 'array':
      return fc.array(validValues(schema.items ?? {}), { maxLength: 3 });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.string({
        minLength: schema.minLength ?? 0,
        maxLength: Math.min(schema.maxLength ?? 30, 300),
      });
  }
}

function validObjects(schema: JsonSchema): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [
    name,
    validValues(field, name),
  ]);
  const requiredKeys = schema.required ?? [];
  return fc.record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
}

function merged(schemas: JsonSchema[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.assign({}, ...schemas.map((schema) => schema.properties)),
    required: schemas.flatMap((schema) => schema.required ?? []),
  };
}
