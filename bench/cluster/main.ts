/**
 * npm run bench:cluster -- --database-url postgres://…/an_empty_database [--nodes 1,2,4] [--seconds 10] [--engine-ms 20] [--kill-seconds 30]
 *
 * Several nodes as processes on one PostgreSQL and one S3 server. The engines of a node take `engine-ms` per call, one call at
 * a time, and compute nothing, so what is measured is everything around them. All processes share this machine's cores:
 * the figures show contention, not scaling.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { openDatabase, sql } from '../../src/platform/database/index.ts';
import { silentLog as log } from '../../src/platform/log.ts';
import { burst, callSpeech, queueJob, repeat } from './callers.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { cpuSeconds } from './cpu-time.ts';
import { databaseFigures, difference, sampleWaits, type Waits } from './database-figures.ts';

const CALLERS_PER_NODE = 8;
/** The free plan's limit per minute. */
const LIMIT = 60;
const JOBS_PER_NODE = 100;
/** The free plan's routing credits allow 16 jobs. */
const JOB_TENANTS = 60;
const GREEDY_JOBS = 16;
const MODEST_JOBS = 2;
const KILL_EVERY_MS = 10_000;
/** Longer than a reservation and its sweep, so that every call that a killed node left can be made again. */
const REPEAT_SECONDS = 120;

const { values } = parseArgs({
  options: {
    'database-url': { type: 'string' },
    nodes: { type: 'string', default: '1,2,4' },
    seconds: { type: 'string', default: '10' },
    'engine-ms': { type: 'string', default: '20' },
    'kill-seconds': { type: 'string', default: '30' },
  },
});
const databaseUrl = values['database-url'];
if (!databaseUrl)
  throw new Error('usage: npm run bench:cluster -- --database-url postgres://…/an_empty_database');
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = Number(values.seconds);
const engineMs = Number(values['engine-ms']);
const killSeconds = Number(values['kill-seconds']);
const problems: string[] = [];

const database = await openDatabase({ databaseUrl, dataDir: 'data', log });
const { db } = database;
print(describeMachine());
print(
  `\n| nodes | engines allow, calls/s | calls/s | p50 ms | p99 ms | statements per call | commits | rows | WAL bytes | bytes kept | CPU ms: node | PostgreSQL | object store | jobs/s | statements per job |`,
);
print('|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|');
const notes: string[] = [];
for (const size of values.nodes.split(',').map(Number)) {
  const cluster = await startCluster(size, { databaseUrl, engineMs });
  try {
    await measure(cluster);
  } finally {
    await cluster.close();
  }
}
print('');
for (const note of notes) print(note);
const differences = await verifyLedger(db);
print(`\n${differences.length} differences in the ledger`);
await database.close();
for (const problem of problems) print(`PROBLEM: ${problem}`);
process.exitCode = problems.length + differences.length > 0 ? 1 : 0;

async function measure(cluster: Cluster): Promise<void> {
  const size = cluster.nodes.length;
  const keys = cluster.nodes[0]?.keys ?? [];
  const [limited, greedy, modest, ...others] = keys;
  const callers = size * CALLERS_PER_NODE;
  await callSpeech(cluster.nodes, others, { callers, seconds: 3, keyed: false });
  const calls = await measureCalls(cluster, others, callers);
  const jobs = await measureJobs(cluster, others.slice(0, JOB_TENANTS));
  print(`| ${[size, ((size * 1_000) / engineMs).toFixed(0), ...calls, ...jobs].join(' | ')} |`);
  await checkLimit(cluster, limited ?? '');
  await checkFairness(cluster, greedy ?? '', modest ?? '');
  if (size > 1 && killSeconds > 0) await checkKills(cluster, others, callers);
}

async function measureCalls(cluster: Cluster, keys: string[], callers: number): Promise<string[]> {
  const before = { ...(await databaseFigures(db)), statements: await cluster.statements() };
  const stop = sampleWaits(db);
  const cpuBefore = await cpuSeconds(db, cluster.processes());
  const calls = await callSpeech(cluster.nodes, keys, { callers, seconds, keyed: false });
  const cpu = await cpuSeconds(db, cluster.processes());
  const waits = await stop();
  notes.push(describeWaits(cluster.nodes.length, waits));
  const after = await databaseFigures(db);
  const statements = (await cluster.statements()) - before.statements;
  const done = calls.latenciesMs.length;
  const { commits, rowsWritten, walBytes, keptBytes } = difference(before, after);
  if (Object.keys(calls.failures).length > 0)
    problems.push(`calls failed: ${JSON.stringify(calls.failures)}`);
  return [
    (done / calls.seconds).toFixed(0),
    quantile(calls.latenciesMs, 0.5).toFixed(0),
    quantile(calls.latenciesMs, 0.99).toFixed(0),
    (statements / done).toFixed(1),
    ((commits - waits.samples) / done).toFixed(1),
    (rowsWritten / done).toFixed(1),
    (walBytes / done).toFixed(0),
    (keptBytes / done).toFixed(0),
    ...(['nodes', 'postgres', 'store'] as const).map((part) =>
      (((cpu[part] - cpuBefore[part]) * 1_000) / done).toFixed(1),
    ),
  ];
}

