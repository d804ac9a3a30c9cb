import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, type Caller, errors, type Idempotency } from '../../http/index.ts';
import { actorOf } from '../audit-log/index.ts';
import { passkeySignInOptions } from '../passkeys/index.ts';
import {
  type Client,
  csrfTokenFor,
  revokeSession,
  sessionCookieName,
  sessionCookieOptions,
} from '../sessions/index.ts';
import { type DemoDeps, signInToDemo } from './demo-sign-in.ts';
import { EmailTaken, FieldsMissing } from './errors.ts';
import { findProfile, type ProfileDeps, profileOf } from './profile.ts';
import { mailPasswordReset, type ResetPasswordDeps, resetPassword } from './reset-password.ts';
import { AuthBody, AuthResult, Me, SignedUp } from './schemas.ts';
import { type SignInDeps, signIn } from './sign-in.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';
import { mailSignUpRefused, type SignUpDeps, signUp } from './sign-up.ts';
import { mailVerification, verifyEmail } from './verify-email.ts';

export type AuthRoutesDeps = SignUpDeps &
  SignInDeps &
  ProfileDeps &
  ResetPasswordDeps &
  DemoDeps & { secureCookies: boolean; idempotency: Idempotency };

/** Whoever has signed in from an address before can do so again when its limit is used up. */
const SIGN_IN_ACTIONS: ReadonlySet<string | undefined> = new Set(['signin', 'passkey_options', 'passkey']);

type Body = Static<typeof AuthBody>;
type Field = 'email' | 'password' | 'token' | 'response';

export function authRoutes(deps: AuthRoutesDeps): FastifyPluginAsyncTypebox {
  const cookieOptions = sessionCookieOptions(deps.secureCookies);
  const cookieName = sessionCookieName(deps.secureCookies);

  async function handleSignUp(body: Body, request: FastifyRequest, reply: FastifyReply) {
    const input = { ...required(body, 'email', 'password'), name: body.name, client: clientOf(request) };
    return deps.idempotency.answerOnce(
      request,
      reply,
      async (receipt) => {
        const { created, cookie, result } = await signUp(deps, input, async (tx, { account, apiKey }) => {
          const user = await profileOf({ ...deps, db: tx }, account);
          const answer = { status: 201, body: { user, api_key: apiKey } };
          await receipt?.keep(tx, answer);
          return answer;
        }).catch((error: unknown) => {
          if (error instanceof EmailTaken) mailSignUpRefused(deps, input);
          throw error;
        });
        reply.setCookie(cookieName, cookie, cookieOptions);
        mailVerification(deps, created.account);
        return result;
      },
      [],
      'address',
    );
  }

  async function handleSignIn(body: Body, request: FastifyRequest, reply: FastifyReply) {
    const { rateLimited } = request;
    const credentials = required(body, 'email', 'password');
    const input = { ...credentials, totp: body.totp, client: clientOf(request), rateLimited };
    const { account, cookie } = await signIn(deps, input);
    reply.setCookie(cookieName, cookie, cookieOptions);
    return { user: await profileOf(deps, account) };
  }

  async function handlePasskey(body: Body, request: FastifyRequest, reply: FastifyReply) {
    if (body.action === 'passkey_options') return { options: await passkeySignInOptions(deps) };
    const { response } = required(body, 'response');
    const { rateLimited } = request;
    const { account, cookie } = await signInByPasskey(deps, {
      response,
      client: clientOf(request),
      rateLimited,
    });
    reply.setCookie(cookieName, cookie, cookieOptions);
    return { user: await profileOf(deps, account) };
  }

  async function handleDemo(request: FastifyRequest, reply: FastifyReply) {
    const { account, cookie } = await signInToDemo(deps, request, clientOf(request));
    reply.setCookie(cookieName, cookie, cookieOptions);
    return { user: await profileOf(deps, account) };
  }

  async function handleSignOut(request: FastifyRequest, reply: FastifyReply) {
    const session = sessionOf(request);
    if (session) {
      const { accountId, credential } = session;
      await revokeSession(deps, { accountId, sessionId: credential.id, by: actorOf(request) });
    }
    reply.clearCookie(cookieName, { ...cookieOptions, maxAge: 0 });
    return { user: null };
  }

  async function handleVerify(body: Body, request: FastifyRequest) {
    const { takenOver } = await verifyEmail(deps, {
      ...required(body, 'token'),
      signedInAs: sessionOf(request)?.accountId ?? null,
      password: body.password,
      totp: body.totp,
      address: addressOf(request),
      by: actorOf(request),
    });
    if (takenOver) mailPasswordReset(deps, takenOver);
    return { ok: true, ...(takenOver && { taken_over: true }) };
  }

  async function handleMailedToken(body: Body, request: FastifyRequest) {
    if (body.action === 'forgot') mailPasswordReset(deps, required(body, 'email'));
    else if (body.action === 'reset') {
      const revokeKeys = body.revoke_keys ?? false;
      await resetPassword(deps, { ...required(body, 'token', 'password'), revokeKeys, by: actorOf(request) });
    } else return handleVerify(body, request);
    return { ok: true };
  }

  return async (app) => {
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
          const { action } = (request.body ?? {}) as Partial<Body>;
          if (request.rateLimited && !SIGN_IN_ACTIONS.has(action)) throw request.rateLimited;
        },
      },
      async (request, reply) => {
        const { body } = request;
        if (body.action === 'signup') return handleSignUp(body, request, reply);
        if (body.action === 'signin') return handleSignIn(body, request, reply);
        if (body.action === 'passkey_options' || body.action === 'passkey')
          return handlePasskey(body, request, reply);
        if (body.action === 'demo') return handleDemo(request, reply);
        if (body.action === 'signout') return handleSignOut(request, reply);
        return handleMailedToken(body, request);
      },
    );

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
  };
}

function sessionOf(request: FastifyRequest): Caller | null {
  return request.caller?.credential.kind === 'session' ? request.caller : null;
}

function clientOf(request: FastifyRequest): Client {
  return { address: addressOf(request), userAgent: request.headers['user-agent'] };
}

function required<F extends Field>(body: Body, ...fields: F[]): Required<Pick<Body, F>> {
  const missing = fields.filter((field) => body[field] === undefined);
  if (missing.length > 0) throw new FieldsMissing(missing);
  return Object.fromEntries(fields.map((field) => [field, body[field]])) as Required<Pick<Body, F>>;
}
