import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { addressOf, callerOf, errors } from '../../http/index.ts';
import { changePassword, type PasswordDeps } from './change-password.ts';
import { ChangePasswordBody } from './schemas.ts';
import { type MailDeps, resendVerification } from './verify-email.ts';

export type AccountRoutesDeps = PasswordDeps & MailDeps;

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];

export function accountRoutes(deps: AccountRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/account/password',
      {
        schema: {
          tags,
          summary: 'Change the password',
          description: 'Ends all other sessions.',
          body: ChangePasswordBody,
          response: { 204: { type: 'null', description: 'Changed.' }, ...errors(403, 503) },
        },
        config,
      },
      async (request, reply) => {
        const { accountId, credential } = callerOf(request);
        const { password, new_password: newPassword } = request.body;
        const address = addressOf(request);
        await changePassword(deps, { accountId, sessionId: credential.id, address, password, newPassword });
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
  };
}
