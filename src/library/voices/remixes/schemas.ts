import { type Static, Type } from '@sinclair/typebox';

export const RemixBody = Type.Object({
  prompt: Type.String({
    description: 'How the voice should change, in English: 1 to 2,000 characters.',
    examples: ['deeper and much calmer'],
  }),
  name: Type.Optional(Type.String({ description: '1 to 200 visible characters.' })),
  strength: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: '0 leaves the voice unchanged. Default: 0.5.' }),
  ),
  webhook_url: Type.Optional(
    Type.String({
      description: 'Webhook URL for clone.ready and clone.failed. Overrides the account default.',
      maxLength: 2_000,
    }),
  ),
});
export type RemixBody = Static<typeof RemixBody>;
