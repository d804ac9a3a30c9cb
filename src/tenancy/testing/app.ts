import { type App, createServer, type Idempotency } from '../../http/index.ts';
import { ManualClock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database/index.ts';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { DomainError } from '../../platform/errors.ts';
import { silentLog } from '../../platform/log.ts';
import { type AccountOpened, adminsFrom, authRoutes } from '../accounts/index.ts';
import { apiKeyRoutes, authenticateKey, createKeyUsage } from '../api-keys/index.ts';
import { createPasswords } from '../passwords/index.ts';
import { createRateLimiter } from '../rate-limits/index.ts';
import { authenticateSession, SESSION_COOKIE, verifyCsrf } from '../sessions/index.ts';
import { settingsRoutes } from '../settings/index.ts';
import { twoFactorRoutes } from '../two-factor/index.ts';

export const GOOD_PASSWORD = 'plum tractor eleven sonnets';
const SESSION_SECRET = 'a session secret that is used by tests only';

export type TestTenancy = {
  app: App;
  db: Db;
  database: Database;
  clock: ManualClock;
  keyUsage: ReturnType<typeof createKeyUsage>;
  opened: { accountId: string; plan: string; createdAt: Date }[];
  close(): Promise<void>;
};

export type TestOptions = { secureCookies?: boolean; accountOpened?: AccountOpened };

/** The routes of tenancy behind the real server, on a clock that the test moves. */
export async function openTenancy(options: TestOptions = {}): Promise<TestTenancy> {
  const database = await openTestDatabase();
  const { db } = database;
  const clock = new ManualClock();
  const opened: TestTenancy['opened'] = [];
  const passwords = createPasswords();
  const keyUsage = createKeyUsage({ db, clock, log: silentLog });
  const isAdmin = adminsFrom(['root@example.com']);
  const deps = { db, clock, sessionSecret: SESSION_SECRET, isAdmin, passwords, keyUsage };
  const app = await createServer({
    log: silentLog,
    trustProxy: false,
    publicUrl: 'http://localhost',
    authentication: {
      authenticateKey: (token) => authenticateKey(deps, token),
      authenticateSession: (cookie) => authenticateSession(deps, cookie),
      sessionCookieName: SESSION_COOKIE,
      verifyCsrf: (caller, token) => verifyCsrf(SESSION_SECRET, caller.credential.id, token),
      workerSecret: 'worker',
      publicOrigin: 'http://localhost',
    },
    rateLimiting: createRateLimiter({ db, clock, generatePerMinute: () => 100 }),
  });
  const accountOpened: AccountOpened = async (_tx, facts) => void opened.push(facts);
  const walletFields = async () => ({ creditBalanceCents: 0, routingCredits: 50 });
  await app.register(
    authRoutes({
      accountOpened,
      ...deps,
      ...options,
      walletFields,
      secureCookies: options.secureCookies ?? false,
    }),
  );
  await app.register(apiKeyRoutes({ ...deps, idempotency: answerAlways }));
  await app.register(twoFactorRoutes(deps));
  await app.register(settingsRoutes({ ...deps, judgeWebhookUrl, httpsOnly: options.secureCookies ?? false }));
  app.get('/api/v1/probe', { config: { auth: 'bearer' } }, async (request) => request.caller);
  app.post('/api/admin/probe', { config: { auth: 'admin' } }, async () => ({ ok: true }));
  const close = async () => {
    await app.close();
    await keyUsage.close();
    await passwords.close();
    await database.close();
  };
  return { app, db, database, clock, keyUsage, opened, close };
}

/** Stands for the guard of outbound calls, which has tests of its own. */
async function judgeWebhookUrl(url: string): Promise<void> {
  if (/localhost|127\.0\.0\.1|169\.254/.test(url)) {
    throw new DomainError({ kind: 'invalid', code: 'url_refused', public: 'This host may not be called.' });
  }
}

const answerAlways: Pick<Idempotency, 'answerOnce'> = {
  async answerOnce(_request, reply, run) {
    const { status, body } = await run({ stash: async () => undefined, keep: async () => undefined });
    return reply.code(status).send(body);
  },
};
