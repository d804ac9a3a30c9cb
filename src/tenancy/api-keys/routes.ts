import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf, errors, type Idempotency, NextCursor, PageQuery } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { createEphemeralKey, MAX_EPHEMERAL_KEYS } from './ephemeral-keys.ts';
import { addKey, listKeys, MAX_ACTIVE_KEYS, revokeKey } from './manage-keys.ts';
import {
  ApiKeyView,
  CreatedKeyView,
  CreateKeyBody,
  KeyParams,
  viewOfCreatedKey,
  viewOfKey,
} from './schemas.ts';

export type ApiKeyRoutesDeps = {
  db: Db;
  clock: Clock;
  idempotency: Pick<Idempotency, 'answerInTransaction'>;
};

export function apiKeyRoutes(deps: ApiKeyRoutesDeps): FastifyPluginAsyncTypebox {
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
        const { keys, nextCursor } = await listKeys(deps, callerOf(request).accountId, request.query);
        return { keys: keys.map(viewOfKey), next_cursor: nextCursor };
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
            `With \`ephemeral\` the key begins with \`ek_\` and works for an hour or until the session ends, whichever is first. It is not listed and does not count as one of the account's keys. A session has at most ${MAX_EPHEMERAL_KEYS}: a new one replaces the oldest. They share one rate limit, and usage is reported under the id of the session.`,
          body: CreateKeyBody,
          response: { 201: CreatedKeyView, ...errors(409) },
        },
        config: { ...config, idempotent: true },
      },
      async (request, reply) => {
        const { accountId, credential } = callerOf(request);
        const { ephemeral, name = ephemeral ? 'Ephemeral key' : 'API key' } = request.body;
        return deps.idempotency.answerInTransaction(request, reply, async (tx) => {
          const keyDeps = { tx, clock: deps.clock };
          const created = ephemeral
            ? await createEphemeralKey(keyDeps, credential.id, { name })
            : await addKey(keyDeps, accountId, { name });
          return { status: 201, body: viewOfCreatedKey(created) };
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
      async (request) => viewOfKey(await revokeKey(deps, callerOf(request).accountId, request.params.id)),
    );
  };
}
