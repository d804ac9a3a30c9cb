import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, callerOf, errors, type Idempotency, NextCursor, PageQuery } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { actorOf } from '../audit-log/index.ts';
import { createKeyRoute } from './create-key-route.ts';
import type { CreditLimits } from './issue-key.ts';
import { changeKey, listKeys, revokeKey } from './manage-keys.ts';
import { ApiKeyView, ChangeKeyBody, KeyParams, viewOfKey } from './schemas.ts';

export type ApiKeyRoutesDeps = {
  db: Db;
  clock: Clock;
  creditLimits: CreditLimits;
  idempotency: Pick<Idempotency, 'answerInTransaction'>;
};

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];

export function apiKeyRoutes(deps: ApiKeyRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    listRoute(app, deps);
    createKeyRoute(app, deps);
    changeRoute(app, deps);
    revokeRoute(app, deps);
  };
}

function listRoute(app: App, deps: ApiKeyRoutesDeps): void {
  const { db, creditLimits } = deps;
  app.get(
    '/api/keys',
    {
      schema: {
        tags,
        summary: 'List API keys',
        description:
          'Newest first, including revoked keys, without ephemeral ones. The keys themselves are not stored.',
        querystring: PageQuery,
        response: { 200: Type.Object({ keys: Type.Array(ApiKeyView), next_cursor: NextCursor }) },
      },
      config,
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const { keys, nextCursor } = await listKeys(deps, accountId, request.query);
      const limits = await creditLimits.read(db, accountId);
      const views = keys.map((key) => ({
        ...viewOfKey(key),
        monthly_credit_limit: limits.get(key.id) ?? null,
      }));
      return { keys: views, next_cursor: nextCursor };
    },
  );
}

function changeRoute(app: App, deps: ApiKeyRoutesDeps): void {
  const { db, clock, creditLimits } = deps;
  app.patch(
    '/api/keys/:id',
    {
      schema: {
        tags,
        summary: 'Change an API key',
        description:
          'Changes only the fields that are sent. Takes effect with the next request of the key. A revoked key cannot be changed.',
        params: KeyParams,
        body: ChangeKeyBody,
        response: { 200: ApiKeyView, ...errors(404) },
      },
      config,
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const { name, permissions, allowed_addresses, monthly_credit_limit: monthlyCredits } = request.body;
      const change = { name, permissions, allowedAddresses: allowed_addresses };
      return db.transaction().execute(async (tx) => {
        const target = { accountId, keyId: request.params.id, by: actorOf(request) };
        const key = await changeKey({ tx, clock }, target, change);
        if (monthlyCredits !== undefined)
          await creditLimits.change(tx, { accountId, keyId: key.id, monthlyCredits });
        const limits = await creditLimits.read(tx, accountId);
        return { ...viewOfKey(key), monthly_credit_limit: limits.get(key.id) ?? null };
      });
    },
  );
}

function revokeRoute(app: App, deps: ApiKeyRoutesDeps): void {
  const { db, creditLimits } = deps;
  app.delete(
    '/api/keys/:id',
    {
      schema: {
        tags,
        summary: 'Revoke an API key',
        description: 'Takes effect immediately on every node. Safe to repeat.',
        params: KeyParams,
        response: { 200: ApiKeyView, ...errors(404) },
      },
      config,
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const target = { accountId, keyId: request.params.id, by: actorOf(request) };
      const key = await revokeKey(deps, target);
      const limits = await creditLimits.read(db, accountId);
      return { ...viewOfKey(key), monthly_credit_limit: limits.get(key.id) ?? null };
    },
  );
}
