import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { type App, createIdempotency, createServer } from '../../http/index.ts';
import { ManualClock } from '../../platform/clock.ts';
import type { Database, Db } from '../../platform/database/index.ts';
import { openTestDatabase } from '../../platform/database/testing.ts';
import { silentLog } from '../../platform/log.ts';
import { createMailer, type Mailer } from '../../platform/mail/index.ts';
import { TEST_RECOVERY_KEY, testSealing } from '../../platform/sealing/testing.ts';
import { createDiskStorage } from '../../platform/storage/index.ts';
import { openAccess } from '../access/index.ts';
import {
  type AccountOpened,
  type AccountTakenOver,
  accountRoutes,
  authRoutes,
  type EmailVerified,
  requireOwner,
  requirePassword,
} from '../accounts/index.ts';
import { adminsFrom, listOf } from '../administrators/index.ts';
import {
  apiKeyRoutes,
  authenticateKey,
  createKeyUsage,
  ephemeralKeyRoutes,
  looksLikeKey,
} from '../api-keys/index.ts';
import { auditLogRoutes } from '../audit-log/index.ts';
import { passkeyRoutes } from '../passkeys/index.ts';
import { ARGON2ID, createPasswords, type Passwords } from '../passwords/index.ts';
import { createRateLimiter } from '../rate-limits/index.ts';
import { authenticateSession, sessionCookieName, sessionRoutes, verifyCsrf } from '../sessions/index.ts';
import { settingsRoutes } from '../settings/index.ts';
import { twoFactorRoutes } from '../two-factor/index.ts';

export const GOOD_PASSWORD = 'plum tractor eleven sonnets';
export const ADMIN_EMAIL = 'root@example.com';
const SESSION_SECRET = 'a session secret that is used by tests only';

export type TestTenancy = {
  app: App;
  db: Db;
  database: Database;
  clock: ManualClock;
  keyUsage: ReturnType<typeof createKeyUsage>;
  /** Runs inside the transaction that opens an account. A test may put something else here. */
  onOpened: { run: AccountOpened };
  /** Accounts whose address was verified, in order. */
  verified: string[];
  /** Accounts that were taken over from a stranger, in order. */
  takenOver: string[];
  mailer: Mailer;
  passwords: Passwords;
  /** Mails that were sent, oldest first. */
  mails(): Promise<{ to: string; text: string; token: string }[]>;
  close(): Promise<void>;
};

/**
 * Hundreds of sign-ins are tested; what a hash costs is the subject of passwords.test.ts. Shared by all tests of a process,
 * so that its dictionaries are loaded once.
 */
const passwords = createPasswords(
  { ...ARGON2ID, memoryCost: 8, timeCost: 1 },
  '$argon2id$v=19$m=8,t=1,p=1$XD8OOlhWNLX4mdNBh11/lA$3F3UBlYu6lbE7TpvRXwhb0LKCqTEYrfeyjPliTj6cig',
);
after(() => passwords.close());

export type TestOptions = { production?: boolean; trustProxy?: number };

