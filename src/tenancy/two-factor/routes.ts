import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, addressOf, callerOf, errors } from '../../http/index.ts';
import { actorOf } from '../audit-log/index.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  type ManageTwoFactorDeps,
  setUpTwoFactor,
} from './manage-two-factor.ts';

const config = { auth: 'session', bucket: 'general' } as const;
const tags = ['Account'];

const SetupView = Type.Object({
  secret: Type.String({ description: 'Base32 secret to type into an authenticator app.' }),
  otpauth_url: Type.String(),
  qr_svg: Type.String({ description: 'QR code of `otpauth_url` as SVG.' }),
});

const CodeBody = (description: string) =>
  Type.Object({
    code: Type.String({ minLength: 6, maxLength: 64, description }),
    password: Type.String({ maxLength: 1024, description: 'The password of the account.' }),
  });

export function twoFactorRoutes(deps: ManageTwoFactorDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    setUpRoute(app, deps);
    turnOnRoute(app, deps);
    turnOffRoute(app, deps);
  };
}

function setUpRoute(app: App, deps: ManageTwoFactorDeps): void {
  app.post(
    '/api/auth/2fa/setup',
    {
      schema: {
        tags,
        summary: 'Set up two-factor authentication',
        description:
          'Creates a secret for an authenticator app. It takes effect once a code is sent to `enable`.',
        response: { 200: SetupView, ...errors(409) },
      },
      config,
    },
    async (request) => {
      const setup = await setUpTwoFactor(deps, callerOf(request));
      return { secret: setup.secret, otpauth_url: setup.otpauthUrl, qr_svg: setup.qrSvg };
    },
  );
}

function turnOnRoute(app: App, deps: ManageTwoFactorDeps): void {
  app.post(
    '/api/auth/2fa/enable',
    {
      schema: {
        tags,
        summary: 'Turn on two-factor authentication',
        description:
          'Needs the password, so that an open session alone is not enough. Ends all other sessions, which were opened without a second factor. Returns ten recovery codes. Each one replaces the authenticator for one sign-in.',
        body: CodeBody('The six digits that the authenticator app shows.'),
        response: { 200: Type.Object({ recovery_codes: Type.Array(Type.String()) }), ...errors(403, 409) },
      },
      config,
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const { code, password } = request.body;
      const input = { accountId, code, password, address: addressOf(request), by: actorOf(request) };
      return { recovery_codes: await enableTwoFactor(deps, input) };
    },
  );
}

function turnOffRoute(app: App, deps: ManageTwoFactorDeps): void {
  app.delete(
    '/api/auth/2fa',
    {
      schema: {
        tags,
        summary: 'Turn off two-factor authentication',
        description: 'Needs the password and a code, so that an open session alone is not enough.',
        body: CodeBody('Authenticator or recovery code.'),
        response: { 200: Type.Object({ two_factor_enabled: Type.Literal(false) }), ...errors(403, 409) },
      },
      config,
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const { code, password } = request.body;
      const input = { accountId, code, password, address: addressOf(request), by: actorOf(request) };
      await disableTwoFactor(deps, input);
      return { two_factor_enabled: false as const };
    },
  );
}
