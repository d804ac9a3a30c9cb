import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DomainError } from '../../../src/platform/errors.ts';
import type { SpeechChunk, SpeechEngine, SynthesisRequest } from '../types.ts';

/** The contract of every speech engine. Run it against each implementation. */
export function speechEngineContract(
  name: string,
  subject: { create(): Promise<SpeechEngine>; sample: SynthesisRequest },
): void {
  describe(`${name} keeps the contract of a speech engine`, () => {
    let engine: SpeechEngine;
    let chunks: SpeechChunk[];
    before(async () => {
      engine = await subject.create();
      chunks = await collect(engine, subject.sample);
    });
    after(() => engine.close());

    const failsWith = (request: SynthesisRequest, code: string) =>
      assert.rejects(
        collect(engine, request),
        (error) => error instanceof DomainError && error.code === code,
      );

    test('serves a request that arrives before it is warm, and is ready afterwards', async () => {
      assert.ok(seconds(engine, chunks) > 0.2);
      assert.equal(engine.status(), 'ready');
      await engine.warm();
    });

    test('has voices with unique ids, each of a language that it speaks', () => {
      assert.equal(new Set(engine.voices.map(({ id }) => id)).size, engine.voices.length);
      for (const voice of engine.voices)
        assert.ok(engine.capabilities.languages.includes(voice.language), voice.id);
    });

    test('produces audible speech that does not clip', () => {
      for (const { samples } of chunks) {
        const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        assert.ok(peak > 0.02 && peak < 1, `peak ${peak}`);
      }
    });

    test('times each word: in order, within the audio, pointing at the text', () => {
      const { text } = subject.sample;
      const found: string[] = [];
      for (const { samples, words } of chunks) {
        let at = 0;
        for (const { start, end, startSample, endSample } of words) {
          assert.ok(at <= startSample && startSample < endSample && endSample <= samples.length);
          found.push(text.slice(start, end));
          at = endSample;
        }
      }
      assert.deepEqual(found, text.match(/[\p{L}\p{N}]+/gu));
    });

    test('produces the same audio for the same request', async () => {
      const again = () => collect(engine, subject.sample);
      assert.deepEqual(await Promise.all([again(), again()]), [chunks, chunks]);
    });

    test('refuses what it cannot speak before producing audio', async () => {
      await failsWith({ ...subject.sample, text: '… !!! 🎉' }, 'text_not_speakable');
      await failsWith({ ...subject.sample, voiceId: 'nobody' }, 'unknown_voice');
      await failsWith({ ...subject.sample, language: 'tlh' }, 'unsupported_language');
      await failsWith({ ...subject.sample, speed: 3 }, 'invalid_speed');
      await assert.rejects(engine.check({ ...subject.sample, text: '…' }), DomainError);
      assert.ok((await engine.check(subject.sample)).seconds > 0);
    });

    test('stops at once when aborted', async () => {
      const reason = new Error('the caller went away');
      const controller = new AbortController();
      const running = collect(engine, subject.sample, controller.signal);
      setImmediate(() => controller.abort(reason));
      await assert.rejects(running, reason);
      await assert.rejects(collect(engine, subject.sample, AbortSignal.abort(reason)), reason);
    });

    test('keeps to its deadline', async () => {
      const late = engine.synthesize(subject.sample, { deadlineMs: 1 });
      await assert.rejects(
        drain(late),
        (error) => error instanceof DomainError && error.kind === 'upstream_failed',
      );
    });
  });
}

export function collect(
  engine: SpeechEngine,
  request: SynthesisRequest,
  signal?: AbortSignal,
): Promise<SpeechChunk[]> {
  return drain(engine.synthesize(request, { signal }));
}

export function seconds(engine: SpeechEngine, chunks: readonly SpeechChunk[]): number {
  return chunks.reduce((sum, { samples }) => sum + samples.length, 0) / engine.capabilities.sampleRate;
}

async function drain(chunks: AsyncIterable<SpeechChunk>): Promise<SpeechChunk[]> {
  const read: SpeechChunk[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return read;
}
