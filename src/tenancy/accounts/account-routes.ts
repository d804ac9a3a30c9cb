import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { addressOf, callerOf, clientGone, errors } from '../../http/index.ts';
import { actorOf, recordAuditEvent } from '../audit-log/index.ts';
import { sessionCookieName, sessionCookieOptions } from '../sessions/index.ts';
import { requestEmailChange } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { type CloseAccountDeps, closeAccount, eraseAccount } from './close-account.ts';
import { type ExportDeps, exportAccount } from './export-account.ts';
import type { MailDeps } from './mail-limit.ts';
import { changeName, type ProfileDeps } from './profile.ts';
import { Name, Totp, User } from './schemas.ts';
import { resendVerification } from './verify-email.ts';

export type AccountRoutesDeps = MailDeps &
  ProfileDeps &
  CloseAccountDeps &
  ExportDeps & { secureCookies: boolean };

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];
const Password = Type.String({ maxLength: 1024, description: 'The current password.' });

export function accountRoutes(deps: AccountRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
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

    app.post(
      '/api/account/email',
      {
        schema: {
          tags,
          summary: 'Change the email address',
          description:
            'Needs the password, and a code if two-factor authentication is on. Mails a link to the new address; the address changes when its token is sent to `POST /api/auth` with the action `verify`, and the old address is told. ' +
            'Responds the same whether or not another account has the address. Only the newest link works, for 24 hours, and a new password voids it.',
          body: Type.Object({
            email: Type.String({ maxLength: 320, description: 'The new address.' }),
            password: Password,
            totp: Totp,
          }),
          response: { 202: Type.Object({ ok: Type.Boolean() }), ...errors(403, 409, 503) },
        },
        config,
      },
      async (request, reply) => {
        const { accountId } = callerOf(request);
        const proof = { accountId, address: addressOf(request), by: actorOf(request) };
        await requestEmailChange(deps, { ...request.body, ...proof });
        return reply.code(202).send({ ok: true });
      },
    );

    app.post(
      '/api/account/password',
      {
        schema: {
          tags,
          summary: 'Change the password',
          description: 'Ends all other sessions.',
          body: Type.Object({
            password: Password,
            new_password: Type.String({ maxLength: 1024, description: '8 to 256 characters.' }),
          }),
          response: { 204: { type: 'null', description: 'Changed.' }, ...errors(403, 409, 503) },
        },
        config,
      },
      async (request, reply) => {
        const { accountId, credential } = callerOf(request);
        const { password, new_password: newPassword } = request.body;
        const proof = { accountId, password, address: addressOf(request), by: actorOf(request) };
        await changePassword(deps, { ...proof, sessionId: credential.id, newPassword });
        return reply.code(204).send();
      },
    );

    app.post(
      '/api/account/verification',
      {
        schema: {
          tags,
          summary: 'Mail a new verification link',
          description: 'At most five mails an hour are sent to an address.',
          response: { 202: Type.Object({ ok: Type.Boolean() }), ...errors(409, 503) },
        },
        config,
      },
      async (request, reply) => {
        await resendVerification(deps, callerOf(request).accountId);
        return reply.code(202).send({ ok: true });
      },
    );

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
          body: Type.Object({
            password: Password,
            totp: Totp,
            forfeit_balance: Type.Optional(
              Type.Boolean({ default: false, description: 'Forfeits the money left in the wallet.' }),
            ),
            forfeit_earnings: Type.Optional(
              Type.Boolean({
                default: false,
                description:
                  'Forfeits what your voices earned and was not paid out. Payouts that wait are rejected.',
              }),
            ),
          }),
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
  };
}
