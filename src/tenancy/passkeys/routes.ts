import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { type Static, Type } from '@sinclair/typebox';
import type { FastifyRequest } from 'fastify';
import { addressOf, callerOf, errors } from '../../http/index.ts';
import { type Actor, actorOf } from '../audit-log/index.ts';
import { openedByPasskeySince } from '../sessions/index.ts';
import { addPasskey, type PasskeyDeps, passkeyCreationOptions } from './add-passkey.ts';
import { listPasskeys, removePasskey, renamePasskey } from './manage-passkeys.ts';
import type { Passkey } from './queries.ts';
import {
  CreationOptions,
  OwnerProof,
  PasskeyName,
  PasskeyView,
  RegistrationResponseBody,
} from './schemas.ts';

/** Throws unless password and code are right. The slice of accounts has it, which imports this one. */
export type RequireOwner = (proof: {
  accountId: string;
  password: string | undefined;
  totp: string | undefined;
  address: string;
  by: Actor;
}) => Promise<unknown>;

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];
const ById = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
/** A sign-in by passkey proves as much as the password for this long. */
const RECENT_MS = 10 * 60_000;

export function passkeyRoutes(deps: PasskeyDeps & { requireOwner: RequireOwner }): FastifyPluginAsyncTypebox {
  function requireProof(request: FastifyRequest, { password, totp }: Static<typeof OwnerProof>) {
    const { accountId } = callerOf(request);
    return deps.requireOwner({
      accountId,
      password,
      totp,
      address: addressOf(request),
      by: actorOf(request),
    });
  }

  return async (app) => {
    app.post(
      '/api/auth/passkeys/options',
      {
        schema: {
          tags,
          summary: 'Start to add a passkey',
          description:
            'Needs the password (and a code if two-factor authentication is on), so that an open session alone is not enough. Not needed in the ten minutes after a sign-in by passkey. The options are valid once, for five minutes.',
          body: OwnerProof,
          response: { 200: Type.Object({ options: CreationOptions }), ...errors(401, 403, 409) },
        },
        config,
      },
      async (request) => {
        const { accountId, email, credential } = callerOf(request);
        const since = new Date(deps.clock.now().getTime() - RECENT_MS);
        const isRecent = await openedByPasskeySince(deps.db, credential.id, since);
        if (!isRecent || request.body.password !== undefined) await requireProof(request, request.body);
        return { options: await passkeyCreationOptions(deps, { accountId, email }) };
      },
    );

    app.post(
      '/api/auth/passkeys',
      {
        schema: {
          tags,
          summary: 'Add a passkey',
          description:
            'Sends what the browser made of the options. The passkey signs in from then on, without a password. An account has at most 20.',
          body: Type.Object({ name: PasskeyName, response: RegistrationResponseBody }),
          response: { 201: PasskeyView, ...errors(409) },
        },
        config,
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const passkey = await addPasskey(deps, { ...request.body, accountId, by: actorOf(request) });
        return reply.code(201).send(viewOf(passkey));
      },
    );

    app.get(
      '/api/auth/passkeys',
      {
        schema: {
          tags,
          summary: 'List passkeys',
          description: 'Oldest first.',
          response: { 200: Type.Object({ passkeys: Type.Array(PasskeyView) }) },
        },
        config,
      },
      async (request) => {
        const passkeys = await listPasskeys(deps, callerOf(request).accountId);
        return { passkeys: passkeys.map(viewOf) };
      },
    );

    app.patch(
      '/api/auth/passkeys/:id',
      {
        schema: {
          tags,
          summary: 'Rename a passkey',
          params: ById,
          body: Type.Object({ name: PasskeyName }),
          response: { 200: PasskeyView, ...errors(404) },
        },
        config,
      },
      async (request) => {
        const { accountId } = callerOf(request);
        const { id } = request.params;
        const { name } = request.body;
        return viewOf(await renamePasskey(deps, { accountId, id, name, by: actorOf(request) }));
      },
    );

    app.delete(
      '/api/auth/passkeys/:id',
      {
        schema: {
          tags,
          summary: 'Remove a passkey',
          description:
            'Needs the password, and a code if two-factor authentication is on. Also ends the other sessions that the passkey opened.',
          params: ById,
          body: OwnerProof,
          response: { 204: { type: 'null', description: 'Removed.' }, ...errors(401, 403, 404, 409) },
        },
        config,
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        await requireProof(request, request.body);
        await removePasskey(deps, { accountId, id: request.params.id, by: actorOf(request) });
        return reply.code(204).send();
      },
    );
  };
}

function viewOf(passkey: Passkey) {
  return {
    id: passkey.id,
    name: passkey.name,
    created_at: passkey.createdAt.toISOString(),
    last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
  };
}
