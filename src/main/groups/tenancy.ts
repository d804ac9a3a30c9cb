import { join } from 'node:path';
import { describeStorage } from '../../library/assets/index.ts';
import { forgetSeller } from '../../library/marketplace/index.ts';
import { readAgent } from '../../media/agents/index.ts';
import { describeScheduledPlan, turnOffAutoTopUp } from '../../money/checkout/index.ts';
import { createFirstGrants } from '../../money/first-grants/index.ts';
import { allotCredits, changeKeyLimit, closeWallet, listKeyLimits } from '../../money/ledger/index.ts';
import { planOf } from '../../money/plans/index.ts';
import { describeWallet } from '../../money/wallet/index.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { createMailer } from '../../platform/mail/index.ts';
import { CURRENT_VERSION } from '../../site/changelog/index.ts';
import {
  type AccountData,
  type AccountOpened,
  type AccountTakenOver,
  accountRoutes,
  authRoutes,
  type CloseWallet,
  type EmailVerified,
  requireOwner,
  requirePassword,
  signInOptionsRoutes,
} from '../../tenancy/accounts/index.ts';
import { adminsFrom, listOf } from '../../tenancy/administrators/index.ts';
import {
  apiKeyRoutes,
  authenticateKey,
  type CreditLimits,
  createKeyUsage,
  ephemeralKeyRoutes,
  looksLikeKey,
} from '../../tenancy/api-keys/index.ts';
import { auditLogRoutes } from '../../tenancy/audit-log/index.ts';
import { passkeyRoutes } from '../../tenancy/passkeys/index.ts';
import { createPasswords } from '../../tenancy/passwords/index.ts';
import { createRateLimiter } from '../../tenancy/rate-limits/index.ts';
import {
  authenticateSession,
  sessionCookieName,
  sessionRoutes,
  verifyCsrf,
} from '../../tenancy/sessions/index.ts';
import { settingsRoutes } from '../../tenancy/settings/index.ts';
import { twoFactorRoutes } from '../../tenancy/two-factor/index.ts';
import { demoEmailFor } from '../demo-account.ts';
import type { Resources } from '../open-resources.ts';
import type { App, Shared } from './shared.ts';

export type Tenancy = ReturnType<typeof openTenancy>;

/** Authentication, rate limits, and what opening and verifying an account grants. The server needs these to start. */
export function openTenancy(
  { config, secrets, clock, log, database: { db } }: Resources,
  /** Keys the hashes of addresses that had their credits. */
  addressKey: Buffer,
) {
  const { sessionSecret } = secrets;
  const isAdmin = adminsFrom(config.adminEmails);
  const keyUsage = createKeyUsage({ db, clock, log });
  const passwords = createPasswords();
  const outboxDir = config.production ? null : join(config.dataDir, 'outbox');
  const mailer = createMailer({ ...config.mail, outboxDir, log });
  const mustVerify = config.mail.smtpUrl !== undefined;
  const firstGrants = createFirstGrants({
    clock,
    key: addressKey,
    mustVerify,
  });
  const accountOpened: AccountOpened = firstGrants.opened;
  const emailVerified: EmailVerified = firstGrants.verified;
  return {
    isAdmin,
    passwords,
    mailer,
    accountOpened,
    emailVerified,
    firstGrants,
    limiter: createRateLimiter({ db, generatePerMinute: (plan) => planOf(plan).generatePerMinute }),
    authentication: {
      looksLikeKey,
      authenticateKey: (token: string) => authenticateKey({ db, clock, keyUsage, isAdmin }, token),
      authenticateSession: (cookie: string) =>
        authenticateSession({ db, clock, sessionSecret, isAdmin }, cookie),
      sessionCookieName: sessionCookieName(config.production),
      adminsNeedSecondFactor: config.production,
      verifyCsrf: (caller: { credential: { id: string } }, token: string) =>
        verifyCsrf(sessionSecret, caller.credential.id, token),
    },
    async close(): Promise<void> {
      await keyUsage.close();
      await mailer?.close();
      await passwords.close();
    },
  };
}

export async function registerTenancy(
  app: App,
  shared: Shared,
  { isAdmin, passwords, mailer, accountOpened, emailVerified, firstGrants }: Tenancy,
  accountData: readonly AccountData[],
): Promise<void> {
  const { clock, config, production: secureCookies, publicUrl, webhookOutbound: outbound } = shared;
  const walletFields = async (handle: Db, accountId: string) => ({
    ...(await describeWallet(handle, clock, accountId)),
    storage: await describeStorage(handle, accountId),
    scheduledPlan: await describeScheduledPlan({ db: handle, clock }, accountId),
  });
  const mailing = { ...shared, mailer, publicUrl, passwords };
  const profile = { isAdmin, walletFields };
  const isAdminAddress = listOf(config.adminEmails);
  const demoEmail = demoEmailFor(config);
  const closeAccountWallet: CloseWallet = async (tx: Tx, wallet) => {
    await firstGrants.closed(tx, wallet);
    return closeWallet({ db: tx, clock }, wallet);
  };
  const accountTakenOver: AccountTakenOver = async (tx, accountId) => {
    await turnOffAutoTopUp(tx, accountId);
    await forgetSeller(tx, accountId);
  };
  await app.register(
    authRoutes({
      ...mailing,
      ...profile,
      accountOpened,
      emailVerified,
      accountTakenOver,
      isAdminAddress,
      secureCookies,
      demoEmail,
    }),
  );
  await app.register(
    signInOptionsRoutes({
      ...shared,
      mailer,
      demoEmail,
      version: CURRENT_VERSION,
      publicCheck: config.publicCheck,
    }),
  );
  await app.register(
    accountRoutes({ ...mailing, ...profile, accountData, closeWallet: closeAccountWallet, secureCookies }),
  );
  await app.register(sessionRoutes(shared));
  await app.register(auditLogRoutes(shared));
  const proving = { ...shared, passwords };
  await app.register(
    twoFactorRoutes({ ...shared, requirePassword: (proof) => requirePassword(proving, proof) }),
  );
  await app.register(passkeyRoutes({ ...shared, requireOwner: (proof) => requireOwner(proving, proof) }));
  const requireAgent = (db: Tx, accountId: string, agentId: string) => readAgent({ db }, accountId, agentId);
  const creditLimits: CreditLimits = {
    async read(db, accountId) {
      const limits = await listKeyLimits({ db, clock }, accountId);
      return new Map(limits.map(({ keyId, monthlyCredits }) => [keyId, monthlyCredits]));
    },
    change: (tx, change) => changeKeyLimit({ tx, clock }, change),
    allot: allotCredits,
  };
  await app.register(apiKeyRoutes({ ...shared, creditLimits }));
  await app.register(ephemeralKeyRoutes({ ...shared, creditLimits, requireAgent }));
  await app.register(settingsRoutes({ ...shared, outbound }));
}
