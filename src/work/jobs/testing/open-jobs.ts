import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chargeFor, currentWallet, topUp, verifyLedger } from '../../../money/ledger/index.ts';
import { openBench, signUp } from '../../../money/ledger/testing/bench.ts';
import { PLANS } from '../../../money/plans/index.ts';
import { sql } from '../../../platform/database/index.ts';
import { testSealing } from '../../../platform/sealing/testing.ts';
import { createDiskStorage } from '../../../platform/storage/index.ts';
import { testLog } from '../../../platform/testing/test-log.ts';
import { openTestProvenance } from '../../provenance/testing.ts';
import { DELIVERY_RULES, startDispatcher } from '../../webhooks/index.ts';
import {
  cancelJob,
  completeJob,
  createJob,
  type JobDeps,
  type LeasedJob,
  leaseJob,
  type NewJob,
  type OutputDeps,
  putJobOutput,
  readJob,
} from '../index.ts';

import { TEST_KINDS } from './test-kind.ts';

export type TestJobs = Awaited<ReturnType<typeof openJobs>>;

const WORKER = { workerId: 'worker-1', capabilities: ['video', 'capped', 'lipsync:own'] };

/** Opens the slice on its own database and folder, with accounts that can pay. */
export async function openJobs() {
  const bench = await openBench();
  const { db, clock, database } = bench;
  const dataDir = await mkdtemp(join(tmpdir(), 'jobs-'));
  const storage = await createDiskStorage({ dataDir });
  const outbound = { allow: [], requireHttps: false };
  const dispatcher = await startDispatcher({
    database,
    db,
    clock,
    log: testLog,
    outbound,
    rules: DELIVERY_RULES,
    sealing: testSealing,
  });
  const outputUrl = ({ id }: { id: string }, path: string) =>
    `http://voice.test/api/v1/jobs/${id}/${path}?signed`;
  const provenance = await openTestProvenance({ db, clock, storage });
  const deps: JobDeps & OutputDeps & { storage: typeof storage } = {
    db,
    clock,
    log: testLog,
    kinds: TEST_KINDS,
    outputUrl,
    storage,
    provenance,
  };

  const enqueue = (accountId: string, more: Partial<NewJob> = {}) =>
    db.transaction().execute((tx) => createJob(deps, tx, newJob(accountId, more)));

  return {
    ...bench,
    deps,
    storage,
    enqueue,
    account: (plan = 'free') => signUp(bench, plan),
    /** Opens an account with only `pool` monthly credits left, so that the rest is paid from the wallet. */
    async prepaid({ pool, micros }: { pool: number; micros: number }): Promise<string> {
      const accountId = await signUp(bench);
      await topUp({ db, clock }, { accountId, micros, note: 'for a test' });
      const order = { ...newJob(accountId).charges[0], unit: 'tts_character' as const, quantity: 1 };
      const credits = PLANS.free.creditsPerMonth - pool;
      const spent = {
        ...order,
        accountId,
        credits,
        plan: 'free',
        credentialId: 'key-1',
        ephemeralKeyId: undefined,
        requestId: 'req_spent',
      };
      await chargeFor({ db, clock }, { ...spent, deadlineMs: 60_000 }, async () => undefined);
      return accountId;
    },
    lease: (worker = WORKER) => leaseJob(deps, worker),
    /** Uploads the video and completes the job, as a worker does. */
    async finish(job: LeasedJob, seconds = 2): Promise<void> {
      await putJobOutput(deps, job, { name: 'video', contentType: 'video/mp4' }, Buffer.from(job.token));
      const outputs = [{ name: 'video' as const, contentType: 'video/mp4' }];
      await completeJob(deps, job, {
        outputs,
        measured: { video_second: seconds },
        durationSeconds: seconds,
      });
    },
    read: (accountId: string, jobId: string) => readJob(db, accountId, jobId),
    /** Cancels what a failed test has left, so that no later test gets its jobs. */
    async cancelAll(): Promise<void> {
      const { rows } = await sql<{ id: string; account_id: string }>`
        SELECT id, account_id FROM jobs WHERE finished_at IS NULL`.execute(db);
      for (const job of rows) await cancelJob(deps, job.account_id, job.id);
    },
    wallet: (accountId: string) => currentWallet({ db, clock }, accountId),
    async openCharges(): Promise<number> {
      const { rows } = await sql<{ open: number }>`
        SELECT count(*) AS open FROM charges WHERE status = 'reserved'`.execute(db);
      return rows[0]?.open ?? 0;
    },
    /** Keys of what was stored for the job. */
    async files(jobId: string): Promise<string[]> {
      const keys: string[] = [];
      for await (const key of storage.list(`jobs/${jobId}/`)) keys.push(key);
      return keys;
    },
    differences: () => verifyLedger(db),
    async events(subjectId: string): Promise<string[]> {
      const { rows } = await sql<{ event: string }>`
        SELECT event FROM webhook_deliveries WHERE subject_id = ${subjectId}`.execute(db);
      return rows.map(({ event }) => event);
    },
    async close(): Promise<void> {
      await dispatcher.close();
      await bench.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

export function newJob(accountId: string, more: Partial<NewJob> = {}): NewJob {
  const payer = { plan: 'free', credentialId: 'key-1', ephemeralKeyId: undefined };
  return {
    accountId,
    kind: 'video',
    request: { say: 'hello' },
    needs: ['lipsync:own'],
    inputs: [],
    charges: [
      { ...payer, unit: 'tts_character', quantity: 45, credits: 45 },
      { ...payer, unit: 'video_second', quantity: 3, credits: 30, maxQuantity: 20 },
    ],
    requestId: 'req_test',
    ...more,
  };
}