/** The routes of tenancy behind the real server, on a clock that the test moves. */
export async function openTenancy(options: TestOptions = {}): Promise<TestTenancy> {
  const database = await openTestDatabase();
  const { db } = database;
  const clock = new ManualClock();
  const onOpened: TestTenancy['onOpened'] = { run: async () => undefined };
  const production = options.production ?? false;
  const keyUsage = createKeyUsage({ db, clock, log: silentLog });
  const isAdmin = adminsFrom([ADMIN_EMAIL]);
  const sealed = { sealing: testSealing, recoveryKey: TEST_RECOVERY_KEY };
  const deps = { db, clock, sessionSecret: SESSION_SECRET, ...sealed, isAdmin, passwords, keyUsage };
  const dataDir = await mkdtemp(join(tmpdir(), 'tenancy-'));
  const outboxDir = join(dataDir, 'outbox');
  const created = createMailer({ smtpUrl: undefined, from: 'vox@example.com', outboxDir, log: silentLog });
  if (!created) throw new Error('There is no mailer.');
  const mailer = created;
  const verified: string[] = [];
  const takenOver: string[] = [];
  const emailVerified: EmailVerified = async (_tx, { accountId }) => void verified.push(accountId);
  const access = await openAccess({ database, clock, isSmallerPlan: () => false });
  const app = await createServer({
    log: silentLog,
    trustProxy: options.trustProxy ?? false,
    publicUrl: 'http://localhost',
    authentication: {
      looksLikeKey,
      authenticateKey: (token) => authenticateKey(deps, token),
      authenticateSession: (cookie) => authenticateSession(deps, cookie),
      sessionCookieName: sessionCookieName(production),
      adminsNeedSecondFactor: production,
      verifyCsrf: (caller, token) => verifyCsrf(SESSION_SECRET, caller.credential.id, token),
      workerSecret: 'worker',
      publicOrigin: 'http://localhost',
      access,
      signedUrls: { secret: SESSION_SECRET, now: () => clock.now() },
    },
    rateLimiting: createRateLimiter({ db, clock, generatePerMinute: () => 100 }),
  });
  const accountOpened: AccountOpened = (tx, facts) => onOpened.run(tx, facts);
  const walletFields = async () => ({ creditBalanceCents: 0, routingCredits: 50 });
  const storage = await createDiskStorage({ dataDir });
  const idempotency = createIdempotency({ ...deps, storage, log: silentLog, secret: SESSION_SECRET });
  const mailing = { ...deps, mailer, publicUrl: 'http://localhost', idempotency };
  const accountTakenOver: AccountTakenOver = async (_tx, accountId) => void takenOver.push(accountId);
  const opening = { accountOpened, emailVerified, accountTakenOver, isAdminAddress: listOf([ADMIN_EMAIL]) };
  await app.register(
    authRoutes({ ...mailing, ...opening, walletFields, secureCookies: production, demoEmail: null }),
  );
  const nothing = { cents: 0, earnings: { available: 0, requested: 0 } };
  const closing = { log: silentLog, accountData: [], closeWallet: async () => nothing };
  await app.register(accountRoutes({ ...mailing, ...closing, walletFields, secureCookies: production }));
  await app.register(sessionRoutes(deps));
  await app.register(auditLogRoutes(deps));
  const creditLimits = {
    read: async () => new Map(),
    change: async () => undefined,
    allot: async () => undefined,
  };
  await app.register(apiKeyRoutes({ ...deps, idempotency, creditLimits }));
  await app.register(
    ephemeralKeyRoutes({ ...deps, idempotency, creditLimits, requireAgent: async () => undefined }),
  );
  await app.register(twoFactorRoutes({ ...deps, requirePassword: (proof) => requirePassword(deps, proof) }));
  await app.register(passkeyRoutes({ ...mailing, requireOwner: (proof) => requireOwner(deps, proof) }));
  const outbound = { allow: [], requireHttps: production };
  await app.register(settingsRoutes({ ...deps, idempotency, outbound }));
  app.get('/api/v1/probe', { config: { auth: 'bearer' } }, async (request) => request.caller);
  for (const [method, level] of [
    ['GET', 'read'],
    ['POST', 'use'],
    ['PUT', 'manage'],
  ] as const)
    app.route({
      method,
      url: '/api/v1/speech-probe',
      config: { auth: 'bearer', permission: `speech:${level}` },
      handler: async (request) => request.caller,
    });
  app.post('/api/admin/probe', { config: { auth: 'admin' } }, async () => ({ ok: true }));
  const close = async () => {
    await app.close();
    await access.close();
    await keyUsage.close();
    await mailer.close();
    await database.close();
    await rm(dataDir, { recursive: true });
  };
  const mails = async () => {
    await mailer.idle();
    const names = (await readdir(outboxDir).catch(() => [])).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(outboxDir, name), 'utf8')));
    // Long lines are folded by `=` in quoted-printable.
    return texts.map((raw) => {
      const text = raw.replaceAll('=\n', '').replaceAll('=3D', '=');
      return {
        text,
        to: /^To: (.*)$/m.exec(text)?.[1] ?? '',
        token: /#([0-9A-Za-z]{43})/.exec(text)?.[1] ?? '',
      };
    });
  };
  return {
    app,
    db,
    database,
    clock,
    keyUsage,
    onOpened,
    verified,
    takenOver,
    mailer,
    passwords,
    mails,
    close,
  };
}
