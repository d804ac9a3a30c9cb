import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { callerOf, errors, type Idempotency } from '../../http/index.ts';
import { type ChangeSettingsDeps, changeSettings, readSettings } from './change-settings.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { SecretView, SettingsBody, SettingsView, viewOf } from './schemas.ts';

export type SettingsDeps = ChangeSettingsDeps & { sessionSecret: string; idempotency: Idempotency };

export function settingsRoutes(deps: SettingsDeps): FastifyPluginAsyncTypebox {
  const config = { auth: 'session', bucket: 'general' } as const;
  const tags = ['Account'];
  return async (app) => {
    app.get(
      '/api/settings',
      {
        schema: { tags, summary: 'Read the settings', response: { 200: SettingsView } },
        config,
      },
      async (request) => viewOf(await readSettings(deps, callerOf(request).accountId)),
    );

    app.patch(
      '/api/settings',
      {
        schema: {
          tags,
          summary: 'Change the settings',
          description: 'Fields that are not sent stay as they are. Private and loopback hosts are refused.',
          body: SettingsBody,
          response: { 200: SettingsView, ...errors(409) },
        },
        config,
      },
      async (request) => viewOf(await changeSettings(deps, callerOf(request).accountId, request.body)),
    );

    app.post(
      '/api/settings/webhook-secret',
      {
        schema: {
          tags,
          summary: 'Make or replace the secret that signs events',
          description: 'The secret before it goes on signing, beside the new one, for 24 hours.',
          response: { 201: SecretView },
        },
        config,
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        return deps.idempotency.answerOnce(request, reply, (receipt) =>
          deps.db.transaction().execute(async (tx) => {
            const webhookSecret = await rotateWebhookSecret({ ...deps, tx }, accountId);
            const answer = { status: 201, body: { webhookSecret } };
            await receipt?.keep(tx, answer);
            return answer;
          }),
        );
      },
    );
  };
}
