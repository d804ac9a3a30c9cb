import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf, errors, type Idempotency, NextCursor, PageQuery } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { actorOf } from '../audit-log/index.ts';
import { MAX_EPHEMERAL_KEYS } from './ephemeral-keys.ts';
import { type CreditLimits, issueKey } from './issue-key.ts';
import { changeKey, listKeys, MAX_ACTIVE_KEYS, revokeKey } from './manage-keys.ts';
import {
  ApiKeyView,
  ChangeKeyBody,
  CreatedKeyView,
  CreateKeyBody,
  KeyParams,
  viewOfCreatedKey,
  viewOfKey,
} from './schemas.ts';

export type ApiKeyRoutesDeps = {
  db: Db;
  clock: Clock;
  creditLimits: CreditLimits;
  idempotency: Pick<Idempotency, 'answerInTransaction'>;
};

export function apiKeyRoutes(deps: ApiKeyRoutesDeps): FastifyPluginAsyncTypebox {
  const { db, clock, creditLimits } = deps;
  return async (app) => {
    const config = { auth: 'session', bucket: 'general' } as const;
    const tags = ['Account'];

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

    app.post(
      '/api/keys',
      {
        schema: {
          tags,
          summary: 'Create an API key',
          description:
            `\`api_key\` is returned only here; the service keeps its hash. An account can have ${MAX_ACTIVE_KEYS} active keys; beyond that the response is 409 \`key_limit\`. ` +
            'Outside its `permissions` a key gets 403 `key_permission_denied`, from other addresses 403 `key_address_denied`, beyond its credits 402 `key_limit_reached`. ' +
            `With \`ephemeral\` the key begins with \`ek_\` and works for an hour or until the session ends, whichever is first. It can be narrowed by \`permissions\` only, is not listed and does not count as one of the account's keys. A session has at most ${MAX_EPHEMERAL_KEYS}: a new one replaces the oldest. They share one rate limit, and usage is reported under the id of the session.`,
          body: CreateKeyBody,
          response: { 201: CreatedKeyView, ...errors(409) },
        },
        config: { ...config, idempotent: true },
      },
      async (request, reply) => {
        const { accountId, credential } = callerOf(request);
        const { body } = request;
        const input = {
          ephemeral: body.ephemeral ?? false,
          name: body.name,
          permissions: body.permissions ?? null,
          allowedAddresses: body.allowed_addresses ?? null,
          monthlyCredits: body.monthly_credit_limit ?? null,
        };
        return deps.idempotency.answerInTransaction(request, reply, async (tx) => {
          const owner = { accountId, sessionId: credential.id, by: actorOf(request) };
          const created = await issueKey({ tx, clock, creditLimits }, owner, input);
          return { status: 201, body: viewOfCreatedKey(created, input.monthlyCredits) };
        });
      },
    );

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
  };
}
