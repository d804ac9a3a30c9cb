/**
 * npm run upgrades:rolling -- COMMIT [--take-out]
 *
 * Two nodes of an earlier version on one PostgreSQL are upgraded to this one, one after the other, behind a proxy that asks for
 * their readiness, while callers speak and stream and films are made. Says which calls failed and audits what was charged.
 * `--take-out`: the proxy is told before a node is stopped, as versions without DRAIN_SECONDS need it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { openDatabase, sql } from '../../src/platform/database/index.ts';
import { openEmptyDatabase } from '../../src/platform/database/testing.ts';
import { silentLog } from '../../src/platform/log.ts';
import { SECRETS } from '../../tests/keeping/upgrades/recorded.ts';
import { openReverseProxy } from '../../tests/support/reverse-proxy.ts';
import { forgetRateLimits } from '../../tests/support/test-service.ts';
import { readVideo, requestVideo } from '../crash/videos.ts';
import { type Account, createClient } from '../running-service/client.ts';
import {
  freePort,
  type ServiceOptions,
  type ServiceProcess,
  startService,
} from '../running-service/service-process.ts';
import { checkOut, startVersion } from './earlier-version.ts';
import { callUntil } from './keep-calling.ts';

const CALLERS = 4;
const DRAIN_SECONDS = 2;
/** Between the steps, so that calls reach nodes of both versions. */
const PAUSE_MS = 5_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'take-out': { type: 'boolean' } },
});
const [name] = positionals;
if (!name) throw new Error('Usage: npm run upgrades:rolling -- COMMIT [--take-out]');
// Exiting stops the nodes; a signal alone would leave them running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const startedMs = performance.now();
const say = (line: string): void => {
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  process.stdout.write(`${seconds.padStart(6)} s  ${line}\n`);
};

const version = await checkOut(name);
const { url: databaseUrl, drop } = await openEmptyDatabase(process.env.TEST_DATABASE_URL ?? '');
const dataDir = await mkdtemp(join(tmpdir(), 'vox-rolling-'));
const settings = { ...SECRETS, DRAIN_SECONDS: String(DRAIN_SECONDS) };
const options: ServiceOptions = { dataDir, databaseUrl, settings };
const nodes: { port: number; process: ServiceProcess }[] = [];
for (const port of [await freePort(), await freePort()])
  nodes.push({ port, process: await startVersion(version, { ...options, port }) });
const database = await openDatabase({ databaseUrl, dataDir, log: silentLog });
const limits = setInterval(() => void forgetRateLimits(database.db), 500);
const proxy = await openReverseProxy(nodes.map(({ process: { url } }) => url));

const client = createClient(proxy.url, CALLERS);
const accounts = await Promise.all(Array.from({ length: CALLERS }, () => client.signUp()));
const [owner] = accounts as [Account];
say(`two nodes of ${version.commit} are up`);
let isOver = false;
const calling = accounts.map((account, i) => callUntil(() => isOver, { url: proxy.url, account, first: i }));
const films = [await requestVideo(proxy.url, owner, 'film-before', 'A film of before the upgrade.')];
await sleep(PAUSE_MS);
for (const node of nodes) {
  const { url } = node.process;
  if (values['take-out']) await proxy.takeOut(url);
  await node.process.stop().catch((error: unknown) => say(String(error)));
  say(`the node at ${node.port} has stopped`);
  node.process = await startService({ ...options, port: node.port });
  if (values['take-out']) proxy.putBack(url);
  say(`the node at ${node.port} is today's`);
  films.push(await requestVideo(proxy.url, owner, `film-${node.port}`, 'A film of the upgrade.'));
  await sleep(PAUSE_MS);
}
for (const film of films) await untilEnded(film);
isOver = true;
const calls = (await Promise.all(calling)).flat();

const failed = calls.filter(({ error }) => error !== null);
say(`${calls.length} calls, ${failed.length} failed`);
for (const { at, error } of failed) say(`at ${((at - startedMs) / 1_000).toFixed(1)} s: ${error}`);
for (const film of films) {
  const { status, attempts } = await readVideo(proxy.url, owner, film);
  say(`a film is ${status} after ${attempts} attempts`);
}
const differences = await verifyLedger(database.db);
const { rows: charges } = await sql<{ status: string; charges: number; calls: number }>`
  SELECT status, count(*)::int AS charges, count(DISTINCT request_id)::int AS calls FROM charges GROUP BY status`.execute(
  database.db,
);
say(`charges: ${JSON.stringify(charges)}; ${differences.length} differences in the books`);
const { rows: twice } = await sql<{ request_id: string }>`
  SELECT request_id FROM charges WHERE status = 'settled' AND request_id LIKE 'call-%'
  GROUP BY request_id HAVING count(*) > 1`.execute(database.db);
const { rows: settled } = await sql<{ request_id: string }>`
  SELECT DISTINCT request_id FROM charges WHERE status = 'settled'`.execute(database.db);
const paid = new Set(settled.map(({ request_id: id }) => id));
const unpaid = calls.filter(({ id, error }) => error === null && !paid.has(id));
const forNothing = failed.filter(({ id }) => paid.has(id));
say(
  `${twice.length} charged twice, ${unpaid.length} heard and not charged, ${forNothing.length} failed and charged`,
);

await client.close();
clearInterval(limits);
await proxy.close();
await database.close();
for (const { process: node } of nodes) await node.stop();
await rm(dataDir, { recursive: true });
await drop();
process.exitCode =
  failed.length + differences.length + twice.length + unpaid.length + forNothing.length === 0 ? 0 : 1;

async function untilEnded(film: string): Promise<void> {
  for (;;) {
    const { status } = await readVideo(proxy.url, owner, film);
    if (status === 'completed' || status === 'failed') return;
    await sleep(1_000);
  }
}
