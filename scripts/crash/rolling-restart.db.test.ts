import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { openDatabase, sql } from '../../src/platform/database/index.ts';
import { openEmptyDatabase } from '../../src/platform/database/testing.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openLiveCaller } from '../../tests/support/live-caller.ts';
import { openReverseProxy } from '../../tests/support/reverse-proxy.ts';
import { forgetRateLimits } from '../../tests/support/test-service.ts';
import { type Account, createClient } from '../running-service/client.ts';
import { openAgent } from '../running-service/open-agent.ts';
import { freePort, type ServiceProcess, startService } from '../running-service/service-process.ts';

const adminUrl = process.env.TEST_DATABASE_URL ?? '';
const skip = adminUrl === '' && 'PGlite has room for one process';
const FLOW = { start: 'open', otherwise: 'Pardon?', states: { open: { rules: [] } } };
const CALLERS = 6;
const PAUSE_MS = 30;
const TEXT = 'Nobody hears that a node was restarted.';
const PATHS = ['/api/v1/tts', '/api/v1/tts/stream'];

test('both nodes are restarted behind a proxy, and no call fails', { skip }, async (t) => {
  const closing: (() => unknown)[] = [];
  // The last that was opened is closed first.
  t.after(async () => {
    for (const close of closing.toReversed()) await close();
  });
  const { url: databaseUrl, drop } = await openEmptyDatabase(adminUrl);
  closing.push(drop);
  const dataDir = await mkdtemp(join(tmpdir(), 'vox-rolling-'));
  closing.push(() => rm(dataDir, { recursive: true }));
  const ports = [await freePort(), await freePort()];
  const start = (port: number) =>
    startService({
      dataDir,
      databaseUrl,
      port,
      program: join(import.meta.dirname, 'conversation-service.ts'),
      settings: { DRAIN_SECONDS: '2' },
    });
  const nodes: ServiceProcess[] = [];
  for (const port of ports) nodes.push(await start(port));
  closing.push(() => Promise.all(nodes.map((node) => node.kill())));
  const database = await openDatabase({ databaseUrl, dataDir, log: silentLog });
  closing.push(() => database.close());
  const limits = setInterval(() => void forgetRateLimits(database.db), 500);
  closing.push(() => clearInterval(limits));
  const proxy = await openReverseProxy(nodes.map(({ url }) => url));
  closing.push(() => proxy.close());

  const client = createClient(proxy.url, CALLERS);
  const accounts = await Promise.all(Array.from({ length: CALLERS }, () => client.signUp()));
  await client.close();
  const [talker] = accounts as [Account];
  const agentId = await openAgent(proxy.url, talker, { flow: FLOW });
  const live = await openLiveCaller({ url: proxy.url, agentId, key: talker.key });
  const { conversationId } = live;

  const whole = await Promise.all(PATHS.map((path) => call(`${proxy.url}${path}`, talker)));
  let isOver = false;
  const calling = accounts.map((account, i) =>
    callUntil(() => isOver, { url: proxy.url, account, first: i }),
  );
  for (const [i, port] of ports.entries()) {
    await sleep(500);
    await nodes[i]?.stop();
    await sleep(500);
    nodes[i] = await start(port);
    await sleep(1_000);
  }
  isOver = true;
  const answers = (await Promise.all(calling)).flat();
  // Whoever says the same gets the same sound.
  assert.deepEqual([...new Set(answers)].sort(), whole);
  assert.ok(answers.length > 100, `${answers.length} calls`);

  assert.equal((await live.closed).code, 1001);
  const query = { conversation_id: conversationId };
  const again = await openLiveCaller({ url: proxy.url, agentId, key: talker.key, query });
  assert.equal(again.all('conversation')[0]?.resumed, true);
  await again.hangUp();

  assert.deepEqual(await verifyLedger(database.db), []);
  const { rows } = await sql<{ status: string; charges: number }>`
    SELECT status, count(*)::int AS charges FROM charges GROUP BY status`.execute(database.db);
  assert.deepEqual(rows, [{ status: 'settled', charges: answers.length + whole.length }]);
});

type Calls = { url: string; account: Account; first: number };

/** What each caller got, one call after the other. */
async function callUntil(isOver: () => boolean, { url, account, first }: Calls): Promise<string[]> {
  const answers: string[] = [];
  for (let i = first; !isOver(); i += 1) {
    answers.push(await call(`${url}${PATHS[i % PATHS.length]}`, account));
    await sleep(PAUSE_MS);
  }
  return answers;
}

async function call(url: string, { key }: Account): Promise<string> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: TEXT, voice_id: 'af_heart' }),
    });
    const bytes = await response.arrayBuffer();
    if (response.status !== 200) return `${response.status} ${Buffer.from(bytes).toString().slice(0, 200)}`;
    return `${bytes.byteLength} bytes of ${new URL(url).pathname}`;
  } catch (error) {
    return `broken: ${error instanceof Error ? error.cause : error}`;
  }
}
