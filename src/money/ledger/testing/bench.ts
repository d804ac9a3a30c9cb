import { ManualClock } from '../../../platform/clock.ts';
import { type Database, type Db, sql } from '../../../platform/database/index.ts';
import { openTestDatabase } from '../../../platform/database/testing.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import type { ChargeRequest } from '../charge.ts';
import { openWallet } from '../open-wallet.ts';

export type Bench = { database: Database; db: Db; clock: ManualClock; close(): Promise<void> };

export async function openBench(start = '2026-01-15T12:00:00Z'): Promise<Bench> {
  const database = await openTestDatabase();
  return { database, db: database.db, clock: new ManualClock(start), close: () => database.close() };
}

/** An account with an open wallet, signed up at the clock's time. */
export async function signUp(bench: Pick<Bench, 'db' | 'clock'>, plan = 'free'): Promise<string> {
  const accountId = await insertAccount(bench, plan);
  await openWallet(bench.db, { accountId, plan, createdAt: bench.clock.now() });
  return accountId;
}

export async function insertAccount(bench: Pick<Bench, 'db' | 'clock'>, plan = 'free'): Promise<string> {
  const accountId = uuidv7();
  await sql`INSERT INTO accounts (id, email, plan, created_at)
    VALUES (${accountId}, ${`${accountId}@example.test`}, ${plan}, ${bench.clock.now()})`.execute(bench.db);
  return accountId;
}

export function chargeRequestOf(
  accountId: string,
  credits: number,
  more: Partial<ChargeRequest> = {},
): ChargeRequest {
  return {
    accountId,
    plan: 'free',
    credits,
    unit: 'tts_character',
    quantity: credits,
    credentialId: 'key-1',
    ephemeralKeyId: undefined,
    voiceId: 'af_heart',
    model: 'kokoro-82m',
    requestId: 'req_test',
    deadlineMs: 60_000,
    ...more,
  };
}
