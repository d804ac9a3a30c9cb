import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf, errors, type Idempotency } from '../../http/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { actorOf } from '../audit-log/index.ts';
import { type ChangeSettingsDeps, changeSettings, readSettings } from './change-settings.ts';
import { SecretView, SettingsBody, SettingsView, viewOf } from './schemas.ts';
import { rotateWebhookSecret } from './webhook-secret.ts';

export type SettingsDeps = ChangeSettingsDeps & { sealing: Sealing; idempotency: Idempotency };

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];

export function settingsRoutes(deps: SettingsDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    readRoute(app, deps);
    changeRoute(app, deps);
    newSecretRoute(app, deps);
  };
}

function readRoute(app: App, deps: SettingsDeps): void {
  app.get(
    '/api/settings',
    {
      schema: { tags, summary: 'Get the settings', response: { 200: SettingsView } },
      config,
    },
    async (request) => viewOf(await readSettings(deps, callerOf(request).accountId)),
  );
}

function changeRoute(app: App, deps: SettingsDeps): void {
  app.patch(
    '/api/settings',
    {
      schema: {
        tags,
        summary: 'Change the settings',
        description:
          'Changes only the fields that are sent. Webhook URLs on private or loopback hosts are refused.',
        body: SettingsBody,
        response: { 200: SettingsView, ...errors(409) },
      },
      config,
    },
    async (request) => {
      const { accountId, credential } = callerOf(request);
      const input = { accountId, sessionId: credential.id, by: actorOf(request), change: request.body };
      return viewOf(await changeSettings(deps, input));
    },
  );
}

function newSecretRoute(app: App, deps: SettingsDeps): void {
  app.post(
    '/api/settings/webhook-secret',
    {
      schema: {
        tags,
        summary: 'Create or replace the webhook signing secret',
        description: 'For 24 hours events are signed with both the old and the new secret.',
        response: { 201: SecretView },
      },
      config: { ...config, idempotent: true },
    },
    async (request, reply) => {
      const { accountId, credential } = callerOf(request);
      return deps.idempotency.answerInTransaction(request, reply, async (tx) => {
        const webhookSecret = await rotateWebhookSecret(
          { ...deps, tx },
          { accountId, sessionId: credential.id, by: actorOf(request) },
        );
        return { status: 201, body: { webhookSecret } };
      });
    },
  );
}
