/**
 * npm run bench:jobs -- [--jobs 300] [--database-url postgres://…]
 *
 * Overhead of the job queue: time from the commit of a job to its start, and jobs per second through one and three
 * worker processes over HTTP, each job with its charge, its upload and its settlement.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { createServer } from '../../src/http/index.ts';
import { OPEN_ACCESS } from '../../src/http/testing.ts';
import { VIDEO_KIND } from '../../src/media/video/index.ts';
import { openWallet, verifyLedger } from '../../src/money/ledger/index.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { migrate, openDatabase, sql } from '../../src/platform/database/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { silentLog as log } from '../../src/platform/log.ts';
import { testSealing } from '../../src/platform/sealing/testing.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { createJob, createJobKinds, recoverLostJobs, watchJobs } from '../../src/work/jobs/index.ts';
import { openTestProvenance } from '../../src/work/provenance/testing.ts';
import { DELIVERY_RULES, startDispatcher } from '../../src/work/webhooks/index.ts';
import { listWorkers, workerRoutes } from '../../src/work/workers/index.ts';

const SECRET = 'a worker secret of the benchmark only';
const TENANTS = 8;
const SINGLES = 200;
const BETWEEN_MS = 100;
/** The limit of what a worker may upload depends on it. */
const REQUEST = {
  picture: { kind: 'image', input: 'picture' },
  lipsync_model: 'vox-lips',
  height: 480,
  audio_kbps: 128,
};

const { values } = parseArgs({
  options: { jobs: { type: 'string', default: '300' }, 'database-url': { type: 'string' } },
});
const count = Number(values.jobs);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join('data', 'bench-jobs-'));
const database = await openDatabase({ databaseUrl: values['database-url'], dataDir, log });
const { db } = database;
await migrate(database, { log });
const storage = await createDiskStorage({ dataDir });
const outbound = { allow: [], requireHttps: true };
const dispatcher = await startDispatcher({
  database,
  db,
  clock,
  log,
  outbound,
  rules: DELIVERY_RULES,
  sealing: testSealing,
});
const watch = await watchJobs(database);
const kinds = createJobKinds([{ ...VIDEO_KIND, name: 'bench' }]);
const provenance = await openTestProvenance({ db, clock, storage });
const jobs = { db, clock, log, storage, provenance, watch, kinds, outputUrl: ({ id }: { id: string }) => id };
const app = await createServer({
  log,
  trustProxy: false,
  publicUrl: 'http://127.0.0.1',
  rateLimiting: { hit: async () => ({ allowed: true, limit: 1, remaining: 1, resetSeconds: 60 }) },
  authentication: {
    authenticateKey: async () => null,
    authenticateSession: async () => null,
    sessionCookieName: 'none',
    verifyCsrf: () => false,
    workerSecret: SECRET,
    publicOrigin: 'http://127.0.0.1',
    access: OPEN_ACCESS,
    signedUrls: { secret: SECRET, now: () => clock.now() },
  },
});
await app.register(workerRoutes(jobs));
const server = await app.listen({ host: '127.0.0.1', port: 0 });
const accounts = await openAccounts();

print(describeMachine());
print('');
print(`| ${database.kind}, workers | enqueue → start p50 ms | p99 ms | jobs/s | enqueue jobs/s |`);
print('|---|---|---|---|---|');
for (const workers of [1, 3]) await measure(workers);
print(`${(await verifyLedger(db)).length} differences in the ledger`);

await app.close();
await watch.close();
await dispatcher.close();
await database.close();
await rm(dataDir, { recursive: true, force: true });

async function measure(workers: number): Promise<void> {
  const running = Array.from({ length: workers }, startWorker);
  await untilRegistered(running);
  const singles: string[] = [];
  for (let index = 0; index < SINGLES; index += 1) {
    singles.push(await enqueue(index));
    await sleep(BETWEEN_MS);
  }
  await untilDone(singles);
  const waits = await startedAfterMs(singles);
  const begin = performance.now();
  const many: string[] = [];
  for (let index = 0; index < count; index += 1) many.push(await enqueue(index));
  const enqueued = performance.now();
  await untilDone(many);
  const rate = count / ((performance.now() - begin) / 1_000);
  const enqueueRate = count / ((enqueued - begin) / 1_000);
  const p50 = quantile(waits, 0.5);
  const p99 = quantile(waits, 0.99);
  print(
    `| ${workers} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${rate.toFixed(0)} | ${enqueueRate.toFixed(0)} |`,
  );
  await Promise.all(running.map(stopWorker));
  await recoverLostJobs(jobs);
}

function startWorker(): ChildProcess {
  const entry = new URL('./worker.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [entry, server, SECRET, join(dataDir, 'work')], { stdio: 'inherit' });
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** A worker that is still starting would look slow to pick up a job. */
async function untilRegistered(running: ChildProcess[]): Promise<void> {
  const names = running.map(({ pid }) => `bench-${pid}`);
  for (;;) {
    const there = new Set((await listWorkers({ db, clock })).map(({ name }) => name));
    if (names.every((name) => there.has(name))) return;
    await sleep(50);
  }
}

async function stopWorker(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function enqueue(index: number): Promise<string> {
  const accountId = accounts[index % accounts.length] ?? '';
  const payer = { plan: 'developer', credentialId: 'bench', ephemeralKeyId: undefined };
  const charges = [
    { ...payer, unit: 'tts_character' as const, quantity: 15, credits: 15 },
    { ...payer, unit: 'video_second' as const, quantity: 1, credits: 10 },
  ];
  const job = {
    accountId,
    kind: 'bench',
    request: REQUEST,
    needs: [],
    inputs: [],
    charges,
    requestId: 'bench',
  };
  const { jobId } = await db.transaction().execute((tx) => createJob(jobs, tx, job));
  return jobId;
}

async function untilDone(ids: string[]): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ open: number; failed: number }>`
      SELECT count(*) FILTER (WHERE finished_at IS NULL) AS open, count(*) FILTER (WHERE error IS NOT NULL) AS failed
      FROM jobs WHERE id = ANY(${ids}::text[])`.execute(db);
    if (rows[0]?.failed) throw new Error(`${rows[0].failed} jobs failed, so their times mean nothing`);
    if (rows[0]?.open === 0) return;
    await sleep(50);
  }
}

async function startedAfterMs(ids: string[]): Promise<number[]> {
  const { rows } = await sql<{ created_at: Date; started_at: Date }>`
    SELECT created_at, started_at FROM jobs WHERE id = ANY(${ids}::text[])`.execute(db);
  return rows.map(({ created_at, started_at }) => started_at.getTime() - created_at.getTime());
}

async function openAccounts(): Promise<string[]> {
  const ids = Array.from({ length: TENANTS }, () => uuidv7());
  for (const id of ids) {
    await sql`INSERT INTO accounts (id, email, plan, created_at)
      VALUES (${id}, ${`${id}@bench.example`}, 'developer', ${clock.now()})`.execute(db);
    await openWallet(db, { accountId: id, plan: 'developer', createdAt: clock.now() });
  }
  return ids;
}
