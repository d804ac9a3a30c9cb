import assert from 'node:assert/strict';
import { createSoundDecoder, encodeWav, wavHeader } from '../../engines/codec/index.ts';
import { joinSamples } from '../../engines/dsp/index.ts';
import type { ChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { sayingInPieces } from '../../engines/language-model/testing/streaming.ts';
import { openClient } from '../../src/media/realtime/testing/open-client.ts';
import { openTlsFront } from '../../src/media/realtime/testing/tls-front.ts';
import { sql } from '../../src/platform/database/index.ts';
import { cloneVoice } from '../support/clone-voice.ts';
import type { Admin, Customer } from '../support/customer.ts';
import { type Dub, getDub, postDub } from '../support/dubs.ts';
import { finishedJob } from '../support/follow-job.ts';
import { listening } from '../support/leave-early.ts';
import { openLiveCaller } from '../support/live-caller.ts';
import { sound } from '../support/media-files.ts';
import { readZip } from '../support/read-zip.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { openSoundWorker } from '../support/sound-worker.ts';
import type { TestService } from '../support/test-service.ts';
import { openVoiceWorker } from '../support/voice-worker.ts';

export type Kitchen = {
  service: TestService;
  customer: Customer;
  admin: Admin;
  chat: ChatServer;
  /** A recording of about six seconds without a mark, 16 kHz, and its words. */
  recording: { samples: Float32Array; text: string };
  /** Kept for other recipes: a film and a dub are made once. */
  once: Map<string, Promise<unknown>>;
};

/** Fetches a file with the sound of the route, in any format. */
export type Recipe = (kitchen: Kitchen) => Promise<Buffer>;

/** About eight seconds. Those who say the same share it through the cache. */
const TEXT =
  'Our garden has eleven apple trees, and in the summer we serve dinner under them every evening, with music and a fire in the yard.';
const SAID = { text: TEXT, voice_id: 'af_heart' };
const FLOW = { start: 'a', otherwise: TEXT, states: { a: { rules: [] } } };
const AGENT = { name: 'Anna', voice_id: 'af_heart', flow: FLOW, keep_audio: true };
const RATE = 24_000;

const post =
  (path: string, body: object): Recipe =>
  async ({ customer }) =>
    taken(await customer.byKey('POST', path, body));

const get =
  (path: string): Recipe =>
  async ({ customer }) =>
    taken(await customer.byKey('GET', path));

function taken(reply: { statusCode: number; body: string; rawPayload: Buffer }): Buffer {
  assert.ok(reply.statusCode === 200, `${reply.statusCode} ${reply.body.slice(0, 300)}`);
  return reply.rawPayload;
}

function base64In({ audio }: { audio: string }): Buffer {
  return Buffer.from(audio, 'base64');
}

const asWav = (pcm: Buffer): Buffer => Buffer.concat([wavHeader(RATE, pcm.length), pcm]);

function shared<Made>(kitchen: Kitchen, name: string, make: () => Promise<Made>): Promise<Made> {
  const made = (kitchen.once.get(name) ?? make()) as Promise<Made>;
  kitchen.once.set(name, made);
  return made;
}

/** A dub of a recording, with a script that needs no translation. */
function dubbed(kitchen: Kitchen): Promise<Dub> {
  return shared(kitchen, 'dub', async () => {
    const script = `1\n00:00:00,200 --> 00:00:09,500\n${TEXT}\n`;
    const reply = await postDub(kitchen.customer, {
      file: sound(10),
      script,
      script_language: 'en',
      source_language: 'es',
    });
    assert.equal(reply.statusCode, 202, reply.body);
    const { dub_id: id, job_id: job } = reply.json<{ dub_id: string; job_id: string }>();
    const { status, error } = await finishedJob(kitchen.customer, job);
    assert.equal(status, 'completed', String(error));
    return getDub(kitchen.customer, id);
  });
}

/** The sound that came with the events of a reply. */
const turn: Recipe = async (kitchen) => {
  const { byKey } = kitchen.customer;
  const { id: agent } = (await byKey('POST', '/api/v1/agents', AGENT)).json();
  const { id } = (await byKey('POST', `/api/v1/agents/${agent}/conversations`)).json();
  const path = `/api/v1/conversations/${id}`;
  const events = await byKey('POST', `${path}/turns`, { text: 'Hello.' }, { accept: 'text/event-stream' });
  const pieces = [...events.body.matchAll(/^event: audio\ndata: (.*)$/gm)];
  const pcm = pieces.map(([, data = '']) => base64In(JSON.parse(data)));
  return asWav(Buffer.concat(pcm));
};

/** A live conversation with one reply: what was heard, and where it is kept. */
function called(kitchen: Kitchen): Promise<{ wav: Buffer; path: string }> {
  return shared(kitchen, 'call', async () => {
    const { service, customer } = kitchen;
    const { id } = (await customer.byKey('POST', '/api/v1/agents', AGENT)).json();
    const url = `http://127.0.0.1:${await listening(service)}`;
    const query = { output: 'pcm_24000' };
    const caller = await openLiveCaller({ url, agentId: id, key: customer.apiKey, query, microphone: false });
    const decode = createSoundDecoder('pcm_24000');
    const heard: Float32Array[] = [];
    caller.socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (isBinary) heard.push(decode(data));
    });
    caller.send({ type: 'text', text: 'Hello.' });
    await caller.next('turn');
    caller.send({ type: 'end' });
    await caller.closed;
    const wav = encodeWav([joinSamples(heard)], 16_000);
    return { wav, path: `/api/v1/conversations/${caller.conversationId}` };
  });
}

