import { Type } from '@sinclair/typebox';
import type { Settings } from './queries.ts';

const CHANGEABLE = {
  webhookUrl: Type.Union([Type.String({ minLength: 1, maxLength: 2048 }), Type.Null()], {
    description:
      'Where events go when a request names no `webhook_url`. HTTPS in production; null turns it off.',
  }),
  webhookSigning: Type.Boolean({
    description: 'Whether events carry the signature headers of Standard Webhooks. Needs a secret.',
  }),
  webhookRetries: Type.Boolean({
    description: 'Whether an event that is not answered with 2xx is sent again, nine times within 76 hours.',
  }),
};

export const SettingsBody = Type.Partial(Type.Object(CHANGEABLE));

export const SettingsView = Type.Object({
  ...CHANGEABLE,
  webhookSecretCreatedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
    description: 'When the secret that signs was made; null when there is none.',
  }),
});

export const SecretView = Type.Object({
  webhookSecret: Type.String({ description: 'Begins with whsec_ and is shown this once.' }),
});

export function viewOf({ webhookSecretCreatedAt, ...settings }: Settings) {
  return { ...settings, webhookSecretCreatedAt: webhookSecretCreatedAt?.toISOString() ?? null };
}
