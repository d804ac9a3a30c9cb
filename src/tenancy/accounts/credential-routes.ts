import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, addressOf, callerOf, errors } from '../../http/index.ts';
import { actorOf } from '../audit-log/index.ts';
import { type ChangeEmailDeps, requestEmailChange } from './change-email.ts';
import { changePassword } from './change-password.ts';
import { Totp } from './schemas.ts';
import { resendVerification } from './verify-email.ts';

const config = { auth: 'session', bucket: 'general' } as const;

const tags = ['Account'];

const Password = Type.String({ maxLength: 1024, description: 'The current password.' });

/** What a person signs in with: the address, which is verified, and the password. */
export function credentialRoutes(deps: ChangeEmailDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    changeEmailRoute(app, deps);
    changePasswordRoute(app, deps);
    mailVerificationRoute(app, deps);
  };
}

function changeEmailRoute(app: App, deps: ChangeEmailDeps): void {
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
}

function changePasswordRoute(app: App, deps: ChangeEmailDeps): void {
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
}

function mailVerificationRoute(app: App, deps: ChangeEmailDeps): void {
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
}