const film: Recipe = (kitchen) =>
  shared(kitchen, 'film', async () => {
    const reply = await kitchen.customer.byKey('POST', '/api/v1/avatar', { text: TEXT });
    assert.equal(reply.statusCode, 202, reply.body);
    const { job_id: id } = reply.json<{ job_id: string }>();
    const { status, error } = await finishedJob(kitchen.customer, id);
    assert.equal(status, 'completed', String(error));
    return get(`/api/v1/jobs/${id}/output`)(kitchen);
  });

/** A voice that a worker speaks with an engine of its own. */
const remoteSpeech: Recipe = async (kitchen) => {
  const { service, customer, recording } = kitchen;
  const worker = await openVoiceWorker(service, { times: false });
  worker.sound = encodeWav([recording.samples], 16_000);
  try {
    const { id } = await cloneVoice(customer, { fields: { name: 'Ada', engine: 'xtts-v2' } });
    return await post('/api/v1/tts', { text: recording.text, voice_id: id })(kitchen);
  } finally {
    await worker.stop();
  }
};

const remoteSound =
  (kind: 'music' | 'sfx'): Recipe =>
  async (kitchen) => {
    const worker = await openSoundWorker(kitchen.service, [kind, `${kind}:other`]);
    const { samples } = kitchen.recording;
    worker.sound = encodeWav([joinSamples([samples, samples]).subarray(0, 6 * 16_000)], 16_000);
    try {
      return await post(`/api/v1/${kind}`, { prompt: 'rain', seconds: 6, model: 'other' })(kitchen);
    } finally {
      await worker.crash();
    }
  };

/** Every operation of the document that answers with sound, or with a film. */
export const OPERATIONS: Record<string, Recipe> = {
  'POST /api/v1/tts': post('/api/v1/tts', { ...SAID, format: 'wav' }),
  'POST /api/v1/tts/stream': post('/api/v1/tts/stream', { ...SAID, format: 'mp3' }),
  'POST /api/v1/tts/with-timestamps': async (kitchen) =>
    base64In(
      JSON.parse((await post('/api/v1/tts/with-timestamps', { ...SAID, format: 'aac' })(kitchen)).toString()),
    ),
  'POST /v1/audio/speech': post('/v1/audio/speech', {
    model: 'kokoro-82m',
    input: TEXT,
    voice: 'af_heart',
    response_format: 'opus',
  }),
  'POST /api/v1/generate': async (kitchen) =>
    base64In((await kitchen.customer.byKey('POST', '/api/v1/generate', SAID)).json().data),
  'GET /api/v1/history/{id}/audio': async (kitchen) => {
    const { headers } = await kitchen.customer.byKey('POST', '/api/v1/tts', { ...SAID, format: 'flac' });
    return get(`/api/v1/history/${headers['x-history-id']}/audio`)(kitchen);
  },
  'GET /api/v1/voices/{id}/preview': get('/api/v1/voices/bf_emma/preview'),
  'POST /api/voices/design/preview': post('/api/voices/design/preview', {
    prompt: 'A calm woman with a low voice.',
    preview_text: TEXT,
  }),
  'GET /api/v1/voices/community/{id}/preview': async (kitchen) => {
    const { service, customer } = kitchen;
    await sql`INSERT INTO seller_verifications (account_id, legal_name, country, document_id, status, requested_at, decided_at)
      VALUES (${customer.accountId}, 'Ada', 'GB', 'P1', 'verified', now(), now())`.execute(service.db);
    const clone = await giveVoice(service, customer);
    const offer = { title: 'Warm narrator', consent: true };
    const published = await customer.byKey('POST', `/api/voices/clone/${clone}/publish`, offer);
    const { listing } = published.json<{ listing: { id: string } }>();
    return get(`/api/v1/voices/community/${listing.id}/preview`)(kitchen);
  },
  'POST /api/v1/music': async (kitchen) => {
    const made = { prompt: 'calm piano with strings', seconds: 6, stems: true, format: 'wav' };
    const files = readZip(await post('/api/v1/music', made)(kitchen));
    const stem = [...files].find(([name]) => /chords/.test(name));
    return stem?.[1] ?? assert.fail(`no stem among ${[...files.keys()]}`);
  },
  'GET /api/admin/listening-test/{sample}/marked': async ({ admin }) =>
    taken(await admin.call('GET', '/api/admin/listening-test/speech-woman/marked')),
  'GET /api/v1/music/{name}/preview': get('/api/v1/music/jazz-trio/preview'),
  'POST /api/v1/sfx': post('/api/v1/sfx', { prompt: 'heavy rain', seconds: 6 }),
  'GET /api/v1/sfx/{kind}/preview': get('/api/v1/sfx/rain/preview'),
  'POST /api/v1/conversations/{id}/turns': turn,
  'GET /api/v1/conversations/{id}/turns/{turn}/reply-audio': async (kitchen) => {
    const { path } = await called(kitchen);
    const { turns } = (await kitchen.customer.byKey('GET', path)).json();
    const { pathname } = new URL(turns[0].audio_url);
    return get(pathname)(kitchen);
  },
  'GET /api/v1/jobs/{id}/output': film,
  'GET /api/v1/dub/{id}/output': async (kitchen) =>
    get(`/api/v1/dub/${(await dubbed(kitchen)).id}/output`)(kitchen),
  'GET /api/v1/dub/{id}/lines/{line_id}/clip': async (kitchen) => {
    const { id, lines } = await dubbed(kitchen);
    return get(`/api/v1/dub/${id}/lines/${lines[0]?.id}/clip`)(kitchen);
  },
  'GET /api/v1/dub/{id}/speakers/{speaker_id}/track': async (kitchen) => {
    const { id, speakers } = await dubbed(kitchen);
    return get(`/api/v1/dub/${id}/speakers/${speakers[0]?.id}/track`)(kitchen);
  },
};

