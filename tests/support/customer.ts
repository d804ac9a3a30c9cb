import type { InjectOptions } from 'fastify';
import { sql } from '../../src/platform/database/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { createAccount } from '../../src/tenancy/accounts/index.ts';
import { csrfTokenFor, openSession, sessionCookieName } from '../../src/tenancy/sessions/index.ts';
import { ADMIN_EMAIL, type TestService } from './test-service.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Headers = Record<string, string>;
type Call = (method: Method, url: string, body?: object | string, headers?: Headers) => ReturnType<Inject>;
type Inject = (options: InjectOptions) => ReturnType<typeof injectInto>;
type Figures = { creditBalanceCents: number; credits: { included: number; used: number; remaining: number } };

export type Customer = Awaited<ReturnType<typeof openCustomer>>;

export const HELLO = { text: 'Hello there.', voice_id: 'af_heart' };
export const HELLO_CREDITS = HELLO.text.length;

function injectInto(service: Pick<TestService, 'app'>, options: InjectOptions) {
  return service.app.inject(options);
}

/** A caller without a key or a session. */
export function stranger(service: Pick<TestService, 'app'>, always: Headers = {}): Call {
  return (method, url, body, headers) =>
    injectInto(service, { method, url, headers: { ...always, ...headers }, ...(body && { payload: body }) });
}

/** Opens a verified account with a key and a session, without the cost of hashing a password. */
export async function openCustomer(service: TestService, email = `${uuidv7()}@example.com`) {
  const { db, clock, accountOpened, secrets } = service;
  const created = await db
    .transaction()
    .execute((tx) =>
      createAccount({ tx, clock, accountOpened }, { email, passwordHash: null, emailVerified: true }),
    );
  const { account, apiKey } = created;
  const session = await openSession({ db, clock, sessionSecret: secrets.sessionSecret }, account.id);
  const cookie = `${sessionCookieName(service.config.production)}=${session.cookie}`;
  const csrf = csrfTokenFor(secrets.sessionSecret, session.id);
  const byKey = stranger(service, { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' });
  const bySession = stranger(service, { cookie, 'sec-fetch-site': 'same-origin' });
  return {
    email,
    apiKey,
    accountId: account.id,
    cookie,
    csrf,
    byKey,
    bySession,
    speak: (change: object = {}, headers?: Headers) =>
      byKey('POST', '/api/v1/tts', { ...HELLO, ...change }, headers),
    async figures(): Promise<Figures> {
      return (await bySession('GET', '/api/me')).json<{ user: Figures }>().user;
    },
  };
}

/** Opens an administrator, who acts through the admin routes. */
export async function openAdmin(service: TestService) {
  const admin = await openCustomer(service, ADMIN_EMAIL);
  // Production asks administrators for a second factor.
  await sql`
    INSERT INTO two_factor (account_id, secret_sealed, enabled_at)
    VALUES (${admin.accountId}, '', now())`.execute(service.db);
  const call: Call = (method, url, body, headers) =>
    admin.bySession(method, url, body, { 'x-csrf-token': admin.csrf, ...headers });
  return {
    ...admin,
    call,
    setPlan: (to: Customer, plan: string) => call('PATCH', `/api/admin/users/${to.accountId}`, { plan }),
    adjust: (to: Customer, change: { credits?: number; cents?: number }) =>
      call('POST', `/api/admin/users/${to.accountId}/credits`, { ...change, note: 'test' }),
    /** Sets the remaining monthly credits of the customer. */
    async leave(to: Customer, credits: number) {
      const { remaining } = (await to.figures()).credits;
      if (remaining !== credits) await this.adjust(to, { credits: credits - remaining });
    },
  };
}
export type Admin = Awaited<ReturnType<typeof openAdmin>>;
