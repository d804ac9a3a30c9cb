import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { currentWallet, topUp, verifyLedger } from '../../src/money/ledger/index.ts';
import { verifyPayments } from '../../src/money/payment-events/index.ts';
import { type FakeStripe, openFakeStripe } from '../../src/money/providers/stripe/testing/fake-stripe.ts';
import { linkCustomer } from '../../src/money/subscriptions/index.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { type Db, migrate, openDatabase, sql } from '../../src/platform/database/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { silentLog as log } from '../../src/platform/log.ts';
import { passTopUps } from '../running-service/top-up-pass.ts';
import { SECRET } from '../running-service/webhook-process.ts';
import type { Summary } from './kill-server.ts';
import type { CrashOptions } from './options.ts';

const PROGRAM = new URL('../running-service/top-up-process.ts', import.meta.url).pathname;
const SECRET_KEY = 'sk_of_the_crash_test';
const CENTS = 2_000;
const START_MICROS = 10_000;
/** Longer than a request or an event that a dead process has taken up is put off for. */
const AHEAD_MS = 150_000;

type Customer = { accountId: string; customerId: string };

/**
 * Kills an automatic top-up before each of its statements and calls to the provider in turn, then goes on in another process.
 * The card must be charged once, the wallet credited once, and the request closed, so that the next one can be made.
 */
export async function killTopUp(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  await mkdir(options.dataDir, { recursive: true });
  const stripe = await openFakeStripe({ secretKey: SECRET_KEY, webhookSecret: SECRET });
  const settings = settingsOf(options, stripe);
  const violations: string[] = [];
  let kills = 0;
  let credited = 0;
  let ended = false;
  let customer = await withDatabase(options, (db) => lowOnCredit(db, stripe), { isNew: true });
  for (let at = 1; at <= options.rounds && !ended; at += 1) {
    const { accountId, customerId } = customer;
    ended = !(await killAt(at, { ...settings, CUSTOMER_ID: customerId }));
    customer = await withDatabase(options, async (db) => {
      if (!ended) await passTopUps({ db, customerId, settings, aheadMs: AHEAD_MS });
      const found = await judge(db, accountId);
      const charges = [...stripe.intents.values()].filter((one) => one.customer === customerId).length;
      if (charges !== 1) found.violations.push(`charged ${charges} times`);
      credited += found.credits;
      violations.push(...found.violations.map((violation) => `step ${at}: ${violation}`));
      return lowOnCredit(db, stripe);
    });
    kills += ended ? 0 : 1;
    print(ended ? `there are ${at - 1} steps` : `step ${at} · killed, charged and credited in the end`);
  }
  await stripe.close();
  if (!ended) print('there are more steps: raise --rounds');
  return { calls: kills, acknowledged: kills, settled: credited, violations };
}

function settingsOf({ dataDir, databaseUrl }: CrashOptions, { url }: FakeStripe): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    CARDPAY_SECRET_KEY: SECRET_KEY,
    CARDPAY_WEBHOOK_SECRET: SECRET,
    CARDPAY_API_URL: url,
  };
}

/** False when there is no such step: the process ended by itself. */
async function killAt(at: number, settings: Record<string, string>): Promise<boolean> {
  const env = { PATH: process.env.PATH, ...settings, KILL_AT: String(at) };
  const child = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code, signal] = await once(child, 'exit');
  if (signal !== 'SIGKILL' && code !== 0) throw new Error(`the process ended with ${code ?? signal}`);
  return signal === 'SIGKILL';
}

/** Call only while no other process runs: PGlite allows a single one. */
async function withDatabase<Result>(
  options: CrashOptions,
  work: (db: Db) => Promise<Result>,
  { isNew = false } = {},
): Promise<Result> {
  const database = await openDatabase({ ...options, log });
  try {
    if (isNew) await migrate(database, { log });
    return await work(database.db);
  } finally {
    await database.close();
  }
}

/** An account with a saved card that has asked for a top-up. */
async function lowOnCredit(db: Db, stripe: FakeStripe): Promise<Customer> {
  const accountId = uuidv7();
  const customerId = `cus_${accountId}`;
  await sql`INSERT INTO accounts (id, email) VALUES (${accountId}::uuid, ${`${accountId}@vox-humana.example`})`.execute(
    db,
  );
  await topUp({ db, clock }, { accountId, micros: START_MICROS, note: 'crash test' });
  await db
    .transaction()
    .execute((tx) => linkCustomer(tx, { provider: 'stripe', customerId, accountId, now: clock.now() }));
  stripe.saveCard(customerId);
  await sql`UPDATE wallets SET auto_top_up_enabled = true WHERE account_id = ${accountId}::uuid`.execute(db);
  await sql`INSERT INTO auto_top_ups (account_id, amount_cents, requested_at)
    VALUES (${accountId}::uuid, ${CENTS}, ${clock.now()}::timestamptz)`.execute(db);
  return { accountId, customerId };
}

async function judge(db: Db, accountId: string): Promise<{ credits: number; violations: string[] }> {
  const violations: string[] = [];
  const { rows } = await sql<{ status: string; checkout: string | null }>`
    SELECT t.status, c.status AS checkout FROM auto_top_ups t LEFT JOIN checkouts c ON c.id = t.checkout_id
    WHERE t.account_id = ${accountId}::uuid`.execute(db);
  const [row] = rows;
  if (row?.status !== 'added' || row.checkout !== 'paid')
    violations.push(`the request is ${row?.status}, its order ${row?.checkout}`);
  const { wallet_micros: micros } = await currentWallet({ db, clock }, accountId);
  const credits = (micros - START_MICROS) / (CENTS * 10_000);
  if (credits !== 1) violations.push(`credited ${credits} times`);
  for (const difference of [...(await verifyLedger(db)), ...(await verifyPayments(db))])
    violations.push(`${difference.what} ${difference.found}, not ${difference.expected}`);
  return { credits, violations };
}
