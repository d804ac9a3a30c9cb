/**
 * npm run bench:sweeps -- [--rows 1000000] [--nodes 1] [--database-url postgres://…]
 *
 * Measures how long the job and webhook sweeps take with this many rows due at once, and how long a request waits for the
 * database meanwhile.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { ManualClock } from '../../src/platform/clock.ts';
import { migrate, openDatabase, sql } from '../../src/platform/database/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { silentLog as log } from '../../src/platform/log.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { sweepJobFiles } from '../../src/work/jobs/index.ts';
import { claimDue, DELIVERY_RULES, sweepDeliveryLog } from '../../src/work/webhooks/index.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    nodes: { type: 'string', default: '1' },
    'database-url': { type: 'string' },
  },
});
const rows = Number(values.rows);
const nodes = Number(values.nodes);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const dataDir = await mkdtemp(join('data', 'bench-sweeps-'));
const database = await openDatabase({ databaseUrl: values['database-url'], dataDir, log });
const { db } = database;
await migrate(database, { log });
const storage = await createDiskStorage({ dataDir });
const clock = new ManualClock();
const accountId = uuidv7();
const now = clock.now();
await sql`INSERT INTO accounts (id, email, plan, created_at)
  VALUES (${accountId}, ${`${accountId}@bench.example`}, 'free', ${now})`.execute(db);

print(describeMachine());
print('');
print(
  `| ${database.kind}, ${nodes} nodes | rows due | seconds | rows/s | concurrent query, p50 ms | p99 ms |`,
);
print('|---|---|---|---|---|---|');
await fillDeliveries('pending');
await measureClaims();
await sql`UPDATE webhook_deliveries SET status = 'failed', finished_at = ${now}::timestamptz`.execute(db);
clock.advanceMs(31 * 24 * 3_600_000);
await measure('webhook log', () => sweepDeliveryLog({ db, clock }));
await fillJobs();
await measure('job files', () => sweepJobFiles({ db, clock, storage }));

await database.close();
await rm(dataDir, { recursive: true, force: true });

async function measure(what: string, sweep: () => Promise<number>): Promise<void> {
  const done = new AbortController();
  const waits: number[] = [];
  const asking = queryWhile(waits, done.signal);
  const startMs = performance.now();
  const counts = await Promise.all(Array.from({ length: nodes }, () => drain(sweep)));
  const seconds = (performance.now() - startMs) / 1_000;
  done.abort();
  await asking;
  const swept = counts.reduce((sum, count) => sum + count);
  const p50 = quantile(waits, 0.5);
  const p99 = quantile(waits, 0.99);
  const figures = [
    what,
    swept,
    seconds.toFixed(1),
    (swept / seconds).toFixed(0),
    p50.toFixed(1),
    p99.toFixed(1),
  ];
  print(`| ${figures.join(' | ')} |`);
}

/** Repeats a sweep until nothing is due, as the background tasks do. */
async function drain(sweep: () => Promise<number>): Promise<number> {
  let swept = 0;
  for (let batch = await sweep(); batch > 0; batch = await sweep()) {
    swept += batch;
    await turn();
  }
  return swept;
}

/** A request every 20 ms. */
async function queryWhile(waits: number[], done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    const startMs = performance.now();
    await sql`SELECT email FROM accounts WHERE id = ${accountId}::uuid`.execute(db);
    waits.push(performance.now() - startMs);
    await sleep(20);
  }
}

async function measureClaims(): Promise<void> {
  const waits: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const startMs = performance.now();
    await claimDue(db, { ...DELIVERY_RULES, free: DELIVERY_RULES.perNode, now });
    waits.push(performance.now() - startMs);
  }
  const p50 = quantile(waits, 0.5);
  const p99 = quantile(waits, 0.99);
  print(`| claim of due webhooks | ${rows} |  |  | ${p50.toFixed(1)} | ${p99.toFixed(1)} |`);
}

async function fillDeliveries(status: string): Promise<void> {
  await sql`SET statement_timeout = 0`.execute(db);
  for (let from = 1; from <= rows; from += 50_000)
    await sql`
      INSERT INTO webhook_deliveries (id, account_id, event, subject_id, url, host, payload, status, due_at, created_at)
      SELECT gen_random_uuid(), ${accountId}::uuid, 'video.failed', 'job_' || n, 'https://hooks.example.com/',
        'host' || n % 100, '{"event":"video.failed"}', ${status}, ${now}::timestamptz - interval '1 second',
        ${now}::timestamptz
      FROM generate_series(${from}::integer, ${Math.min(from + 49_999, rows)}::integer) n`.execute(db);
  await sql`ANALYZE webhook_deliveries`.execute(db);
}

/** One in a hundred has a file. */
async function fillJobs(): Promise<void> {
  for (let from = 1; from <= rows; from += 50_000)
    await sql`
      INSERT INTO jobs (id, account_id, kind, request, needs, status, stage, request_id, not_before, created_at,
        finished_at, cleanup_at)
      SELECT 'job_' || n, ${accountId}::uuid, 'video', '{}', '{video}', 'failed', 'failed', 'bench', ${now}::timestamptz,
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      FROM generate_series(${from}::integer, ${Math.min(from + 49_999, rows)}::integer) n`.execute(db);
  await sql`ANALYZE jobs`.execute(db);
  for (let n = 100; n <= rows; n += 100)
    await storage.put(`jobs/job_${n}/lost/video`, Buffer.from('x'), {
      contentType: 'video/mp4',
      flush: 'later',
    });
}