/** What these answer with is marked, and neither signed nor in the registry. */
export const ONLY_MARKED: Record<string, string> = {
  'GET /api/admin/listening-test/{sample}/marked':
    'for administrators alone, and nothing but the mark may tell it from the other',
};

/** What these answer with was not made here, or cannot be heard. */
export const NOT_MADE_HERE: Record<string, string> = {
  'GET /api/admin/listening-test/{sample}/plain': 'a few fixed sounds, for administrators alone',
  'GET /api/account/export': 'a copy of what the customer has',
  'GET /api/v1/assets/{id}/file': 'what the customer uploaded, or another route’s output',
  'GET /api/v1/voices/clone/{id}/sample': 'a recording by the customer',
  'GET /api/v1/conversations/{id}/turns/{turn}/audio': 'what the caller said',
  'GET /api/internal/workers/jobs/{id}/checkpoint-file': 'spoken lines on their way between workers',
  'GET /api/internal/workers/jobs/{id}/adaptation': 'what a voice speaks through, which is no sound',
  'GET /api/internal/workers/jobs/{id}/speech': 'the engine’s speech for a worker, as in a film',
  'GET /api/internal/workers/jobs/{id}/inputs/{name}': 'what the customer uploaded',
  'POST /v1/audio/transcriptions': 'text',
  'POST /v1/audio/translations': 'text',
  'GET /api/v1/webhook-events': 'events without sound',
  'GET /api/v1/jobs/{id}/events': 'events without sound',
};

/** Every kind of job. Null: it leaves no sound. */
export const JOBS: Record<string, Recipe | null> = {
  video: film,
  dub: OPERATIONS['GET /api/v1/dub/{id}/output'] ?? null,
  speak: remoteSpeech,
  music: remoteSound('music'),
  sfx: remoteSound('sfx'),
  transcribe: null,
  inference: null,
  clone: null,
  design: null,
  remix: null,
};

/** Every route that is reached by a WebSocket. */
export const SOCKETS: Record<string, Recipe> = {
  '/api/v1/agents/:id/live': async (kitchen) => (await called(kitchen)).wav,
  '/v1/realtime': async ({ service, customer, chat }) => {
    chat.answer = sayingInPieces(TEXT);
    const tls = await openTlsFront(await listening(service));
    const client = await openClient(tls.port, customer.apiKey);
    const content = [{ type: 'input_text' as const, text: 'Tell me about the garden.' }];
    client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } });
    client.send({ type: 'response.create' });
    await client.seen('response.done');
    const pcm = client.sound();
    await client.close();
    await tls.close();
    return asWav(pcm);
  },
};

/** Not in the document, because assistants call it by a protocol of its own. */
export const TOOLS: Record<string, Recipe> = {
  'speak of MCP': async ({ customer }) => {
    const params = { name: 'speak', arguments: { ...SAID, format: 'wav' } };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const { result } = (await customer.byKey('POST', '/mcp', call)).json();
    const { data } = result.content.find(({ type }: { type: string }) => type === 'audio');
    return Buffer.from(data, 'base64');
  },
};
