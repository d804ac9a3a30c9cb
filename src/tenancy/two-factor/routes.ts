import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { callerOf, errors } from '../../http/index.ts';
import { disableTwoFactor } from './disable-two-factor.ts';
import { enableTwoFactor } from './enable-two-factor.ts';
import { setUpTwoFactor } from './set-up-two-factor.ts';
import type { SecondFactorDeps } from './spend-second-factor.ts';

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];

const SetupView = Type.Object({
  secret: Type.String({ description: 'For typing into an authenticator, in base 32.' }),
  otpauth_url: Type.String(),
  qr_svg: Type.String({ description: 'The same address as a picture, an SVG document.' }),
});

const CodeBody = (description: string) =>
  Type.Object({ code: Type.String({ minLength: 6, maxLength: 64, description }) });

export function twoFactorRoutes(deps: SecondFactorDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/auth/2fa/setup',
      {
        schema: {
          tags,
          summary: 'Begin two-factor sign-in',
          description:
            'Makes a secret for an authenticator. It takes effect when a code of it is sent to `enable`.',
          response: { 200: SetupView, ...errors(409) },
        },
        config,
      },
      async (request) => {
        const setup = await setUpTwoFactor(deps, callerOf(request));
        return { secret: setup.secret, otpauth_url: setup.otpauthUrl, qr_svg: setup.qrSvg };
      },
    );

    app.post(
      '/api/auth/2fa/enable',
      {
        schema: {
          tags,
          summary: 'Turn two-factor sign-in on',
          description: 'Answers ten recovery codes, each good for one sign-in without the authenticator.',
          body: CodeBody('The six digits that the authenticator shows.'),
          response: { 200: Type.Object({ recovery_codes: Type.Array(Type.String()) }), ...errors(409) },
        },
        config,
      },
      async (request) => {
        const { accountId } = callerOf(request);
        const input = { accountId, code: request.body.code, address: request.ip };
        return { recovery_codes: await enableTwoFactor(deps, input) };
      },
    );

    app.delete(
      '/api/auth/2fa',
      {
        schema: {
          tags,
          summary: 'Turn two-factor sign-in off',
          description: 'Needs a code once more, so that a session left open is not enough.',
          body: CodeBody('A code of the authenticator, or a recovery code.'),
          response: { 200: Type.Object({ two_factor_enabled: Type.Literal(false) }), ...errors(409) },
        },
        config,
      },
      async (request) => {
        const { accountId } = callerOf(request);
        await disableTwoFactor(deps, { accountId, code: request.body.code, address: request.ip });
        return { two_factor_enabled: false as const };
      },
    );
  };
}
