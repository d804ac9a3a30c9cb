import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, errors } from '../../http/index.ts';
import { csrfTokenFor, revokeSession, SESSION_COOKIE, sessionCookieOptions } from '../sessions/index.ts';
import { CredentialsMissing } from './errors.ts';
import { findProfile, type ProfileDeps, profileOf } from './profile.ts';
import { AuthBody, Me, SignedInOrOut, SignedUp } from './schemas.ts';
import { type SignInDeps, signIn } from './sign-in.ts';
import { type SignUpDeps, signUp } from './sign-up.ts';

export type AuthRoutesDeps = SignUpDeps & SignInDeps & ProfileDeps & { secureCookies: boolean };

type Body = Static<typeof AuthBody>;

export function authRoutes(deps: AuthRoutesDeps): FastifyPluginAsyncTypebox {
  const cookieOptions = sessionCookieOptions(deps.secureCookies);

  async function handleSignUp(body: Body, reply: FastifyReply) {
    const created = await signUp(deps, { ...credentialsOf(body), name: body.name });
    reply.code(201).setCookie(SESSION_COOKIE, created.cookie, cookieOptions);
    return { user: await profileOf(deps, created.account), api_key: created.apiKey };
  }

  async function handleSignIn(body: Body, request: FastifyRequest, reply: FastifyReply) {
    const input = { ...credentialsOf(body), totp: body.totp, address: request.ip };
    const { account, cookie } = await signIn(deps, input);
    reply.setCookie(SESSION_COOKIE, cookie, cookieOptions);
    return { user: await profileOf(deps, account) };
  }

  async function handleSignOut(request: FastifyRequest, reply: FastifyReply) {
    const session = sessionOf(request);
    if (session) await revokeSession(deps, session.accountId, session.credential.id);
    reply.clearCookie(SESSION_COOKIE, { ...cookieOptions, maxAge: 0 });
    return { user: null };
  }

  return async (app) => {
    app.post(
      '/api/auth',
      {
        schema: {
          tags: ['Account'],
          summary: 'Sign up, in or out',
          description:
            'Sets or clears the session cookie. Sign-up also answers the first API key. After five failures from one address the account is locked to that address for a while: 429 with `Retry-After`.',
          body: AuthBody,
          response: { 200: SignedInOrOut, 201: SignedUp, ...errors(401, 503) },
        },
        config: { auth: 'public', bucket: 'auth' },
      },
      async (request, reply) => {
        const { body } = request;
        if (body.action === 'signup') return handleSignUp(body, reply);
        if (body.action === 'signin') return handleSignIn(body, request, reply);
        return handleSignOut(request, reply);
      },
    );

    app.get(
      '/api/me',
      {
        schema: {
          tags: ['Account'],
          summary: 'Who is signed in',
          description: '`user` is null when there is no session. Also renews the session cookie.',
          response: { 200: Me },
        },
        config: { auth: 'public', bucket: 'public' },
      },
      async (request, reply) => {
        const session = sessionOf(request);
        const user = session && (await findProfile(deps, session.accountId));
        if (!session || !user) return { user: null };
        const cookie = request.cookies[SESSION_COOKIE];
        if (cookie) reply.setCookie(SESSION_COOKIE, cookie, cookieOptions);
        return { user, csrf_token: csrfTokenFor(deps.sessionSecret, session.credential.id) };
      },
    );
  };
}

function sessionOf(request: FastifyRequest): Caller | null {
  return request.caller?.credential.kind === 'session' ? request.caller : null;
}

function credentialsOf(body: Body): { email: string; password: string } {
  const { email, password } = body;
  if (email !== undefined && password !== undefined) return { email, password };
  const missing = [email === undefined && 'email', password === undefined && 'password'];
  throw new CredentialsMissing(missing.filter((field) => field !== false));
}
