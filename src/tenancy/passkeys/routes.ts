import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, callerOf, errors } from '../../http/index.ts';
import { actorOf } from '../audit-log/index.ts';
import type { PasskeyDeps } from './add-passkey.ts';
import { addPasskeyRoutes } from './add-passkey-routes.ts';
import { listPasskeys, removePasskey, renamePasskey } from './manage-passkeys.ts';
import { type ProofDeps, requireProof } from './owner-proof.ts';
import { OwnerProof, PasskeyName, PasskeyView, viewOf } from './schemas.ts';

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];
const ById = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });

type Deps = PasskeyDeps & ProofDeps;

export function passkeyRoutes(deps: Deps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(addPasskeyRoutes(deps));
    listPasskeysRoute(app, deps);
    renamePasskeyRoute(app, deps);
    removePasskeyRoute(app, deps);
  };
}

function listPasskeysRoute(app: App, deps: Deps): void {
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
}

function renamePasskeyRoute(app: App, deps: Deps): void {
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
}

function removePasskeyRoute(app: App, deps: Deps): void {
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
      await requireProof(deps, request, request.body);
      await removePasskey(deps, { accountId, id: request.params.id, by: actorOf(request) });
      return reply.code(204).send();
    },
  );
}
