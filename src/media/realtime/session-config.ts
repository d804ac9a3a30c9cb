import { type Static, Type } from '@sinclair/typebox';
import { TypeCompiler } from '@sinclair/typebox/compiler';
import { oneOf } from './one-of.ts';
import { ProtocolError } from './protocol-error.ts';

const FORMATS = ['audio/pcm', 'audio/pcmu', 'audio/pcma'] as const;
export type FormatName = (typeof FORMATS)[number];
export const RATES: Record<FormatName, number> = {
  'audio/pcm': 24_000,
  'audio/pcmu': 8_000,
  'audio/pcma': 8_000,
};

const orNull = <T extends Parameters<typeof Type.Union>[0][number]>(type: T) =>
  Type.Union([type, Type.Null()]);
const Format = Type.Object({ type: oneOf(...FORMATS), rate: Type.Optional(Type.Literal(24_000)) });
const MaxTokens = Type.Union([Type.Integer({ minimum: 1, maximum: 4_096 }), Type.Literal('inf')]);

const Answers = { create_response: Type.Boolean(), interrupt_response: Type.Boolean() };
const ServerVad = Type.Object({
  type: Type.Literal('server_vad'),
  threshold: Type.Number({ minimum: 0, maximum: 1 }),
  prefix_padding_ms: Type.Integer({ minimum: 0, maximum: 5_000 }),
  silence_duration_ms: Type.Integer({ minimum: 100, maximum: 10_000 }),
  idle_timeout_ms: orNull(Type.Integer({ minimum: 5_000, maximum: 30_000 })),
  ...Answers,
});
const SemanticVad = Type.Object({
  type: Type.Literal('semantic_vad'),
  eagerness: oneOf('low', 'medium', 'high', 'auto'),
  ...Answers,
});
const FunctionTool = Type.Object({
  type: Type.Literal('function'),
  name: Type.String({ pattern: '^[a-zA-Z0-9_-]{1,64}$' }),
  description: Type.Optional(Type.String({ maxLength: 4_096 })),
  parameters: Type.Optional(Type.Object({}, { additionalProperties: true })),
});
const ToolChoice = Type.Union([
  oneOf('auto', 'none', 'required'),
  Type.Object({ type: Type.Literal('function'), name: Type.String() }),
]);

/** The server acts on these fields. It keeps and echoes all others, because clients of newer versions send them. */
const Session = Type.Object({
  type: oneOf('realtime', 'transcription'),
  model: Type.String({ maxLength: 256 }),
  output_modalities: Type.Array(oneOf('text', 'audio'), { minItems: 1, maxItems: 2 }),
  instructions: Type.String({ maxLength: 100_000 }),
  tools: Type.Array(FunctionTool, { maxItems: 128 }),
  tool_choice: ToolChoice,
  max_output_tokens: MaxTokens,
  audio: Type.Object({
    input: Type.Object({
      format: Format,
      transcription: orNull(
        Type.Object({
          model: Type.Optional(Type.String()),
          language: Type.Optional(Type.String({ maxLength: 35 })),
          prompt: Type.Optional(Type.String()),
        }),
      ),
      turn_detection: Type.Union([ServerVad, SemanticVad, Type.Null()]),
    }),
    output: Type.Object({
      format: Format,
      voice: Type.String({ minLength: 1, maxLength: 256 }),
      speed: Type.Number({ minimum: 0.25, maximum: 1.5 }),
      // Ours: OpenAI's voices find the language by themselves.
      language: Type.Optional(Type.Union([Type.String({ minLength: 2, maxLength: 35 }), Type.Null()])),
    }),
  }),
});
const sessions = TypeCompiler.Compile(Session);

export type SessionConfig = Static<typeof Session> & Record<string, unknown>;
export type TurnDetectionConfig = SessionConfig['audio']['input']['turn_detection'];

const VAD_DEFAULTS = {
  server_vad: {
    type: 'server_vad',
    threshold: 0.5,
    prefix_padding_ms: 300,
    silence_duration_ms: 500,
    idle_timeout_ms: null,
    create_response: true,
    interrupt_response: true,
  },
  semantic_vad: { type: 'semantic_vad', eagerness: 'auto', create_response: true, interrupt_response: true },
} as const;

export function newSession(type: SessionConfig['type'], model: string): SessionConfig {
  const format = { type: 'audio/pcm', rate: 24_000 } as const;
  return {
    type,
    model,
    output_modalities: ['audio'],
    instructions: '',
    tools: [],
    tool_choice: 'auto',
    max_output_tokens: 'inf',
    audio: {
      input: {
        format,
        transcription: type === 'transcription' ? {} : null,
        turn_detection: VAD_DEFAULTS.server_vad,
      },
      output: { format, voice: 'alloy', speed: 1 },
    },
    truncation: 'auto',
    tracing: null,
    include: null,
    prompt: null,
  };
}

/** Unknown fields are kept, so they need a limit. */
const MAX_CHARACTERS = 500_000;

/** Applies an update. Fields that it does not name stay as they were. */
export function updateSession(session: SessionConfig, update: unknown): SessionConfig {
  if (!isObject(update)) throw new ProtocolError('invalid_value', 'session must be an object.', 'session');
  if (update.type !== undefined && update.type !== session.type)
    throw new ProtocolError(
      'invalid_value',
      `session.type cannot be changed from ${session.type}.`,
      'session.type',
    );
  // The model stays: clients repeat the one that they would have chosen, whatever the session was opened with.
  const changed = withVadDefaults(session, { ...merged(session, update), model: session.model }, update);
  if (JSON.stringify(changed).length > MAX_CHARACTERS)
    throw new ProtocolError(
      'invalid_value',
      `The session would have more than ${MAX_CHARACTERS} characters.`,
      'session',
    );
  if (sessions.Check(changed)) return changed as SessionConfig;
  const problem = sessions.Errors(changed).First();
  const param = `session${(problem?.path ?? '').replaceAll('/', '.')}`;
  throw new ProtocolError(
    'invalid_value',
    `${param} is not valid: ${problem?.message.toLowerCase()}.`,
    param,
  );
}

/** A named kind of detection starts from the defaults of that kind, not from the settings of another. */
function withVadDefaults(session: SessionConfig, changed: Record<string, unknown>, update: object) {
  const named = at(update, 'audio', 'input', 'turn_detection');
  if (!isObject(named)) return changed;
  const current = session.audio.input.turn_detection;
  const kind = named.type ?? current?.type;
  const defaults = kind === 'semantic_vad' ? VAD_DEFAULTS.semantic_vad : VAD_DEFAULTS.server_vad;
  const base = current?.type === kind ? current : defaults;
  return merged(changed, { audio: { input: { turn_detection: { ...base, ...named } } } }, ['turn_detection']);
}

/** Objects are merged, everything else is replaced, and so are the objects of these names. */
function merged(
  base: Record<string, unknown>,
  update: Record<string, unknown>,
  replaced: readonly string[] = ['tool_choice', 'prompt', 'tracing', 'format'],
): Record<string, unknown> {
  const result = { ...base };
  for (const [name, value] of Object.entries(update)) {
    if (value === undefined || name === '__proto__') continue;
    const before = result[name];
    const isMerged = isObject(value) && isObject(before) && !replaced.includes(name);
    result[name] = isMerged ? merged(before, value, replaced) : value;
  }
  return result;
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
