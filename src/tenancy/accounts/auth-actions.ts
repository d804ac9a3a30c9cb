import { type Static, Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf, type Caller, type Idempotency } from '../../http/index.ts';
import { actorOf } from '../audit-log/index.ts';
import { passkeySignInOptions, SignInOptions, SignInResponseBody } from '../passkeys/index.ts';
import { type Client, revokeSession, sessionCookieName, sessionCookieOptions } from '../sessions/index.ts';
import { type DemoDeps, signInToDemo } from './demo-sign-in.ts';
import { EmailTaken, FieldsMissing } from './errors.ts';
import { type ProfileDeps, profileOf } from './profile.ts';
import type { Account } from './queries.ts';
import { mailPasswordReset, type ResetPasswordDeps, resetPassword } from './reset-password.ts';
import { Name, Totp, User } from './schemas.ts';
import { type SignInDeps, signIn } from './sign-in.ts';
import { signInByPasskey } from './sign-in-by-passkey.ts';
import { mailSignUpRefused, type SignUpDeps, signUp } from './sign-up.ts';
import { mailVerification, verifyEmail } from './verify-email.ts';

export const AuthBody = Type.Object({
  action: Type.Union([
    Type.Literal('signup'),
    Type.Literal('signin'),
    Type.Literal('passkey_options'),
    Type.Literal('passkey'),
    Type.Literal('demo'),
    Type.Literal('signout'),
    Type.Literal('verify'),
    Type.Literal('forgot'),
    Type.Literal('reset'),
  ]),
  email: Type.Optional(
    Type.String({ maxLength: 320, description: 'Required for `signup`, `signin` and `forgot`.' }),
  ),
  password: Type.Optional(
    Type.String({
      maxLength: 1024,
      description:
        '8 to 256 characters. Required for `signup`, `signin` and `reset`; for `verify` it proves that the account is yours. Common and easily guessed passwords are refused.',
    }),
  ),
  name: Type.Optional(Name),
  totp: Totp,
  response: Type.Optional(SignInResponseBody),
  revoke_keys: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'With `reset`: revokes all API keys and removes all passkeys as well.',
    }),
  ),
  token: Type.Optional(
    Type.String({ maxLength: 200, description: 'From the mailed link. Required for `verify` and `reset`.' }),
  ),
});
export type AuthRequest = Static<typeof AuthBody>;

export const SignedUp = Type.Object({
  user: User,
  api_key: Type.String({ description: 'The first API key. Shown only in this response.' }),
});

export const AuthResult = Type.Object({
  user: Type.Optional(
    Type.Union([User, Type.Null()], {
      description: 'After `signin`, `passkey` and `demo`, and null after `signout`.',
    }),
  ),
  options: Type.Optional(SignInOptions),
  ok: Type.Optional(Type.Boolean({ description: 'After `verify`, `forgot` and `reset`.' })),
  taken_over: Type.Optional(
    Type.Boolean({
      description:
        'After `verify`: it was not shown that the account is yours, so its keys, sessions, passkeys, second factor, password and webhook settings were removed.',
    }),
  ),
});
type AuthAnswer = Static<typeof AuthResult>;

export type AuthRoutesDeps = SignUpDeps &
  SignInDeps &
  ProfileDeps &
  ResetPasswordDeps &
  DemoDeps & { secureCookies: boolean; idempotency: Idempotency };

type Act = (
  deps: AuthRoutesDeps,
  body: AuthRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<AuthAnswer | FastifyReply>;

/** `POST /api/auth` runs one of these, by the action of its body. */
export const ACTIONS: Record<AuthRequest['action'], Act> = {
  async signup(deps, body, request, reply) {
    const input = { ...required(body, 'email', 'password'), name: body.name, client: clientOf(request) };
    return deps.idempotency.answerOnce(
      request,
      reply,
      async (keeper) => {
        const { created, cookie, result } = await signUp(deps, input, async (tx, { account, apiKey }) => {
          const user = await profileOf({ ...deps, db: tx }, account);
          const answer = { status: 201, body: { user, api_key: apiKey } };
          await keeper?.keep(tx, answer);
          return answer;
        }).catch((error: unknown) => {
          if (error instanceof EmailTaken) mailSignUpRefused(deps, input);
          throw error;
        });
        setSession(deps, reply, cookie);
        mailVerification(deps, created.account);
        return result;
      },
      [],
      'address',
    );
  },

  async signin(deps, body, request, reply) {
    const { rateLimited } = request;
    const credentials = required(body, 'email', 'password');
    const input = { ...credentials, totp: body.totp, client: clientOf(request), rateLimited };
    return enter(deps, reply, await signIn(deps, input));
  },

  async passkey_options(deps) {
    return { options: await passkeySignInOptions(deps) };
  },

  async passkey(deps, body, request, reply) {
    const { rateLimited } = request;
    const input = { ...required(body, 'response'), client: clientOf(request), rateLimited };
    return enter(deps, reply, await signInByPasskey(deps, input));
  },

  async demo(deps, _body, request, reply) {
    return enter(deps, reply, await signInToDemo(deps, request, clientOf(request)));
  },

  async signout(deps, _body, request, reply) {
    const session = sessionOf(request);
    if (session) {
      const { accountId, credential } = session;
      await revokeSession(deps, { accountId, sessionId: credential.id, by: actorOf(request) });
    }
    const { secureCookies: secure } = deps;
    reply.clearCookie(sessionCookieName(secure), { ...sessionCookieOptions(secure), maxAge: 0 });
    return { user: null };
  },

  async verify(deps, body, request) {
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
  },

  async forgot(deps, body) {
    mailPasswordReset(deps, required(body, 'email'));
    return { ok: true };
  },

  async reset(deps, body, request) {
    const revokeKeys = body.revoke_keys ?? false;
    await resetPassword(deps, { ...required(body, 'token', 'password'), revokeKeys, by: actorOf(request) });
    return { ok: true };
  },
};

/** Answers with the profile, and sets the cookie of the new session. */
async function enter(
  deps: AuthRoutesDeps,
  reply: FastifyReply,
  { account, cookie }: { account: Account; cookie: string },
): Promise<AuthAnswer> {
  setSession(deps, reply, cookie);
  return { user: await profileOf(deps, account) };
}

function setSession({ secureCookies }: AuthRoutesDeps, reply: FastifyReply, cookie: string): void {
  reply.setCookie(sessionCookieName(secureCookies), cookie, sessionCookieOptions(secureCookies));
}

export function sessionOf(request: FastifyRequest): Caller | null {
  return request.caller?.credential.kind === 'session' ? request.caller : null;
}

function clientOf(request: FastifyRequest): Client {
  return { address: addressOf(request), userAgent: request.headers['user-agent'] };
}

type Field = 'email' | 'password' | 'token' | 'response';

function required<F extends Field>(body: AuthRequest, ...fields: F[]): Required<Pick<AuthRequest, F>> {
  const missing = fields.filter((field) => body[field] === undefined);
  if (missing.length > 0) throw new FieldsMissing(missing);
  return Object.fromEntries(fields.map((field) => [field, body[field]])) as Required<Pick<AuthRequest, F>>;
}
