import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { type App, errors } from '../../http/index.ts';
import { csrfTokenFor, sessionCookieName, sessionCookieOptions } from '../sessions/index.ts';
import {
  ACTIONS,
  AuthBody,
  type AuthRequest,
  AuthResult,
  type AuthRoutesDeps,
  SignedUp,
  sessionOf,
} from './auth-actions.ts';
import { findProfile } from './profile.ts';
import { User } from './schemas.ts';

/** Whoever has signed in from an address before can do so again when its limit is used up. */
const SIGN_IN_ACTIONS: ReadonlySet<string | undefined> = new Set(['signin', 'passkey_options', 'passkey']);

const Me = Type.Object({
  user: Type.Union([User, Type.Null()]),
  csrf_token: Type.Optional(
    Type.String({ description: 'Send it as X-CSRF-Token with administrative requests that modify data.' }),
  ),
});

export function authRoutes(deps: AuthRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    actRoute(app, deps);
    meRoute(app, deps);
  };
}

function actRoute(app: App, deps: AuthRoutesDeps): void {
  app.post(
    '/api/auth',
    {
      schema: {
        tags: ['Account'],
        summary: 'Sign up, in or out; verify an address; reset a password',
        description:
          '`signup` and `signin` set the session cookie, `signout` clears it. `signup` also returns the first API key and takes an `Idempotency-Key`; a replay sets no cookie. ' +
          '`forgot` mails a link that resets the password and responds the same whether or not the address has an account. `verify` and `reset` take the token of a mailed link; `verify` also completes a change of the address, and `reset` ends all sessions and, with `revoke_keys`, all API keys. ' +
          '`verify` proves that the account is yours by its session or with `password` (and `totp`). Without either, somebody else may have signed up with your address: keys, sessions, passkeys, second factor, password and webhook settings from before are removed (`taken_over`), and a link to choose a password is mailed. ' +
          '`passkey_options` gives a challenge for `navigator.credentials.get()`, and `passkey` signs in with what it made of it, without a password or a code. ' +
          '`demo` signs in to the demo account without a password; only outside production, and only from the machine that runs the service: otherwise 403 `demo_unavailable`. ' +
          'Five failed sign-ins from one address lock the account for that address: 429 `locked` with `Retry-After`. An IPv6 /64 counts as one address.',
        body: AuthBody,
        response: { 200: AuthResult, 201: SignedUp, ...errors(401, 403, 409, 422, 503) },
      },
      config: { auth: 'public', bucket: 'auth' },
      // These decide for themselves: others behind the address may have used up its limit.
      preValidation: async (request) => {
        const { action } = (request.body ?? {}) as Partial<AuthRequest>;
        if (request.rateLimited && !SIGN_IN_ACTIONS.has(action)) throw request.rateLimited;
      },
    },
    async (request, reply) => ACTIONS[request.body.action](deps, request.body, request, reply),
  );
}

function meRoute(app: App, deps: AuthRoutesDeps): void {
  const cookieOptions = sessionCookieOptions(deps.secureCookies);
  const cookieName = sessionCookieName(deps.secureCookies);
  app.get(
    '/api/me',
    {
      schema: {
        tags: ['Account'],
        summary: 'Get the signed-in user',
        description: '`user` is null without a session. Renews the session cookie.',
        response: { 200: Me },
      },
      config: { auth: 'public', bucket: 'public' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const user = session && (await findProfile(deps, session.accountId));
      if (!session || !user) return { user: null };
      const cookie = request.cookies[cookieName];
      if (cookie) reply.setCookie(cookieName, cookie, cookieOptions);
      return { user, csrf_token: csrfTokenFor(deps.sessionSecret, session.credential.id) };
    },
  );
}
