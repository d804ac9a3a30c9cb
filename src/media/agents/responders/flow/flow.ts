import { type Static, Type } from '@sinclair/typebox';

const Say = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description:
    '`{slot}` stands for what was said there, `{result.field}` for a field that the last function answered.',
});
const StateName = Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9_-]+$' });

const Go = Type.Optional(Type.String({ maxLength: 60, description: 'The next state. Default: this one.' }));
const HandOver = Type.Optional(Type.Boolean({ description: 'Hands the caller over to a person.' }));
const End = Type.Optional(Type.Boolean({ description: 'Ends the conversation.' }));

export const FlowCall = Type.Object(
  {
    tool: Type.String({ maxLength: 64, description: 'One of the functions in `tools`.' }),
    arguments: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
        Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean()]),
        {
          maxProperties: 20,
          description:
            'Texts may have `{slot}` and `{result.field}`. One that is nothing but a slot keeps its type, and is left out if the slot was not filled.',
          examples: [{ people: '{people}' }],
        },
      ),
    ),
    on_failure: Type.Object(
      { say: Say, go: Go, hand_over: HandOver, end: End },
      {
        additionalProperties: false,
        description: 'Followed in place of the rule when the function fails or cannot be called.',
      },
    ),
  },
  {
    additionalProperties: false,
    description:
      'Calls a function before the rule speaks. Fields of its answer stay available as `{result.field}` until the next call.',
  },
);

export const FlowRule = Type.Object(
  {
    when: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 20,
      description:
        'Patterns, found anywhere in what was said: words in any case, `(a|b)` a choice, `[please]` optional, `*` any words, `{name}`, `{name:word}`, `{name:number}` and `{name:digits}` slots.',
      examples: [['book a (table|room) for {people:number}']],
    }),
    say: Type.Optional(Say),
    call: Type.Optional(FlowCall),
    go: Go,
    hand_over: HandOver,
    end: End,
  },
  { additionalProperties: false },
);

const Otherwise = Type.Object(
  { say: Say, go: Type.Optional(Type.String({ maxLength: 60 })) },
  { additionalProperties: false },
);

const FlowState = Type.Object(
  {
    say: Type.Optional(Type.String({ ...Say, description: 'Said on entering the state.' })),
    rules: Type.Array(FlowRule, { maxItems: 50, description: 'The first whose pattern fits is followed.' }),
    otherwise: Type.Optional(Otherwise),
  },
  { additionalProperties: false },
);

export const FlowSchema = Type.Object(
  {
    start: Type.String({ maxLength: 60, description: 'The state in which a conversation begins.' }),
    states: Type.Record(StateName, FlowState, { minProperties: 1, maxProperties: 100 }),
    anywhere: Type.Optional(
      Type.Array(FlowRule, { maxItems: 50, description: 'Tried in every state, after its own rules.' }),
    ),
    otherwise: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'Said when no rule fits, in states without an `otherwise` of their own.',
    }),
  },
  {
    title: 'AgentFlow',
    additionalProperties: false,
    description: 'A written conversation, which needs no language model.',
  },
);

export type Flow = Static<typeof FlowSchema>;
export type FlowCall = Static<typeof FlowCall>;
export type FlowRule = Static<typeof FlowRule>;
