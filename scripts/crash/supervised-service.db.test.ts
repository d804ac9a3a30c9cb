import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { sayingInPieces } from '../../engines/language-model/testing/streaming.ts';
import { superviseProcess } from '../../src/main/supervise-process.ts';
import { expireReservations, verifyLedger } from '../../src/money/ledger/index.ts';
import { openDatabase, sql } from '../../src/platform/database/index.ts';
import { openEmptyDatabase, restoreMigratedFolder } from '../../src/platform/database/testing.ts';
import { silentLog } from '../../src/platform/log.ts';
import { testLog } from '../../src/platform/testing/test-log.ts';
import { until } from '../../src/platform/testing/until.ts';
import { createClient } from '../running-service/client.ts';
import { childrenOf } from '../running-service/processes.ts';
import { environmentOf, freePort } from '../running-service/service-process.ts';

const PROGRAM = join(import.meta.dirname, 'conversation-service.ts');
const LATER_MS = 3_600_000;

describe('a supervised service that is killed while it works', () => {
  let dataDir: string;
  let databaseUrl: string | undefined;
  let drop = async (): Promise<void> => undefined;
  let chat: ChatServer;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vox-supervised-'));
    const adminUrl = process.env.TEST_DATABASE_URL;
    if (adminUrl) ({ url: databaseUrl, drop } = await openEmptyDatabase(adminUrl));
    else await restoreMigratedFolder(dataDir);
    chat = await openChatServer();
  });
  after(async () => {
    await chat.close();
    await drop();
    await rm(dataDir, { recursive: true });
  });

  test('runs again on the same port and data, and nothing stays reserved or is charged', async (t) => {
    const signals = new EventEmitter();
    t.after(() => signals.emit('SIGTERM', 'SIGTERM'));
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const settings = { LLM_BASE_URL: chat.baseUrl, LLM_MODEL: 'tiny' };
    const ended = superviseProcess({
      program: PROGRAM,
      args: [],
      env: environmentOf({ dataDir, databaseUrl, settings }, port),
      log: testLog,
      signals,
      pauseMs: () => 0,
    });
    const live = () =>
      until(() =>
        fetch(`${url}/api/live`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
    const pidOf = async () =>
      (await childrenOf(process.pid)).find(({ command }) => command.includes(PROGRAM))?.pid ?? 0;
    await live();
    const client = createClient(url, 2);
    const { key, id } = await client.signUp();
    await client.close();
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const reply = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await reply.json()) as { id: string; reply?: string };
    };
    const prompt = {
      name: 'Anna',
      voice_id: 'af_heart',
      language: 'en',
      disclosure: 'none',
      system_prompt: 'Be brief.',
    };
    const agent = await post('/api/v1/agents', prompt);
    const say = async () => {
      const { id: opened } = await post(`/api/v1/agents/${agent.id}/conversations`, {});
      return post(`/api/v1/conversations/${opened}/turns`, { text: 'Hello.' });
    };

    chat.answer = () => undefined;
    const asked = chat.received.length;
    const lost = assert.rejects(say());
    await until(() => chat.received.length > asked);
    const pid = await pidOf();
    process.kill(pid, 'SIGKILL');
    await lost;
    await live();
    assert.notEqual(await pidOf(), pid);

    chat.answer = sayingInPieces('Good', ' morning.');
    const answer = await say();
    assert.equal(answer.reply?.trim(), 'Good morning.', JSON.stringify(answer));
    signals.emit('SIGTERM', 'SIGTERM');
    assert.equal(await ended, 0);
    assert.equal(await pidOf(), 0);

    const { db, close } = await openDatabase({ databaseUrl, dataDir, log: silentLog });
    try {
      await expireReservations({ db, clock: { now: () => new Date(Date.now() + LATER_MS) } });
      assert.deepEqual(await verifyLedger(db), []);
      const { rows } = await sql<{ status: string; credits: number }>`
        SELECT status, credits::int AS credits FROM charges WHERE account_id = ${id}::uuid
          AND status IN ('settled', 'reserved')`.execute(db);
      assert.ok(rows.length > 0 && rows.every(({ status }) => status === 'settled'), JSON.stringify(rows));
    } finally {
      await close();
    }
  });
});
