import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DomainError } from '../../../src/platform/errors.ts';
import type { TranscriptionEngine, TranscriptionRequest } from '../types.ts';

/** The contract of every transcription engine. Run it against each implementation. */
export function transcriptionEngineContract(
  name: string,
  subject: {
    create(): Promise<TranscriptionEngine>;
    /** A second or more of clear English, and words that are in it. */
    sample(): Promise<{ samples: Float32Array; words: string[] }>;
  },
): void {
  describe(`${name} keeps the contract of a transcription engine`, () => {
    let engine: TranscriptionEngine;
    let sample: { samples: Float32Array; words: string[] };
    before(async () => {
      engine = await subject.create();
      sample = await subject.sample();
    });
    after(() => engine.close());

    const failsWith = (request: TranscriptionRequest, code: string) =>
      assert.rejects(
        engine.transcribe(request),
        (error) => error instanceof DomainError && error.code === code,
      );

    test('starts on the first request, and reports it', async () => {
      assert.equal(engine.status(), 'idle');
      const { text, language, model } = await engine.transcribe({ samples: sample.samples });
      for (const word of sample.words) assert.ok(text.toLowerCase().includes(word), text);
      assert.equal(language, 'en');
      assert.ok(engine.models.some(({ id, installed }) => id === model && installed));
      assert.equal(engine.status(), 'ready');
    });

    test('words and segments are in order, within the audio, and add up to the text', async () => {
      const { samples } = sample;
      const { text, segments, words } = await engine.transcribe({ samples, language: 'en' });
      assert.equal(segments.map((segment) => segment.text).join(' '), text);
      assert.equal(words.map(({ word }) => word).join(' '), text);
      let at = 0;
      for (const { start, end } of words) {
        assert.ok(
          start >= at - 0.011 && end >= start && end <= samples.length / 16_000 + 0.011,
          `${start} ${end}`,
        );
        at = end;
      }
    });

    test('supports at least 35 languages and rejects others before it transcribes', async () => {
      assert.ok(engine.languages.length >= 35);
      await failsWith({ samples: sample.samples, language: 'tlh' }, 'unsupported_language');
      assert.throws(() => engine.check({ language: 'xx' }), DomainError);
    });

    test('finds no speech in silence and in noise', async () => {
      await failsWith({ samples: new Float32Array(16_000) }, 'no_speech');
      const noise = Float32Array.from({ length: 32_000 }, (_, i) => 0.3 * Math.sin(i * i * 12.9898));
      await failsWith({ samples: noise, language: 'en' }, 'no_speech');
      await failsWith({ samples: new Float32Array(100) }, 'no_speech');
    });

    test('stops when aborted, keeps its deadline, and serves the next request', async () => {
      const { samples } = sample;
      const reason = new Error('the caller went away');
      const controller = new AbortController();
      const running = engine.transcribe({ samples }, { signal: controller.signal });
      setImmediate(() => controller.abort(reason));
      await assert.rejects(running, reason);
      await assert.rejects(
        engine.transcribe({ samples }, { deadlineMs: 1 }),
        (error) => error instanceof DomainError && error.kind === 'upstream_failed',
      );
      assert.ok((await engine.transcribe({ samples, language: 'en' })).text !== '');
    });
  });
}
