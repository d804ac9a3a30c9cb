/** The load generator, in its own process. Open loop: a slow response never delays the next request. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import type { LoadOrder, LoadResult } from './messages.ts';

const CONNECTIONS = 64;
/** Requests in flight when the server sets the rate. */
const SATURATION = 32;

const nowMs = (): number => performance.timeOrigin + performance.now();

process.on('message', async (order: LoadOrder) => process.send?.(await load(order)));

async function load(order: LoadOrder): Promise<LoadResult> {
  const { origin, pathname } = new URL(order.url);
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const latenciesMs: number[] = [];
  const failures: Record<string, number> = {};
  let sent = 0;
  const run = Date.now().toString(36);

  async function send(dueAt: number): Promise<void> {
    const key = order.keys[sent++ % order.keys.length] ?? '';
    const text = order.text === 'same' ? 'Hello.' : `Hello ${run} ${sent}.`;
    const outcome = await post(pool, pathname, key, text).catch((error: Error) => error.message);
    if (outcome === 200) latenciesMs.push(nowMs() - dueAt);
    else failures[outcome] = (failures[outcome] ?? 0) + 1;
  }

  const startedAt = nowMs();
  if (order.requestsPerSecond > 0) await atRate(order, send);
  else await flatOut(order, send);
  const elapsedSeconds = (nowMs() - startedAt) / 1000;
  await pool.close();
  return { latenciesMs, failures, elapsedSeconds };
}

async function post(pool: Pool, path: string, key: string, text: string): Promise<number> {
  const body = JSON.stringify({ text, voice_id: 'af_heart' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await pool.request({ method: 'POST', path, headers, body });
  await answer.body.arrayBuffer();
  return answer.statusCode;
}

async function atRate(order: LoadOrder, send: (dueAt: number) => Promise<void>): Promise<void> {
  const everyMs = 1000 / order.requestsPerSecond;
  const count = order.seconds * order.requestsPerSecond;
  const workerData = { startsAt: nowMs() + 200, everyMs, count };
  const pacer = new Worker(new URL('./pacer.ts', import.meta.url), { workerData });
  const running: Promise<void>[] = [];
  pacer.on('message', (dueAt: number) => running.push(send(dueAt)));
  await once(pacer, 'exit');
  await Promise.all(running);
}

async function flatOut(order: LoadOrder, send: (dueAt: number) => Promise<void>): Promise<void> {
  const endsAt = nowMs() + order.seconds * 1000;
  const caller = async () => {
    while (nowMs() < endsAt) await send(nowMs());
  };
  await Promise.all(Array.from({ length: SATURATION }, caller));
}
