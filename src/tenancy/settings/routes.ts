import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf } from '../../http/index.ts';
import { changeSettings, readSettings, type SettingsDeps } from './change-settings.ts';

const WebhookUrl = Type.Union([Type.String({ minLength: 1, maxLength: 2048 }), Type.Null()], {
  description:
    'Where events go when a request names no `webhook_url`. HTTPS in production; null turns it off.',
});

const SettingsView = Type.Object({ webhookUrl: WebhookUrl });

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
      async (request) => readSettings(deps, callerOf(request).accountId),
    );

    app.patch(
      '/api/settings',
      {
        schema: {
          tags,
          summary: 'Change the settings',
          description: 'Fields that are not sent stay as they are. Private and loopback hosts are refused.',
          body: Type.Partial(SettingsView),
          response: { 200: SettingsView },
        },
        config,
      },
      async (request) => changeSettings(deps, callerOf(request).accountId, request.body),
    );
  };
}
