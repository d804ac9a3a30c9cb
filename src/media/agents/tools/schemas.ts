import { type Static, Type } from '@sinclair/typebox';

const JsonSchema = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  description: 'A JSON schema (draft 7).',
});

const Fields = Type.Object(
  {
    type: Type.Union([Type.Literal('webhook'), Type.Literal('client')], {
      description:
        '`webhook`: the server calls your URL. `client`: the client that is connected to the live socket is asked (`tool_call`); without one the function fails, and the agent is told so.',
    }),
    name: Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$', examples: ['find_table'] }),
    description: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'What it does, and when to call it. The language model reads this.',
    }),
    url: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 2_000,
        description:
          'Required for a webhook, and only there. Gets a POST with `{ tool, arguments, conversation_id }` and answers with JSON, at most 64 kB.',
      }),
    ),
    headers: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9-]{1,100}$' }),
        Type.String({ maxLength: 1_000, pattern: '^[\\x20-\\x7e]*$' }),
        {
          maxProperties: 10,
          description:
            'Sent to the webhook, such as `Authorization`. Their values are stored sealed and never shown again: responses have `********` instead, which keeps the value when it is sent back for the same tool and host.',
        },
      ),
    ),
    parameters: Type.Optional(JsonSchema),
    result: Type.Optional(
      Type.Unsafe<Static<typeof JsonSchema>>({ ...JsonSchema, description: 'A JSON schema of the answer.' }),
    ),
    timeout_seconds: Type.Optional(Type.Number({ minimum: 0.5, maximum: 30, description: 'Default: 8.' })),
  },
  { title: 'AgentTool', additionalProperties: false },
);

type Common = Omit<Static<typeof Fields>, 'type' | 'url' | 'headers'>;
export type WebhookTool = Common & {
  type: 'webhook';
  url: string;
  headers?: Readonly<Record<string, string>>;
};
export type ClientTool = Common & { type: 'client' };
export type AgentTool = WebhookTool | ClientTool;

/** One object for both: with a schema for each, a fault in one would be reported as a fault in the other. */
const ToolSchema = Type.Unsafe<AgentTool>({ ...Fields });

export const ToolsSchema = Type.Array(ToolSchema, {
  maxItems: 20,
  description: 'Functions that the agent may call. `hand_over` and `end_call` are always there.',
});
