import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { type AskedMessage, answerBy, askedOf } from '../../engines/language-model/testing/scripted-chat.ts';
import { calling, sayingInPieces } from '../../engines/language-model/testing/streaming.ts';
import { realSpeech } from '../../engines/speech/testing/real-speech.ts';
import type { TranscriptionEngine } from '../../engines/transcription/index.ts';
import { clipsWithoutSpeech } from '../../engines/transcription/testing/clips.ts';
import { realTranscription } from '../../engines/transcription/testing/real-transcription.ts';
import { CALLER_LINES, CALLER_VOICE, recorded } from '../../engines/transcription/testing/recordings.ts';
import {
  createVoiceActivityEngine,
  findVoiceActivityWeights,
  type VoiceActivityEngine,
} from '../../engines/voice-activity/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { until } from '../../src/platform/testing/until.ts';
import { openCustomer } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { type LiveCaller, openLiveCaller } from '../support/live-caller.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;

const GARDEN =
  'Our garden has eleven apple trees, and in the summer we serve dinner under them every evening, with music and a fire in the yard when the nights get cold.';
const STILL_THERE = 'Are you still there?';

/** Answers by what the caller said, as far as it matters. */
function answerTo({ role, content }: AskedMessage): RequestListener {
  const said = content ?? '';
  if (role === 'tool')
    return sayingInPieces(/free/.test(said) ? 'There is a table at seven.' : 'Here it is.');
  if (/free table/i.test(said)) return calling({ name: 'find_table', arguments: { day: 'tomorrow' } });
  if (/menu/i.test(said)) return calling({ name: 'show_page', arguments: { page: 'menu' } });
  if (/a person/i.test(said))
    return calling({ name: 'hand_over', arguments: { reason: 'asked for one', say: 'One moment.' } });
  if (/apple trees|fresh water/i.test(said)) return sayingInPieces(...GARDEN.split(/(?<= )/));
  if (/how much/i.test(said)) return sayingInPieces('It is', ' twenty dollars.');
  if (/(four|4) people/i.test(said)) return sayingInPieces('A table for four.');
  if (/number/i.test(said)) return sayingInPieces('Thank you.');
  return sayingInPieces('At nine.');
}