async function measureJobs(cluster: Cluster, keys: string[]): Promise<string[]> {
  const count = JOBS_PER_NODE * cluster.nodes.length;
  const before = await cluster.statements();
  const begin = performance.now();
  const ids: string[] = [];
  for (let index = 0; index < count; index += CALLERS_PER_NODE) {
    const some = Array.from(
      { length: Math.min(CALLERS_PER_NODE, count - index) },
      (_, offset) => index + offset,
    );
    ids.push(
      ...(await Promise.all(some.map((n) => queueJob(nodeOf(cluster, n), keys[n % keys.length] ?? '')))),
    );
  }
  await untilDone(ids);
  const took = (performance.now() - begin) / 1_000;
  const statements = (await cluster.statements()) - before;
  return [(count / took).toFixed(0), (statements / count).toFixed(0)];
}

async function checkLimit(cluster: Cluster, key: string): Promise<void> {
  const statuses = await burst(cluster.nodes, key, 2 * LIMIT);
  notes.push(
    `${cluster.nodes.length} nodes, ${2 * LIMIT} calls at once of an account with ${LIMIT} a minute: ${JSON.stringify(statuses)}`,
  );
  if (statuses[200] !== LIMIT || statuses[429] !== LIMIT) problems.push('the limit was not exact');
}

/** One account queues many jobs, another a few after it: how many of the many are done before the few? */
async function checkFairness(cluster: Cluster, greedy: string, modest: string): Promise<void> {
  const many = GREEDY_JOBS;
  const few = MODEST_JOBS;
  const queue = (key: string, count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => queueJob(nodeOf(cluster, n), key)));
  const first = await queue(greedy, many);
  const then = await queue(modest, few);
  await untilDone([...first, ...then]);
  const { rows } = await sql<{ before: number }>`
    SELECT count(*)::int AS before FROM jobs WHERE id = ANY(${first}::text[])
      AND finished_at <= (SELECT max(finished_at) FROM jobs WHERE id = ANY(${then}::text[]))
      AND finished_at >= (SELECT min(created_at) FROM jobs WHERE id = ANY(${then}::text[]))`.execute(db);
  notes.push(
    `${cluster.nodes.length} nodes, ${few} jobs behind another account's ${many}: ${rows[0]?.before} of the ${many} ended while the ${few} waited and ran`,
  );
}

/** Every call must end with one answer and one charge, whichever node was killed when. */
async function checkKills(cluster: Cluster, keys: string[], callers: number): Promise<void> {
  const settledBefore = await settledCharges();
  const ended = new AbortController();
  const killing = killInTurn(cluster, ended.signal);
  const calls = await callSpeech(cluster.nodes, keys, {
    callers,
    seconds: killSeconds,
    keyed: true,
  });
  ended.abort();
  const kills = await killing;
  const left = await repeat(cluster.nodes, calls.unanswered, REPEAT_SECONDS);
  const made = calls.latenciesMs.length + calls.unanswered.length - left;
  const settled = (await settledCharges()) - settledBefore;
  notes.push(
    `${cluster.nodes.length} nodes, ${kills} killed, one every ${KILL_EVERY_MS / 1_000} s: ${calls.latenciesMs.length} calls answered at once (${(calls.latenciesMs.length / calls.seconds).toFixed(0)}/s, p99 ${quantile(calls.latenciesMs, 0.99).toFixed(0)} ms), failed at first ${JSON.stringify(calls.failures)}, ${left} without an answer in the end, ${settled} charges for ${made} answers`,
  );
  if (left > 0) problems.push(`${left} calls never got an answer`);
  if (settled !== made) problems.push(`${settled} charges for ${made} answers`);
}

async function killInTurn(cluster: Cluster, ended: AbortSignal): Promise<number> {
  for (let kills = 0; ; kills += 1) {
    await sleep(KILL_EVERY_MS, undefined, { signal: ended }).catch(() => undefined);
    if (ended.aborted) return kills;
    await cluster.replace(kills % cluster.nodes.length);
  }
}

async function settledCharges(): Promise<number> {
  const { rows } = await sql<{ settled: number }>`
    SELECT count(*)::int AS settled FROM charges WHERE status = 'settled'`.execute(db);
  return rows[0]?.settled ?? 0;
}

async function untilDone(ids: string[]): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ open: number; failed: number }>`
      SELECT count(*) FILTER (WHERE finished_at IS NULL)::int AS open,
        count(*) FILTER (WHERE error IS NOT NULL)::int AS failed
      FROM jobs WHERE id = ANY(${ids}::text[])`.execute(db);
    if (rows[0]?.failed) throw new Error(`${rows[0].failed} jobs failed, so their times mean nothing`);
    if (rows[0]?.open === 0) return;
    await sleep(50);
  }
}

function nodeOf(cluster: Cluster, index: number) {
  return cluster.nodes[index % cluster.nodes.length];
}

function describeWaits(size: number, { samples, active, byEvent }: Waits): string {
  const perSample = (count: number) => (count / samples).toFixed(2);
  const events = [...byEvent]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${perSample(count)}`);
  return `${size} nodes, connections at work on average: ${perSample(active)} (${events.slice(0, 6).join(', ')})`;
}
