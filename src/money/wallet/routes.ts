import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type App, callerOf } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { changeSettings, readSettings } from './change-settings.ts';
import { reportUsage } from './report-usage.ts';
import { PaygSettingsBody, PaygSettingsView, UsageQuery, UsageView } from './schemas.ts';

export type WalletRoutesDeps = { db: Db; clock: Clock };

const config = { auth: 'bearer-or-session', permission: 'billing:read', bucket: 'general' } as const;

export function walletRoutes(deps: WalletRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    readSettingsRoute(app, deps);
    changeSettingsRoute(app, deps);
    usageRoute(app, deps);
  };
}

function readSettingsRoute(app: App, deps: WalletRoutesDeps): void {
  app.get(
    '/api/billing/payg-settings',
    {
      schema: {
        tags: ['Billing'],
        summary: 'Read the pay-as-you-go settings',
        description: 'Auto top-up, the balance that triggers it, and the monthly spend cap.',
        response: { 200: PaygSettingsView },
      },
      config,
    },
    async (request) => readSettings(deps, callerOf(request).accountId),
  );
}

function changeSettingsRoute(app: App, deps: WalletRoutesDeps): void {
  app.put(
    '/api/billing/payg-settings',
    {
      schema: {
        tags: ['Billing'],
        summary: 'Change the pay-as-you-go settings',
        description: 'The cap counts prepaid spend in the current billing cycle, including work in progress.',
        body: PaygSettingsBody,
        response: { 200: PaygSettingsView },
      },
      config: { ...config, permission: 'billing:manage' },
    },
    async (request) => changeSettings(deps, callerOf(request).accountId, request.body),
  );
}

function usageRoute(app: App, deps: WalletRoutesDeps): void {
  app.get(
    '/api/usage',
    {
      schema: {
        tags: ['Billing'],
        summary: 'Report usage',
        description:
          'Settled charges between two times, summed by UTC day, unit, API key or voice. Usage through a session or its ephemeral keys has the id of the session as its key.',
        querystring: UsageQuery,
        response: { 200: UsageView },
      },
      config,
    },
    async (request) => reportUsage(deps, callerOf(request).accountId, request.query),
  );
}
