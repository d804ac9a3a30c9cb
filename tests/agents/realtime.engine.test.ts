import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encodePcm16 } from '../../engines/codec/index.ts';
import { createResampler, joinSamples } from '../../engines/dsp/index.ts';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { calling, sayingInPieces } from '../../engines/language-model/testing/streaming.ts';
import { realSpeech } from '../../engines/speech/testing/real-speech.ts';
import { realTranscription } from '../../engines/transcription/testing/real-transcription.ts';
import { recorded } from '../../engines/transcription/testing/recordings.ts';
import { silence } from '../../engines/transcription/testing/spoken.ts';
import {
  createVoiceActivityEngine,
  findVoiceActivityWeights,
  type VoiceActivityEngine,
} from '../../engines/voice-activity/index.ts';
import { openClient } from '../../src/media/realtime/testing/open-client.ts';
import { openTlsFront } from '../../src/media/realtime/testing/tls-front.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openCustomer } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;

describe('a spoken Realtime session, with the real engines', () => {
  let service: TestService;
  let chat: ChatServer;
  let tls: Awaited<ReturnType<typeof openTlsFront>>;
  let activity: VoiceActivityEngine;
  before(async () => {
    const log = silentLog;
    const [speech, transcription] = await Promise.all([realSpeech(), realTranscription()]);
    activity = createVoiceActivityEngine({ weights: await findVoiceActivityWeights({ modelsDir }), log });
    chat = await openChatServer();
    service = await openTestService({ llm: chat.baseUrl, engines: { speech, transcription, activity } });
    tls = await openTlsFront(await listening(service));
  });
  after(async () => {
    await tls.close();
    await service.close();
    await Promise.all([activity.close(), chat.close()]);
  });

  test('hears, calls a function, answers in sound, is cancelled and truncated', async () => {
    const { apiKey, figures } = await openCustomer(service);
    const client = await openClient(tls.port, apiKey);
    const tools = [
      { type: 'function', name: 'keys', description: 'Where keys are.', parameters: {} } as const,
    ];
    const input = { transcription: { language: 'en' }, turn_detection: { type: 'semantic_vad' } } as const;
    client.send({ type: 'session.update', session: { type: 'realtime', tools, audio: { input } } });
    await client.seen('session.updated');

    chat.answer = calling({ name: 'keys', arguments: {} });
    const said = await recorded('I left my keys on the kitchen table.', 'bm_george');
    const samples = joinSamples([silence(0.5), said, silence(3)]);
    client.say(encodePcm16(createResampler(16_000, 24_000).push(samples)));
    const { item } = await client.seen('response.output_item.done');
    assert.ok(item.type === 'function_call' && item.status === 'completed');
    const { transcript } = await client.seen('conversation.item.input_audio_transcription.completed');
    assert.match(transcript, /keys on the kitchen table/iu);
    await client.seen('response.done');

    chat.answer = sayingInPieces('They are in the kitchen, ', 'next to the bread.');
    const output = { type: 'function_call_output', call_id: item.call_id ?? '', output: '{}' } as const;
    client.send({ type: 'conversation.item.create', item: output });
    client.send({ type: 'response.create' });
    const { response } = await client.seen('response.done', 2);
    assert.equal(response.status, 'completed', JSON.stringify(response.status_details));
    const seconds = client.sound().length / 48_000;
    assert.ok(seconds > 1.5 && seconds < 6, `${seconds} s of sound`);
    const spoken = await client.seen('response.output_audio_transcript.done');
    assert.equal(spoken.transcript, 'They are in the kitchen, next to the bread.');

    const { item_id } = spoken;
    client.send({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: 900_000 });
    const truncated = await client.seen('conversation.item.truncated');
    assert.ok(Math.abs(truncated.audio_end_ms - seconds * 1_000) < 50, `${truncated.audio_end_ms} ms`);
    client.send({ type: 'conversation.item.truncate', item_id, content_index: 0, audio_end_ms: 700 });
    client.send({ type: 'conversation.item.retrieve', item_id });
    const { item: kept } = await client.seen('conversation.item.retrieved');
    assert.ok(kept.type === 'message' && kept.role === 'assistant');
    const words = kept.content[0]?.transcript ?? '';
    assert.ok(words.startsWith('They are') && !words.includes('bread'), words);

    chat.answer = sayingInPieces('This goes on. ', 'It is a very long answer. '.repeat(20));
    client.send({ type: 'response.create' });
    await client.seen('response.output_audio_transcript.delta', 3);
    client.send({ type: 'response.cancel' });
    assert.equal((await client.seen('response.done', 3)).response.status, 'cancelled');
    await client.close();
    assert.ok((await figures()).credits.used > 0);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
