import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import { BROWSER_PERMISSIONS, callerOf, errors } from '../../http/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import {
  type IssuedEphemeralKey,
  issueEphemeralKey,
  LIFETIME_SECONDS,
  MAX_LIVE_KEYS,
} from './issue-ephemeral-key.ts';
import type { ApiKeyRoutesDeps } from './routes.ts';
import { AddressList, Credits, Time } from './schemas.ts';

const CreateEphemeralKeyBody = Type.Object({
  permissions: Type.Array(Type.Union(BROWSER_PERMISSIONS.map((permission) => Type.Literal(permission))), {
    minItems: 1,
    maxItems: BROWSER_PERMISSIONS.length,
    uniqueItems: true,
    description:
      'Groups of routes that the key may use, as in the `x-permission` of an operation. `speech` and `speech:use` are the same here: a browser reads and uses, and never changes the account (`:manage`); `speech:read` only reads. At most those of the API key. `jobs`, `history`, `assets` and `runs` show what all users of the account made; `talk` reaches only the conversations that this key started.',
  }),
  agent_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description:
        'The only agent that a key with `talk` may talk to. The key ends when the agent is deleted.',
    }),
  ),
  expires_in_seconds: Type.Optional(
    Type.Integer({
      minimum: LIFETIME_SECONDS.shortest,
      maximum: LIFETIME_SECONDS.longest,
      default: LIFETIME_SECONDS.longest,
    }),
  ),
  credit_limit: Type.Optional(
    Type.Union([Credits, Type.Null()], {
      description: 'Credits that the key may use in all. Null means no limit.',
    }),
  ),
  allowed_addresses: Type.Optional(
    Type.Union([AddressList, Type.Null()], {
      description:
        'IPv4 and IPv6 addresses and CIDRs that the key may be used from. Null means everywhere: the list of the API key does not apply.',
    }),
  ),
});

const EphemeralKeyView = Type.Object({
  id: Type.String({ format: 'uuid' }),
  api_key: Type.String({ description: 'Begins with `ek_`. Shown only in this response.' }),
  created_at: Time,
  expires_at: Time,
  permissions: Type.Array(Type.String(), { description: 'What the key has: `speech` becomes `speech:use`.' }),
  agent_id: Type.Union([Type.String(), Type.Null()]),
  credit_limit: Type.Union([Type.Integer(), Type.Null()]),
  allowed_addresses: Type.Union([Type.Array(Type.String()), Type.Null()]),
});

export type EphemeralKeyRoutesDeps = ApiKeyRoutesDeps & {
  /** Throws unless the account has this agent. */
  requireAgent(tx: Tx, accountId: string, agentId: string): Promise<unknown>;
};

export function ephemeralKeyRoutes(deps: EphemeralKeyRoutesDeps): FastifyPluginAsyncTypebox {
  const { clock, creditLimits } = deps;
  return async (app) => {
    app.post(
      '/api/v1/ephemeral-keys',
      {
        schema: {
          tags: ['Account'],
          summary: 'Create a key for a browser',
          description:
            'For a server that holds an API key: the browser of its user gets a key that does little and ends soon. ' +
            'It stops working when the API key is revoked, and loses what the API key loses. Usage is reported for the API key and counts towards its monthly limit; each ephemeral key has its own rate limit. ' +
            'Beyond `credit_limit` it gets 402 `key_limit_reached`. It reads and uses, but changes nothing of the account: 403 `key_permission_denied`. It reaches no billing, webhooks or marketplace. ' +
            `An API key can have ${MAX_LIVE_KEYS} at a time; beyond that the response is 409 \`key_limit\`.`,
          body: CreateEphemeralKeyBody,
          response: { 201: EphemeralKeyView, ...errors(404, 409) },
        },
        config: { auth: 'bearer', permission: 'any:manage', bucket: 'general', idempotent: true },
      },
      async (request, reply) => {
        const maker = callerOf(request);
        const input = inputFrom(request.body);
        return deps.idempotency.answerInTransaction(request, reply, async (tx) => {
          if (input.agentId !== undefined) await deps.requireAgent(tx, maker.accountId, input.agentId);
          const issued = await issueEphemeralKey({ tx, clock, creditLimits }, maker, input);
          return { status: 201, body: viewOf(issued) };
        });
      },
    );
  };
}

function inputFrom(body: Static<typeof CreateEphemeralKeyBody>) {
  return {
    permissions: body.permissions,
    agentId: body.agent_id,
    lifetimeSeconds: body.expires_in_seconds,
    creditLimit: body.credit_limit,
    allowedAddresses: body.allowed_addresses,
  };
}

function viewOf(issued: IssuedEphemeralKey): Static<typeof EphemeralKeyView> {
  return {
    id: issued.id,
    api_key: issued.key,
    created_at: issued.createdAt.toISOString(),
    expires_at: issued.expiresAt.toISOString(),
    permissions: [...issued.permissions],
    agent_id: issued.agentId,
    credit_limit: issued.creditLimit,
    allowed_addresses: issued.allowedAddresses && [...issued.allowedAddresses],
  };
}
