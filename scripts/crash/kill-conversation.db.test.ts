import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { askedOf } from '../../engines/language-model/testing/scripted-chat.ts';
import { message, sayingInPieces, streaming } from '../../engines/language-model/testing/streaming.ts';
import { expireReservations, verifyLedger } from '../../src/money/ledger/index.ts';
import { openDatabase, sql } from '../../src/platform/database/index.ts';
import { openEmptyDatabase, restoreMigratedFolder } from '../../src/platform/database/testing.ts';
import { silentLog } from '../../src/platform/log.ts';
import { type LiveCaller, openLiveCaller } from '../../tests/support/live-caller.ts';
import { type Account, createClient } from '../running-service/client.ts';
import { openAgent } from '../running-service/open-agent.ts';
import { type ServiceProcess, startService } from '../running-service/service-process.ts';

type KeptTurn = { number: number; transcript: string | null; reply: string; credits: number };
type Kept = { turns: KeptTurn[]; credits: number; settled: number; open: number };

/** The fake recogniser writes this for a tone of any length. */
const SAID = 'Hello there, General.';
const LATER_MS = 3_600_000;
/** 125 tokens. */
const PRICE_OF_100_WORDS = 10;

describe('a service that is killed in the middle of a conversation', () => {
  let dataDir: string;
  let databaseUrl: string | undefined;
  let drop = async (): Promise<void> => undefined;
  let chat: ChatServer;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vox-killed-'));
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

  const start = () =>
    startService({
      dataDir,
      databaseUrl,
      program: join(import.meta.dirname, 'conversation-service.ts'),
      settings: { LLM_BASE_URL: chat.baseUrl, LLM_MODEL: 'tiny' },
    });

  /** Reads what is kept while no service runs. Nothing may stay reserved for ever. */
  async function readKept(account: Account, conversationId: string): Promise<Kept> {
    const database = await openDatabase({ databaseUrl, dataDir, log: silentLog });
    const { db } = database;
    try {
      const clock = { now: () => new Date(Date.now() + LATER_MS) };
      await expireReservations({ db, clock });
      assert.deepEqual(await verifyLedger(db), []);
      const { rows: turns } = await sql<KeptTurn>`
        SELECT number, transcript, reply, credits::int AS credits FROM conversation_turns
        WHERE conversation_id = ${conversationId} ORDER BY number`.execute(db);
      const { rows } = await sql<Omit<Kept, 'turns'>>`
        SELECT c.credits::int AS credits,
          (SELECT coalesce(sum(credits), 0)::int FROM charges WHERE account_id = c.account_id AND status = 'settled') AS settled,
          (SELECT count(*)::int FROM charges WHERE account_id = c.account_id AND status = 'reserved') AS open
        FROM conversations c WHERE id = ${conversationId} AND account_id = ${account.id}::uuid`.execute(db);
      const [whole] = rows;
      assert.ok(whole);
      return { turns, ...whole };
    } finally {
      await database.close();
    }
  }

  async function spentBy(account: Account): Promise<number> {
    const database = await openDatabase({ databaseUrl, dataDir, log: silentLog });
    const { rows } = await sql<{ credits: number }>`
      SELECT coalesce(sum(credits), 0)::int AS credits FROM charges
      WHERE account_id = ${account.id}::uuid AND status = 'settled'`
      .execute(database.db)
      .finally(() => database.close());
    return rows[0]?.credits ?? 0;
  }

  test('keeps what was paid and nothing else, and goes on where it was: hearing, thinking, speaking', async () => {
    let service: ServiceProcess = await start();
    const client = createClient(service.url, 2);
    const account = await client.signUp();
    await client.close();
    const agentId = await openAgent(service.url, account, { system_prompt: 'Be brief.' });
    let id = '';
    const connect = async (turns: number): Promise<LiveCaller> => {
      const query: Record<string, string> = id ? { conversation_id: id } : {};
      const caller = await openLiveCaller({ url: service.url, agentId, key: account.key, query });
      const [hello] = caller.all('conversation');
      assert.deepEqual([hello?.resumed, hello?.turns], [id !== '', turns]);
      id = caller.conversationId;
      return caller;
    };
    /** Returns what is left on the disk, after it was checked, and starts the service again. */
    const kill = async (caller: LiveCaller): Promise<KeptTurn[]> => {
      await service.kill();
      assert.equal((await caller.closed).code, 1_006);
      const { turns, credits, settled, open } = await readKept(account, id);
      const sum = turns.reduce((total, turn) => total + turn.credits, 0);
      assert.deepEqual({ credits, settled, open }, { credits: sum, settled: sum, open: 0 });
      service = await start();
      return turns;
    };

    chat.answer = sayingInPieces('Good', ' morning.');
    const first = await connect(0);
    await first.say(tone(0.6));
    assert.equal((await first.next('turn')).reply, 'Good morning.');

    const hearing = first.say(tone(60));
    hearing.catch(() => undefined);
    await first.next('speech_started');
    const heard = await kill(first);
    assert.deepEqual(
      heard.map(({ transcript, reply }) => [transcript, reply]),
      [[SAID, 'Good morning.']],
    );

    chat.answer = () => undefined;
    const second = await connect(1);
    await second.say(tone(0.6));
    const { credits: heardCredits } = await second.next('transcript');
    const thought = await kill(second);
    assert.deepEqual(thought.slice(0, 1), heard);
    assert.deepEqual(thought.slice(1), [{ number: 2, transcript: SAID, reply: '', credits: heardCredits }]);

    chat.answer = streaming([message({ content: 'One sentence. And another that' })], () => undefined);
    const third = await connect(2);
    await third.say(tone(0.6));
    const audio = await third.next('audio');
    assert.deepEqual(
      audio.words.map(({ text }) => text),
      ['One', 'sentence'],
    );
    const spoken = await kill(third);
    assert.deepEqual(spoken.slice(0, 2), thought);
    assert.equal(spoken[2]?.reply.trim(), 'One sentence.');
    const [transcript] = third.all('transcript');
    const thinking = (spoken[2]?.credits ?? 0) - (transcript?.credits ?? 0) - 'One sentence.'.length;
    assert.ok(thinking > 0, 'the model wrote what was told');

    chat.answer = sayingInPieces('Welcome', ' back.');
    const fourth = await connect(3);
    await fourth.say(tone(0.6));
    assert.equal((await fourth.next('turn')).number, 4);
    assert.deepEqual(
      askedOf(chat)
        .at(-1)
        ?.slice(1)
        .map(({ content }) => content?.trim()),
      [SAID, 'Good morning.', SAID, SAID, 'One sentence.', SAID],
    );
    fourth.send({ type: 'end' });
    assert.equal((await fourth.next('ended')).reason, 'ended_by_client');
    await service.stop();
    const { turns, credits, settled, open } = await readKept(account, id);
    const sum = turns.reduce((total, turn) => total + turn.credits, 0);
    assert.deepEqual({ credits, settled, open }, { credits: sum, settled: sum, open: 0 });
    assert.deepEqual(turns.slice(0, 3), spoken);
  });

  test('takes the price of text that was sent, though its answer had not ended: event stream, Realtime', async () => {
    const service = await start();
    const client = createClient(service.url, 2);
    const account = await client.signUp();
    const other = await client.signUp();
    await client.close();
    chat.answer = streaming([message({ content: 'word '.repeat(100) })], () => undefined);
    const agentId = await openAgent(service.url, account);
    const headers = { authorization: `Bearer ${account.key}`, 'content-type': 'application/json' };
    const begun = await fetch(`${service.url}/api/v1/agents/${agentId}/conversations`, {
      method: 'POST',
      headers,
    });
    const { id } = (await begun.json()) as { id: string };
    const streamed = await fetch(`${service.url}/api/v1/conversations/${id}/turns`, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream' },
      body: JSON.stringify({ text: 'Hello' }),
    });
    assert.ok(streamed.body);
    let told = '';
    const reader = streamed.body.pipeThrough(new TextDecoderStream()).getReader();
    while (!told.includes('reply_text')) told += (await reader.read()).value ?? assert.fail(told);
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/v1/realtime`, {
      headers: { authorization: `Bearer ${other.key}` },
    });
    const delta = Promise.withResolvers<void>();
    socket.on('message', (data) => {
      if (String(data).includes('response.output_text.delta')) delta.resolve();
    });
    socket.on('error', delta.reject);
    await once(socket, 'open');
    socket.send(JSON.stringify({ type: 'response.create', response: { output_modalities: ['text'] } }));
    await delta.promise;
    await Promise.all([service.kill(), once(socket, 'close')]);
    await reader.cancel().catch(() => undefined);
    const { turns, credits, settled, open } = await readKept(account, id);
    assert.deepEqual({ credits, open }, { credits: settled, open: 0 });
    assert.equal(turns[0]?.credits, settled);
    assert.ok(settled >= PRICE_OF_100_WORDS, String(settled));
    assert.ok((await spentBy(other)) >= PRICE_OF_100_WORDS);
  });
});

function tone(seconds: number): Float32Array {
  return Float32Array.from(
    { length: seconds * 16_000 },
    (_, i) => 0.3 * Math.sin((2 * Math.PI * 220 * i) / 16_000),
  );
}
