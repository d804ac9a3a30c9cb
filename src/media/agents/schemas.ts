import { type Static, Type } from '@sinclair/typebox';
import { NextCursor } from '../../http/index.ts';
import { FlowSchema } from './responders/flow/flow.ts';
import { ToolsSchema } from './tools/schemas.ts';

const OrNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));
const Sentence = (description: string) => Type.String({ minLength: 1, maxLength: 1_000, description });
const SayAfter = (description: string) =>
  Type.Object(
    {
      after_seconds: Type.Number({ minimum: 1, maximum: 120 }),
      say: Type.String({ minLength: 1, maxLength: 300 }),
    },
    { additionalProperties: false, description },
  );

const Prompt = Type.String({ minLength: 1, maxLength: 300 });

const TurnTaking = Type.Object(
  {
    interruptions: Type.Optional(
      Type.Boolean({ description: 'Whether speaking stops the reply. Default: true.' }),
    ),
    patience: Type.Optional(
      Type.Union([Type.Literal('low'), Type.Literal('normal'), Type.Literal('high')], {
        description:
          'How long a pause may last before the turn ends. Longer anyway after an unfinished sentence, or while somebody ' +
          'dictates a number or spells. Default: `normal`.',
      }),
    ),
    false_interruption_seconds: Type.Optional(
      Type.Number({
        minimum: 0.5,
        maximum: 10,
        description: 'A reply that was interrupted goes on if no words came by then. Default: 2.',
      }),
    ),
    idle_prompt: OrNull(
      Type.Object(
        {
          after_seconds: Type.Number({ minimum: 1, maximum: 120 }),
          say: Type.Union([Prompt, Type.Array(Prompt, { minItems: 1, maxItems: 5 })], {
            description: 'Several are said one after the other, each after so much silence.',
          }),
        },
        { additionalProperties: false, description: 'Said when the caller is silent for so long.' },
      ),
    ),
    soft_timeout: OrNull(SayAfter('Said when the mind needs so long. Without it nothing is.')),
  },
  { additionalProperties: false, description: 'For live conversations.' },
);

const Limits = Type.Object(
  {
    idle_seconds: Type.Optional(
      Type.Integer({ minimum: 10, maximum: 3_600, description: 'Without a turn. Default: 300.' }),
    ),
    max_seconds: Type.Optional(
      Type.Integer({ minimum: 10, maximum: 14_400, description: 'In all. Default: 1800.' }),
    ),
  },
  { additionalProperties: false, description: 'When a conversation ends by itself.' },
);

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]*$' });
const VoiceId = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'A voice id from GET /api/v1/voices.',
  examples: ['af_heart'],
});

/** An agent may lack any of these settings. */
const OPTIONAL_SETTINGS = {
  system_prompt: OrNull(
    Type.String({ minLength: 1, maxLength: 20_000, description: 'Who the agent is and what it does.' }),
  ),
  language: OrNull(
    Type.String({
      minLength: 2,
      maxLength: 35,
      description:
        'ISO code of what the agent speaks. Any voice speaks any language of the service. `auto`: callers may speak any language, and each sentence of a reply is spoken in its own. Default: the language of the voice.',
    }),
  ),
  first_message: OrNull(
    Sentence(
      'Said when a conversation starts, after the sentence that says that the agent is a machine. `{{disclosure}}` puts that sentence where it stands.',
    ),
  ),
  disclosure: OrNull(
    Type.Union([Type.Literal('spoken'), Type.Literal('none')], {
      description:
        '`spoken`: each conversation begins with a sentence that says, in the language of the agent, that it is a machine. It costs 1 credit per character. `none` leaves that to you, where the operator allows it: 400 `disclosure_required` otherwise. Default: `spoken`.',
    }),
  ),
  model: OrNull(
    Type.String({ minLength: 1, maxLength: 200, description: 'Default: the language model of the server.' }),
  ),
  temperature: OrNull(Type.Number({ minimum: 0, maximum: 2 })),
  flow: OrNull(FlowSchema),
  tools: OrNull(ToolsSchema),
  last_sentence: OrNull(Sentence('Said when the credits run out, if they still pay for it.')),
  keep_audio: OrNull(
    Type.Boolean({
      description:
        'Keeps what callers say for 30 days, as `caller_audio_url` of the turn, and in live conversations what the agent says as `audio_url`. Tell your callers. Default: false.',
    }),
  ),
  turn_taking: OrNull(TurnTaking),
  limits: OrNull(Limits),
};

export const CreateAgentBody = Type.Object(
  { name: Name, voice_id: VoiceId, ...OPTIONAL_SETTINGS },
  { additionalProperties: false },
);
export type NewAgent = Static<typeof CreateAgentBody>;

export const ChangeAgentBody = Type.Object(
  { name: Type.Optional(Name), voice_id: Type.Optional(VoiceId), ...OPTIONAL_SETTINGS },
  { additionalProperties: false },
);
export type AgentChange = Static<typeof ChangeAgentBody>;

export const AgentParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

const Time = Type.String({ format: 'date-time' });
const AgentSummary = Type.Object({
  id: Type.String(),
  name: Type.String(),
  created_at: Time,
  updated_at: Time,
});
export const AgentView = Type.Composite(
  [
    Type.Object({ id: Type.String() }),
    CreateAgentBody,
    Type.Object({
      mind: Type.Union([Type.Literal('flow'), Type.Literal('model')], {
        description: '`flow`: it follows its flow. `model`: a language model answers.',
      }),
      created_at: Time,
      updated_at: Time,
    }),
  ],
  { title: 'Agent' },
);
export const AgentPage = Type.Object({ agents: Type.Array(AgentSummary), next_cursor: NextCursor });
