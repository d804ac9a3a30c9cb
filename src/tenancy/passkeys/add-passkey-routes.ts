import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, callerOf, errors } from '../../http/index.ts';
import { actorOf } from '../audit-log/index.ts';
import { openedByPasskeySince } from '../sessions/index.ts';
import { addPasskey, type PasskeyDeps, passkeyCreationOptions } from './add-passkey.ts';
import { type ProofDeps, requireProof } from './owner-proof.ts';
import {
  CreationOptions,
  OwnerProof,
  PasskeyName,
  PasskeyView,
  RegistrationResponseBody,
  viewOf,
} from './schemas.ts';

const config = { auth: 'session', bucket: 'general' } as const;

const tags = ['Account'];

/** A sign-in by passkey proves as much as the password for this long. */
const RECENT_MS = 10 * 60_000;

type AddDeps = PasskeyDeps & ProofDeps;

export function addPasskeyRoutes(deps: AddDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    startPasskeyRoute(app, deps);
    addPasskeyRoute(app, deps);
  };
}

function startPasskeyRoute(app: App, deps: AddDeps): void {
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
      if (!isRecent || request.body.password !== undefined) await requireProof(deps, request, request.body);
      return { options: await passkeyCreationOptions(deps, { accountId, email }) };
    },
  );
}

function addPasskeyRoute(app: App, deps: AddDeps): void {
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
}
