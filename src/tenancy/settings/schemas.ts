import { Type } from '@sinclair/typebox';
import type { Settings } from './queries.ts';

const CHANGEABLE = {
  webhookUrl: Type.Union([Type.String({ minLength: 1, maxLength: 2048 }), Type.Null()], {
    description:
      'Webhook URL for requests without a `webhook_url` of their own. HTTPS in production; null turns it off.',
  }),
  webhookSigning: Type.Boolean({
    description: 'Signs events with Standard Webhooks headers. Needs a secret.',
  }),
  webhookRetries: Type.Boolean({
    description: 'Retries deliveries that do not get a 2xx response: nine times within 76 hours.',
  }),
  webhookDubEvents: Type.Boolean({
    description:
      'Sends `dub.completed` and `dub.failed` besides `video.completed` and `video.failed`, which every dub announces.',
  }),
};

export const SettingsBody = Type.Partial(Type.Object(CHANGEABLE));

export const SettingsView = Type.Object({
  ...CHANGEABLE,
  webhookSecretCreatedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the signing secret was created; null without one.',
  }),
});

export const SecretView = Type.Object({
  webhookSecret: Type.String({ description: 'Starts with whsec_. Shown only in this response.' }),
});

export function viewOf({ webhookSecretCreatedAt, ...settings }: Settings) {
  return { ...settings, webhookSecretCreatedAt: webhookSecretCreatedAt?.toISOString() ?? null };
}
