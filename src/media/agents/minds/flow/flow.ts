import { type Static, Type } from '@sinclair/typebox';

const Say = Type.String({
  minLength: 1,
  maxLength: 1_000,
  description: '`{slot}` stands for what was said there, or for a field that a tool answered.',
});
const StateName = Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9_-]+$' });

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
    go: Type.Optional(Type.String({ maxLength: 60, description: 'The next state. Default: this one.' })),
    hand_over: Type.Optional(Type.Boolean({ description: 'Hands the caller over to a person.' })),
    end: Type.Optional(Type.Boolean({ description: 'Ends the conversation.' })),
  },
  { additionalProperties: false },
);

const Otherwise = Type.Object(
  { say: Say, go: Type.Optional(Type.String({ maxLength: 60 })) },
  { additionalProperties: false },
);

export const FlowState = Type.Object(
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
export type FlowRule = Static<typeof FlowRule>;
export type FlowState = Static<typeof FlowState>;
