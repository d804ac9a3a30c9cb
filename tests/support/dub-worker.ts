import assert from 'node:assert/strict';
import {
  changedCharacters,
  type DubRequest,
  type DubScript,
  type DubVoice,
  speechKey,
} from '../../src/media/dubbing/index.ts';
import { listening } from './leave-early.ts';
import type { TestService } from './test-service.ts';

const RATE = 24_000;
/** Each clip lasts this long. */
const CLIP_SECONDS = 0.5;
/** It translates into English only. */
const CAPABILITIES = ['dub', 'translate:*-en', 'lipsync:vox-lips', 'lipsync:vox-visemes'];

export type DubJob = {
  jobId: string;
  request: DubRequest & { billed_seconds?: number };
  inputs: { name: string }[];
  script: DubScript;
  call(method: string, path: string, body: string | Uint8Array, type?: string): Promise<Response>;
  /** Hands over everything that the job asks for. `change` replaces parts of the result. */
  complete(change?: { product?: object; measured?: object; status?: number }): Promise<void>;
  fail(): Promise<void>;
};

/** A worker that dubs over HTTP: it hears, translates and speaks at once, and its sound is silence. */
export async function openDubWorker(
  service: Pick<TestService, 'app' | 'secrets'>,
  capabilities = CAPABILITIES,
) {
  const root = `http://127.0.0.1:${await listening(service)}/api/internal/workers`;
  const secret = { 'x-worker-secret': service.secrets.workerSecret };
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${root}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...secret, ...headers, 'content-type': 'application/json' },
    });
  const registered = await post('/register', { name: 'dubber', capabilities });
  const { worker_id: workerId } = (await registered.json()) as { worker_id: string };

  /** Null if there is no job. */
  async function begin(): Promise<DubJob | null> {
    const leased = await post(`/${workerId}/lease`, { wait_seconds: 0 });
    if (leased.status === 204) return null;
    const {
      job_id: jobId,
      lease_token: token,
      request,
      inputs,
    } = (await leased.json()) as {
      job_id: string;
      lease_token: string;
      request: DubJob['request'];
      inputs: { name: string }[];
    };
    const mine = { 'x-lease-token': token };
    const call: DubJob['call'] = (method, path, body, type = 'application/json') =>
      fetch(`${root}/jobs/${jobId}/${path}`, {
        method,
        body: typeof body === 'string' ? body : new Uint8Array(body),
        headers: { ...secret, ...mine, 'content-type': type },
      });
    const translated = translatedScript(request);
    const script = spokenScript(translated, request.target_language);
    return {
      jobId,
      request,
      inputs,
      script,
      call,
      async complete({ product, measured, status = 204 } = {}) {
        const isFilm = request.film.has_video;
        const files: [string, string][] = [
          isFilm ? ['film', 'video/mp4'] : ['wav', 'audio/wav'],
          ['captions', 'text/vtt'],
          ['speech', 'audio/wav'],
        ];
        for (const [name, type] of files) {
          const body = name === 'speech' ? speechFile(script) : Buffer.from(`the ${name} of ${jobId}`);
          const sent = await call('PUT', `outputs/${name}`, body, type);
          assert.ok(sent.ok, `${name}: ${sent.status} ${await sent.text()}`);
        }
        const seconds = secondsOf(request);
        const done = await call(
          'POST',
          'complete',
          JSON.stringify({
            outputs: files.map(([name, content_type]) => ({ name, content_type })),
            measured: { ...measuredFor(request, translated), ...measured },
            duration_seconds: seconds,
            product: { script, seconds, translated_by: 'test', lips: null, ...product },
          }),
        );
        assert.equal(done.status, status, await done.text());
      },
      async fail() {
        const failure = { error: 'It broke.', error_code: 'broken', final: true };
        assert.ok((await call('POST', 'fail', JSON.stringify(failure))).ok);
      },
    };
  }

  return {
    begin,
    /** Runs one job, which must be there. */
    async work(change: Parameters<DubJob['complete']>[0] = {}): Promise<DubJob> {
      const job = await begin();
      assert.ok(job, 'there is no job');
      await job.complete(change);
      return job;
    },
    heartbeat: () => post('/register', { name: 'dubber', capabilities }),
  };
}

function secondsOf({ film, range }: DubRequest): number {
  return range ? range.to - range.from : film.seconds;
}

function measuredFor(request: DubJob['request'], translated: DubScript) {
  const rendered = request.film.has_video && (request.lip_sync || request.fit === 'picture');
  const seconds = secondsOf(request);
  const isTimed = request.given?.lines.every(({ time }) => time) ?? false;
  return {
    stt_second: request.script || isTimed ? 0 : seconds,
    tts_character: changedCharacters(translated, request.target_language),
    video_second: rendered ? Math.min(seconds, request.billed_seconds ?? seconds) : 0,
  };
}

/** Two people who say a sentence each. */
function heardScript({ given, target_language: target, source_language: source }: DubRequest): DubScript {
  const said = given?.lines.map(({ text }) => text) ?? ['Hola a todos.', 'Buenos días.'];
  const speakers = ['a', 'b'].map((id) => ({
    id,
    name: `Speaker ${id}`,
    seconds: 1,
    print: printOf(id),
    voice: null,
  }));
  const lines = said.map((text, i) => {
    const time = given?.lines[i]?.time ?? { start: i, end: i + 0.9 };
    const isTarget = given?.language === target;
    return {
      id: `line_${i + 1}`,
      speaker_id: i % 2 === 0 ? 'a' : 'b',
      speaker_unsure: i === 1,
      ...time,
      source: isTarget ? null : text,
      translation: isTarget ? text : null,
      unknown_words: [],
      spoken: null,
    };
  });
  return { source_language: given?.language ?? source ?? 'es', speakers, lines };
}

function printOf(id: string): number[] {
  return Array.from({ length: 128 }, (_, i) => (i === id.charCodeAt(0) - 97 ? 1 : 0));
}

function translatedScript(request: DubRequest): DubScript {
  const { speakers, lines, ...rest } = request.script ?? heardScript(request);
  const cast = (id: string): DubVoice => {
    if (request.voice) return { kind: 'chosen', ...request.voice };
    if (request.consent) return { kind: 'matched', speaker: { of: id }, score: 0.9 };
    return { kind: 'nearest', voice_id: id === 'a' ? 'af_heart' : 'am_adam' };
  };
  return {
    ...rest,
    speakers: speakers.map((speaker) => ({
      ...speaker,
      print: speaker.print ?? printOf(speaker.id),
      voice: speaker.voice ?? cast(speaker.id),
    })),
    lines: lines.map((line) => ({
      ...line,
      translation: line.translation ?? `${line.source} (${request.target_language})`,
    })),
  };
}

/** The clips lie one after the other. */
function spokenScript(script: DubScript, target: string): DubScript {
  const voices = new Map(script.speakers.map(({ id, voice }) => [id, voice]));
  const lines = script.lines.map((line, i) => {
    const voice = voices.get(line.speaker_id);
    assert.ok(voice);
    const length = CLIP_SECONDS * RATE;
    const place = { start: line.start, end: line.start + CLIP_SECONDS, rate: 1, fit: 'as_spoken' as const };
    return { ...line, spoken: { key: speechKey(line, voice, target), offset: i * length, length, ...place } };
  });
  return { ...script, lines };
}

/** A WAV whose samples say which clip they are of. */
function speechFile({ lines }: DubScript): Buffer {
  const samples = lines.flatMap((_, i) => Array.from({ length: CLIP_SECONDS * RATE }, () => i + 1));
  const data = Buffer.from(Int16Array.from(samples).buffer);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
