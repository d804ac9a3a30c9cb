import { type Static, Type } from '@sinclair/typebox';
import { ENDED_REASONS } from '../conversations/conversation.ts';

const Words = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { minItems: 1, maxItems: 20, description }),
  );

const Expected = Type.Object(
  {
    contains: Words('The reply has all of these words, in any case.'),
    contains_any: Words('The reply has at least one of these.'),
    lacks: Words('The reply has none of these.'),
    tool: Type.Optional(Type.String({ maxLength: 64, description: 'This function is called.' })),
    hand_over: Type.Optional(Type.Boolean({ description: 'Whether the caller is handed over.' })),
    ended: Type.Optional(Type.Boolean({ description: 'Whether the conversation ends, by a hand-over too.' })),
  },
  { additionalProperties: false },
);

export const ChecksBody = Type.Object(
  {
    turns: Type.Array(
      Type.Object(
        { say: Type.String({ minLength: 1, maxLength: 2_000 }), expect: Type.Optional(Expected) },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 20 },
    ),
    tool_results: Type.Optional(
      Type.Record(Type.String({ maxLength: 64 }), Type.Unknown(), {
        maxProperties: 20,
        description: 'What functions answer, by name. A check calls no webhook.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ChecksRequest = Static<typeof ChecksBody>;
export type CheckedTurn = ChecksRequest['turns'][number];

export const ChecksView = Type.Object(
  {
    passed: Type.Boolean(),
    turns: Type.Array(
      Type.Object({
        say: Type.String(),
        reply: Type.String(),
        tools: Type.Array(
          Type.Object({
            name: Type.String(),
            arguments: Type.Unknown(),
            result: Type.Unknown(),
            ok: Type.Boolean(),
          }),
        ),
        ended: Type.Union([
          Type.Unsafe<(typeof ENDED_REASONS)[number]>({ type: 'string', enum: [...ENDED_REASONS] }),
          Type.Null(),
        ]),
        passed: Type.Boolean(),
        failures: Type.Array(Type.String(), { description: 'Why not, in words.' }),
        thought_ms: Type.Integer(),
      }),
    ),
    credits: Type.Integer(),
  },
  { title: 'AgentChecks' },
);
export type ChecksResult = Static<typeof ChecksView>;
