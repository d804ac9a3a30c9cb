/**
 * npm run soak -- [--requests 10000] [--minutes 20] [--database-url postgres://…]
 *
 * Runs the real service under good and bad customer traffic, long enough to reveal a leak. Fails on a 5xx, on an
 * unexpected response, on memory that keeps growing, and on a ledger with a difference or an open reservation.
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { describeMachine } from '../measure/machine.ts';
import { quantile } from '../measure/quantiles.ts';
import { type Account, createClient } from '../running-service/client.ts';
import { readLedger } from '../running-service/ledger-state.ts';
import { startService } from '../running-service/service-process.ts';
import { type Answer, kindOf, type RequestOptions, type SendRequest } from './kinds.ts';
import { byParts, watchMemory } from './memory.ts';

/** Few, because each account fills its own speech cache; enough that none exceeds its rate limit. */
const ACCOUNTS = 16;
/** Concurrent requests. A slow response delays the others only if all of them are slow. */
const CALLERS = 16;
const PARTS = 4;
/** Measured from the second part on: what is loaded and cached at first is not a leak. */
const MAX_GROWTH = 1.1;
const SETTLE_MS = 3_000;
const CLIP_TEXT = 'The quick brown fox jumps over the lazy dog.';

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    minutes: { type: 'string', default: '20' },
    'database-url': { type: 'string' },
  },
});
const count = Number(values.requests);
const everyMs = (Number(values.minutes) * 60_000) / count;
const databaseUrl = values['database-url'];
const print = (line: string): void => void process.stdout.write(`${line}\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const prefix = `soak-${randomUUID()}-`;
const dataDir = resolve(`data/soak-${process.pid}`);
const service = await startService({ dataDir, databaseUrl });
const client = createClient(service.url, 8);
const accounts: Account[] = [];
for (let index = 0; index < ACCOUNTS; index += 1) accounts.push(await client.signUp());
const [first] = accounts;
if (!first) throw new Error('no account');
const { body: clip } = await requestAs(first, 'clip')('/api/v1/tts', {
  method: 'POST',
  json: { text: CLIP_TEXT, voice_id: 'af_heart' },
});

print(describeMachine());
const latencies = new Map<string, number[]>();
const faults = new Map<string, number>();
const stopWatching = watchMemory(service);
const startedAt = performance.now();
let next = 0;
await Promise.all(Array.from({ length: CALLERS }, call));
const tookMinutes = (performance.now() - startedAt) / 60_000;
const samples = stopWatching();
// Abandoned streams settle after the response.
await sleep(SETTLE_MS);
await client.close();
await service.stop();
const ledger = await readLedger({ databaseUrl, dataDir }, prefix);
const open = ledger.charges.filter(({ status }) => status === 'reserved').length;
report();

async function call(): Promise<void> {
  while (next < count) {
    const number = next++;
    const dueMs = startedAt + number * everyMs - performance.now();
    if (dueMs > 0) await sleep(dueMs);
    const account = accounts[number % accounts.length] ?? first;
    if (account) await one(number, account);
    if (number % 1_000 === 999)
      print(`  ${number + 1} requests after ${minutesNow()} min, ${faultCount()} faults`);
  }
}

async function one(number: number, account: Account): Promise<void> {
  const kind = kindOf(number);
  const sentAt = performance.now();
  try {
    const { status, body } = await kind.send({
      request: requestAs(account, String(number)),
      account,
      number,
      clip,
    });
    if (!kind.expected.includes(status)) note(`${kind.name}: ${status} ${body.toString().slice(0, 120)}`);
  } catch (error) {
    note(`${kind.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const took = latencies.get(kind.name) ?? [];
  took.push(performance.now() - sentAt);
  latencies.set(kind.name, took);
}

function note(fault: string): void {
  faults.set(fault, (faults.get(fault) ?? 0) + 1);
}

function faultCount(): number {
  return [...faults.values()].reduce((sum, times) => sum + times, 0);
}

function minutesNow(): string {
  return ((performance.now() - startedAt) / 60_000).toFixed(1);
}

function requestAs(account: Account, name: string): SendRequest {
  return async (path, { method = 'GET', json, form, headers = {}, leave = false }: RequestOptions = {}) => {
    const leaving = new AbortController();
    const response = await fetch(`${service.url}${path}`, {
      method,
      signal: leaving.signal,
      headers: {
        authorization: `Bearer ${account.key}`,
        'x-request-id': `${prefix}${name}`,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(form === undefined ? {} : { body: form() }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await bodyOf(response, leave, leaving),
    };
  };
}

async function bodyOf(response: Response, leave: boolean, leaving: AbortController): Promise<Answer['body']> {
  if (!leave || !response.body) return Buffer.from(await response.arrayBuffer());
  const { value } = await response.body.getReader().read();
  leaving.abort();
  return Buffer.from(value ?? []);
}

function report(): void {
  print('');
  print('| | requests | p50 ms | p99 ms |');
  print('|---|---|---|---|');
  for (const [name, took] of latencies)
    print(
      `| ${name} | ${took.length} | ${quantile(took, 0.5).toFixed(0)} | ${quantile(took, 0.99).toFixed(0)} |`,
    );
  print('');
  const grown = (['service', 'engines'] as const).map((of) => {
    const parts = byParts(samples, of, PARTS);
    print(`resident, ${of}, median of each quarter: ${parts.map((size) => size.toFixed(0)).join(', ')} MiB`);
    return (parts.at(-1) ?? Number.NaN) / (parts[1] ?? Number.NaN);
  });
  for (const [fault, times] of faults) print(`NOT EXPECTED, ${times} times: ${fault}`);
  for (const difference of ledger.differences) print(`DIFFERENCE in the ledger: ${difference}`);
  print(`${count} requests in ${tookMinutes.toFixed(1)} min, ${faultCount()} not as expected`);
  print(`${ledger.charges.length} charges, ${open} still open, ${ledger.differences.length} differences`);
  print(describeMachine());
  const isFlat = grown.every((growth) => growth <= MAX_GROWTH);
  if (!isFlat)
    print(
      `MEMORY GROWS: ${grown.map((growth) => growth.toFixed(2)).join(' and ')} × since the second quarter`,
    );
  process.exitCode = isFlat && faults.size === 0 && open === 0 && ledger.differences.length === 0 ? 0 : 1;
}

await rm(dataDir, { recursive: true, force: true });
