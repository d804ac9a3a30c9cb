import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createOpenAI } from '@ai-sdk/openai';
import { generateSpeech, transcribe } from 'ai';
import OpenAI, { toFile } from 'openai';
import { assembleKokoro, createKokoroEngine, type KokoroEngine } from '../../engines/speech/index.ts';
import { realTranscription } from '../../engines/transcription/testing/real-transcription.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { openCustomer } from '../support/customer.ts';
import { postForm } from '../support/post-form.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
/** The sentence is so clear that the small recogniser is sure of the language. */
const TEXT = 'She left her keys on the kitchen table.';
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

describe('speech and transcription over HTTP, with the real engines', () => {
  let service: TestService;
  let speech: KokoroEngine;
  before(async () => {
    await assembleKokoro({ modelsDir });
    // The suite has an engine of its own, because it kills it.
    speech = createKokoroEngine({ modelsDir, processes: 1, log: silentLog });
    const transcription = await realTranscription();
    service = await openTestService({ engines: { speech, transcription } });
  });
  after(async () => {
    await service.close();
    await speech.close();
  });

  test('text → WAV → transcript: the same words, each step charged for what it was', async () => {
    const customer = await openCustomer(service);
    const spoken = await customer.speak({ text: TEXT });
    assert.equal(spoken.statusCode, 200, spoken.body);
    assert.equal((await customer.figures()).credits.used, TEXT.length);
    const transcript = await postForm(customer, '/api/v1/stt', { file: spoken.rawPayload });
    assert.equal(transcript.statusCode, 200, transcript.body);
    assert.deepEqual(wordsOf(transcript.json().text), wordsOf(TEXT));
    assert.equal((await customer.figures()).credits.used, TEXT.length + transcript.json().credits);
  });

  test('OpenAI’s client and the AI SDK do the same', async () => {
    const { apiKey } = await openCustomer(service);
    const baseURL = `${await service.app.listen({ host: '127.0.0.1', port: 0 })}/v1`;
    const openai = new OpenAI({ apiKey, baseURL, maxRetries: 0 });
    const speaking = {
      model: 'gpt-4o-mini-tts',
      voice: 'marin',
      input: TEXT,
      response_format: 'mp3',
    } as const;
    const mp3 = Buffer.from(await (await openai.audio.speech.create(speaking)).arrayBuffer());
    const file = await toFile(mp3, 'speech.mp3');
    const events = await openai.audio.transcriptions.create({
      model: 'gpt-4o-transcribe',
      file,
      stream: true,
    });
    let text = '';
    for await (const event of events) if (event.type === 'transcript.text.done') text = event.text;
    assert.deepEqual(wordsOf(text), wordsOf(TEXT));

    const sdk = createOpenAI({ apiKey, baseURL });
    const { audio } = await generateSpeech({ model: sdk.speech('tts-1'), text: TEXT, voice: 'cedar' });
    const transcript = await transcribe({ model: sdk.transcription('whisper-1'), audio: audio.uint8Array });
    assert.deepEqual(wordsOf(transcript.text), wordsOf(TEXT));
  });

  test('a speech process killed in the middle of a call: 502, everything released, and the next call speaks', async () => {
    const customer = await openCustomer(service);
    const busy = () => speech.stats().kokoro.processes.find(({ state }) => state === 'busy')?.pid;
    const call = customer.speak({ text: `${TEXT} Nobody has seen them for a week.` });
    await until(() => busy() !== undefined);
    process.kill(Number(busy()), 'SIGKILL');
    assertError(await call, 502);
    const { credits, creditBalanceCents } = await customer.figures();
    assert.deepEqual([credits.used, creditBalanceCents], [0, 0]);
    assert.equal((await customer.speak({ text: 'Hello.' })).statusCode, 200);
    assert.equal((await customer.figures()).credits.used, 'Hello.'.length);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
