import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, addressOf, callerOf, clientGone, errors } from '../../http/index.ts';
import { actorOf, recordAuditEvent } from '../audit-log/index.ts';
import { sessionCookieName, sessionCookieOptions } from '../sessions/index.ts';
import { type CloseAccountDeps, closeAccount, eraseAccount } from './close-account.ts';
import { credentialRoutes } from './credential-routes.ts';
import { type ExportDeps, exportAccount } from './export-account.ts';
import type { MailDeps } from './mail-limit.ts';
import { changeName, type ProfileDeps } from './profile.ts';
import { Name, Totp, User } from './schemas.ts';

export type AccountRoutesDeps = MailDeps &
  ProfileDeps &
  CloseAccountDeps &
  ExportDeps & { secureCookies: boolean };

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];
const Password = Type.String({ maxLength: 1024, description: 'The current password.' });

const DeleteBody = Type.Object({
  password: Password,
  totp: Totp,
  forfeit_balance: Type.Optional(
    Type.Boolean({ default: false, description: 'Forfeits the money left in the wallet.' }),
  ),
  forfeit_earnings: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Forfeits what your voices earned and was not paid out. Payouts that wait are rejected.',
    }),
  ),
});

export function accountRoutes(deps: AccountRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    changeNameRoute(app, deps);
    await app.register(credentialRoutes(deps));
    exportRoute(app, deps);
    deleteRoute(app, deps);
  };
}

function changeNameRoute(app: App, deps: AccountRoutesDeps): void {
  app.patch(
    '/api/account',
    {
      schema: {
        tags,
        summary: 'Change the name',
        body: Type.Object({ name: Name }),
        response: { 200: Type.Object({ user: User }), ...errors(404) },
      },
      config,
    },
    async (request) => ({
      user: await changeName(deps, callerOf(request).accountId, request.body.name),
    }),
  );
}

function exportRoute(app: App, deps: AccountRoutesDeps): void {
  app.get(
    '/api/account/export',
    {
      schema: {
        tags,
        summary: 'Export the account',
        description:
          'A ZIP archive with everything the service holds for the account: profile, keys without their secrets, usage, ledger entries and invoices, history with audio, jobs with outputs, assets, pronunciations, saved runs and webhook deliveries. One export at a time.',
        response: {
          200: {
            description: 'The archive.',
            content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
          },
          ...errors(503),
        },
      },
      config: { ...config, stream: 'export' },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const exported = { accountId, by: actorOf(request), event: 'account.exported' } as const;
      await deps.db.transaction().execute((tx) => recordAuditEvent({ ...deps, tx }, exported));
      const archive = exportAccount(deps, accountId, clientGone(reply));
      reply.header('content-disposition', 'attachment; filename="vox-humana-account.zip"');
      return reply.type('application/zip').send(archive);
    },
  );
}

function deleteRoute(app: App, deps: AccountRoutesDeps): void {
  app.delete(
    '/api/account',
    {
      schema: {
        tags,
        summary: 'Delete the account',
        description:
          'Needs the password, and a code if two-factor authentication is on. Keys and sessions stop working at once and the email address can be used again. Running jobs are canceled and everything stored is deleted within two hours. Ledger entries stay, without personal data. ' +
          'An account with money in its wallet is deleted only with `forfeit_balance: true`; otherwise the response is 409 `balance_remaining`. ' +
          'An account whose voices earned credits that were not paid out is deleted only with `forfeit_earnings: true`; otherwise the response is 409 `earnings_remaining`.',
        body: DeleteBody,
        response: { 204: { type: 'null', description: 'Deleted.' }, ...errors(403, 409, 503) },
      },
      config,
    },
    async (request, reply) => {
      const { accountId } = callerOf(request);
      const { password, totp, forfeit_balance = false, forfeit_earnings = false } = request.body;
      const forfeits = { forfeitBalance: forfeit_balance, forfeitEarnings: forfeit_earnings };
      const proof = { accountId, password, address: addressOf(request), by: actorOf(request) };
      await closeAccount(deps, { ...proof, totp, ...forfeits });
      // The erasure begins at once, but the response does not wait for it. The sweep does the rest.
      void eraseAccount(deps, accountId, deps.clock.now());
      const { secureCookies: secure } = deps;
      reply.clearCookie(sessionCookieName(secure), { ...sessionCookieOptions(secure), maxAge: 0 });
      return reply.code(204).send();
    },
  );
}