describe('a live conversation, with real engines and a model that answers at once', () => {
  let service: TestService;
  let chat: ChatServer;
  let activity: VoiceActivityEngine;
  let url: string;
  /** While this waits, no words are known. */
  let words: Promise<void> = Promise.resolve();
  const tables = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ free: ['19:00'] }));
  });

  before(async () => {
    await new Promise<void>((resolve) => tables.listen(0, '127.0.0.1', resolve));
    chat = await openChatServer();
    answerBy(chat, answerTo);
    const speech = await realSpeech();
    activity = createVoiceActivityEngine({
      weights: await findVoiceActivityWeights({ modelsDir }),
      log: silentLog,
    });
    const real = await realTranscription();
    const transcription: TranscriptionEngine = {
      ...real,
      async transcribe(...given) {
        await words;
        return real.transcribe(...given);
      },
    };
    const outboundAllow = tablesAt();
    service = await openTestService({
      engines: { speech, transcription, activity },
      llm: chat.baseUrl,
      outboundAllow,
    });
    url = `http://127.0.0.1:${await listening(service)}`;
  });
  after(async () => {
    await service.close();
    await Promise.all([activity.close(), chat.close()]);
    tables.close();
  });

  const tablesAt = () => `127.0.0.1:${(tables.address() as AddressInfo).port}`;
  const line = (name: keyof typeof CALLER_LINES) => recorded(CALLER_LINES[name], CALLER_VOICE);

  async function openAgent(customer: Awaited<ReturnType<typeof openCustomer>>): Promise<string> {
    const agent = await customer.byKey('POST', '/api/v1/agents', {
      name: 'Anna',
      voice_id: 'af_heart',
      language: 'en',
      system_prompt: 'You are Anna.',
      first_message: 'Hello, this is Anna.',
      disclosure: 'none',
      tools: [
        {
          type: 'webhook',
          name: 'find_table',
          description: 'Finds a free table.',
          url: `http://${tablesAt()}/tables`,
        },
        { type: 'client', name: 'show_page', description: 'Shows a page.' },
      ],
    });
    assert.equal(agent.statusCode, 201, agent.body);
    return agent.json().id;
  }

  /** Says it, and waits until the reply was played and kept. */
  async function turn(caller: LiveCaller, sound: Float32Array) {
    await caller.say(sound);
    const { text } = await caller.next('transcript');
    const { heard } = await caller.next('reply_ended');
    return { said: text, heard, kept: await caller.next('turn') };
  }

  /** Everything sent before it was handled, when this resolves. */
  async function handled(caller: LiveCaller): Promise<void> {
    caller.send({ type: 'fence' });
    await caller.next('error', ({ error }) => error.code === 'invalid_message');
  }

  /** Begins to listen to a long reply. */
  async function listenToGarden(caller: LiveCaller, sound: Float32Array): Promise<number> {
    await caller.say(sound);
    await caller.next('transcript');
    const { reply } = await caller.next('audio');
    await until(() => caller.playedMs() > 800);
    return reply;
  }

  test('ten turns with all that happens on the telephone', async () => {
    const customer = await openCustomer(service);
    const agentId = await openAgent(customer);
    const shown: unknown[] = [];
    const tools = { show_page: (given: unknown) => ({ shown: shown.push(given) }) };
    const first = await openLiveCaller({ url, agentId, key: customer.apiKey, tools });

    const opening = await first.next('reply_ended');
    assert.deepEqual([opening.text, opening.heard], ['Hello, this is Anna.', 'Hello, this is Anna.']);

    const question = await turn(first, await line('question'));
    assert.match(question.said, /time do you open/i);
    assert.equal(question.heard, 'At nine.');

    const booking = await turn(first, await line('unfinished'));
    assert.match(booking.said, /table for.*(four|4) people on friday/i);
    assert.equal(booking.heard, 'A table for four.');

    // An interruption. No words are known before the server has heard how much was played.
    const garden = await listenToGarden(first, await recorded('The garden has eleven apple trees.'));
    const gate = Promise.withResolvers<void>();
    words = gate.promise;
    const interrupting = first.say(await line('interruption'));
    await first.next('stop', ({ reply }) => reply === garden);
    await handled(first);
    const played = first.reports.findLast(({ reply }) => reply === garden)?.ms ?? 0;
    gate.resolve();
    const cut = await first.next('reply_ended');
    assert.deepEqual([cut.text, cut.interrupted], [GARDEN, true]);
    assert.equal(cut.heard.replace(/\W$/, ''), playedOf(first, garden, played));
    assert.ok(cut.heard.length > 0 && cut.heard.length < GARDEN.length);
    assert.equal((await first.next('turn')).interrupted, true);
    await interrupting;
    assert.match((await first.next('transcript')).text, /how much/i);
    assert.equal((await first.next('reply_ended')).heard, 'It is twenty dollars.');
    const asked = askedOf(chat).findLast((messages) => /how much/i.test(messages.at(-1)?.content ?? ''));
    assert.deepEqual(asked?.at(-2), { role: 'assistant', content: cut.heard });
    await first.next('turn');

    // Agreement and noise. The reply goes on at the word, and neither costs anything.
    const again = await listenToGarden(first, await recorded('Bring some fresh water.'));
    const before = (await customer.figures()).credits.used;
    for (const sound of [await recorded('Yes.', 'am_adam'), hum()]) {
      const saying = first.say(sound);
      await first.next('stop', ({ reply }) => reply === again);
      await first.next('resume', ({ reply }) => reply === again);
      const stoppedAt = first.reports.findLast(({ reply }) => reply === again)?.ms ?? 0;
      assert.ok((await first.next('audio')).start_ms <= stoppedAt);
      await saying;
    }
    const resumed = await first.next('reply_ended');
    assert.deepEqual([resumed.interrupted, resumed.heard], [false, GARDEN]);
    await first.next('turn');
    assert.ok(first.all('noise').length > 0);
    assert.ok((await customer.figures()).credits.used - before <= GARDEN.length);

    const table = await turn(first, await line('availability'));
    assert.equal(table.heard, 'There is a table at seven.');
    assert.deepEqual(
      table.kept.tools.map(({ name, result, ok }) => [name, result, ok]),
      [['find_table', { free: ['19:00'] }, true]],
    );
    const menu = await turn(first, await line('menu'));
    assert.equal(menu.heard, 'Here it is.');
    assert.deepEqual(shown, [{ page: 'menu' }]);

    // The connection is lost. The caller comes back, and says nothing.
    const turnsSoFar = first.all('turn');
    await first.hangUp();
    const patience = { turn_taking: { idle_prompt: { after_seconds: 3, say: STILL_THERE } } };
    assert.equal((await customer.byKey('PATCH', `/api/v1/agents/${agentId}`, patience)).statusCode, 200);
    const query = { conversation_id: first.conversationId };
    const second = await openLiveCaller({ url, agentId, key: customer.apiKey, query });
    const [hello] = second.all('conversation');
    assert.deepEqual([hello?.resumed, hello?.conversation_id], [true, first.conversationId]);
    assert.equal((await second.next('reply_ended')).text, STILL_THERE);
    await second.next('turn');
    const present = await turn(second, await line('present'));
    assert.match(present.said, /still here/i);

    const digits = await turn(second, await line('digits'));
    assert.equal(digits.said.replaceAll(/\D/g, ''), '5550129876');

    await second.say(await line('person'));
    assert.match((await second.next('transcript')).text, /person/i);
    assert.equal((await second.next('reply_ended')).heard, 'One moment.');
    assert.equal((await second.next('ended')).reason, 'handed_over');
    assert.equal((await second.closed).code, 1_000);

    // No turn too many, none twice, each paid once.
    const transcripts = [...first.all('transcript'), ...second.all('transcript')];
    assert.equal(transcripts.length, 10);
    const whole = (await customer.byKey('GET', `/api/v1/conversations/${first.conversationId}`)).json<{
      turns: { turn: number; transcript: string | null; credits: number }[];
      credits: number;
      ended_reason: string;
    }>();
    assert.equal(whole.ended_reason, 'handed_over');
    assert.deepEqual(
      whole.turns.flatMap(({ transcript }) => transcript ?? []),
      transcripts.map(({ text }) => text),
    );
    const told = [...turnsSoFar, ...second.all('turn')].map(({ number, credits }) => [number, credits]);
    assert.deepEqual(
      whole.turns.map(({ turn, credits }) => [turn, credits]),
      told,
    );
    const spent = whole.turns.reduce((sum, { credits }) => sum + credits, 0);
    assert.equal(whole.credits, spent);
    assert.equal((await customer.figures()).credits.used, spent);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});

/** The words of a reply that were played to at least their half, by what the caller was sent and played. */
function playedOf(caller: LiveCaller, reply: number, ms: number): string {
  const words = caller.all('audio').flatMap((audio) => (audio.reply === reply ? audio.words : []));
  const last = words.findLast(({ start_ms, end_ms }) => (start_ms + end_ms) / 2 <= ms);
  return GARDEN.slice(0, last?.end ?? 0);
}

/** A bass, which the detector takes for a voice. It has no words. */
function hum(): Float32Array {
  const clip = clipsWithoutSpeech().find(({ name }) => name === 'slow bass line');
  assert.ok(clip);
  return clip.samples.slice(0, 3 * 16_000);
}
