/**
 * npm run bench:retention -- [--rows 1000000] [--only sessions] [--database-url postgres://…]
 *
 * Measures how long each sweep takes with this many rows due at once, and how long one batch holds the database.
 * Objects are named but do not exist, so a deletion costs only the folder lookup.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { createIdempotency } from '../../src/http/index.ts';
import { createHistory } from '../../src/media/history/index.ts';
import { createSpeechCache } from '../../src/media/speech-cache/index.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { migrate, openDatabase, type Sql, sql } from '../../src/platform/database/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { silentLog as log } from '../../src/platform/log.ts';
import { testSealing } from '../../src/platform/sealing/testing.ts';
import { createDiskStorage, sweepLooseObjects } from '../../src/platform/storage/index.ts';
import { sweepEphemeralKeys } from '../../src/tenancy/api-keys/index.ts';
import { sweepSessions } from '../../src/tenancy/sessions/index.ts';
import { openTestProvenance } from '../../src/work/provenance/testing.ts';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    only: { type: 'string' },
    'database-url': { type: 'string' },
  },
});
const rows = Number(values.rows);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await mkdir('data', { recursive: true });
const dataDir = await mkdtemp(join('data', 'bench-sweeps-'));
const database = await openDatabase({ databaseUrl: values['database-url'], dataDir, log });
const { db } = database;
await migrate(database, { log });
const storage = await createDiskStorage({ dataDir });
const provenance = await openTestProvenance({ db, clock, storage });
const deps = { db, storage, clock, log, provenance };
const cache = createSpeechCache({ ...deps, sampleRate: 24_000, maxBytes: 1 });
const history = createHistory({ ...deps, cache });
const idempotency = createIdempotency({
  ...deps,
  secret: 'a secret of the benchmark only',
  sealing: testSealing,
});

const account = uuidv7();
await sql`INSERT INTO accounts (id, email, name, plan, created_at)
  VALUES (${account}::uuid, ${`${account}@example.com`}, 'Bench', 'free', now())`.execute(db);
const OLD = sql`now() - interval '60 days' + n * interval '1 second' / 10`;
const numbers = (from: number, to: number): Sql => sql`generate_series(${from}::int, ${to}::int) AS n`;

type Sweep = { name: string; insert(series: Sql): Sql; run(): Promise<number> };
const SWEEPS: Sweep[] = [
  {
    name: 'history',
    insert: (series) => sql`
      INSERT INTO generations (id, account_id, kind, text_excerpt, text, words, voice_id, model, format, characters,
        credits, duration_seconds, created_at, audio_key, cache_key)
      SELECT gen_random_uuid(), ${account}::uuid, 'tts', 'Hello', repeat('Hello there. ', 10), '[]', 'af_heart',
        'kokoro-82m', 'wav', 120, 120, 8, ${OLD}, 'history/bench/' || n, md5(n::text) FROM ${series}`,
    run: () => history.sweep(),
  },
  {
    name: 'speech cache',
    insert: (series) => sql`
      INSERT INTO speech_cache (object_key, key, account_id, sample_rate, bytes, chunks, last_used_at)
      SELECT 'speech-cache/bench/' || n, md5(n::text), ${account}::uuid, 24000, 100000, '[]', ${OLD} FROM ${series}`,
    run: () => evictOneBatch(),
  },
  {
    name: 'idempotency keys',
    insert: (series) => sql`
      INSERT INTO idempotency_keys (id, account_id, route, key, fingerprint, status, headers, stored_body, created_at)
      SELECT gen_random_uuid(), ${account}::uuid, 'POST /api/v1/tts', n::text, '\\x00', 200, '{}', true, ${OLD}
      FROM ${series}`,
    run: () => idempotency.sweep(),
  },
  {
    name: 'loose objects',
    insert: (series) => sql`
      INSERT INTO loose_objects (object_key, doomed, since) SELECT 'media/bench/' || n, false, ${OLD} FROM ${series}`,
    run: () => sweepLooseObjects(deps),
  },
  {
    name: 'sessions',
    insert: (series) => sql`
      INSERT INTO sessions (id, account_id, token_hash, expires_at)
      SELECT gen_random_uuid(), ${account}::uuid, decode(md5(n::text), 'hex'), ${OLD} FROM ${series}`,
    run: () => sweepSessions(deps),
  },
  {
    name: 'ephemeral keys',
    insert: (series) => sql`
      WITH session AS (
        INSERT INTO sessions (id, account_id, token_hash, expires_at)
        VALUES (gen_random_uuid(), ${account}::uuid, gen_random_uuid()::text::bytea, 'infinity') RETURNING id
      )
      INSERT INTO ephemeral_keys (id, session_id, key_hash, created_at, expires_at)
      SELECT gen_random_uuid(), session.id, decode(md5(n::text), 'hex'), ${OLD}, ${OLD} FROM session, ${series}`,
    run: () => sweepEphemeralKeys(deps),
  },
];

print(`${describeMachine()}, ${database.kind}, ${rows} rows due`);
print('');
print('| sweep | seconds | rows/s | batches | batch p50 ms | batch p99 ms |');
print('|---|---|---|---|---|---|');
for (const sweep of SWEEPS) if (!values.only || values.only === sweep.name) await measure(sweep);
await database.close();
await rm(dataDir, { recursive: true });

async function measure({ name, insert, run }: Sweep): Promise<void> {
  const STEP = 50_000;
  for (let from = 1; from <= rows; from += STEP)
    await insert(numbers(from, Math.min(rows, from + STEP - 1))).execute(db);
  const batchMs: number[] = [];
  const startMs = performance.now();
  let swept = 0;
  for (let size = -1; size !== 0; swept += size) {
    const batchStartMs = performance.now();
    size = await run();
    batchMs.push(performance.now() - batchStartMs);
  }
  const seconds = (performance.now() - startMs) / 1_000;
  if (swept < rows) throw new Error(`${name}: ${swept} of ${rows} rows were swept`);
  batchMs.sort((a, b) => a - b);
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(batchMs, share).toFixed(1));
  const rate = Math.round(swept / seconds);
  print(`| ${name} | ${seconds.toFixed(1)} | ${rate} | ${batchMs.length} | ${p50} | ${p99} |`);
}

/** `evict` loops until done; with an aborted signal it returns after one batch. */
function evictOneBatch(): Promise<number> {
  return cache.evict(AbortSignal.abort());
}
