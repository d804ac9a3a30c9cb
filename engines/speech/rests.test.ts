import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { joinSamples } from '../dsp/index.ts';
import { Rester, type Silences, withRest } from './rests.ts';
import type { Rest } from './sounds.ts';

function voice(silenceBefore: number, sound: number, silenceAfter: number): Float32Array {
  return Float32Array.from({ length: silenceBefore + sound + silenceAfter }, (_, i) =>
    i >= silenceBefore && i < silenceBefore + sound ? 0.5 : 0,
  );
}

const rested = (samples: Float32Array, restAfter: Rest, change: Partial<Silences> = {}, speed = 1) =>
  withRest(samples, { restAfter, ...change }, { sampleRate: 1_000, speed });

test('trims the silence of the model to a margin and adds a rest of known length', () => {
  const trimmed = rested(voice(500, 1_000, 700), 'none').samples.length;
  assert.ok(trimmed >= 1_000 && trimmed <= 1_070, `${trimmed}`);
  assert.equal(rested(voice(500, 1_000, 700), 'sentence').samples.length - trimmed, 320);
});

test('rests get shorter with speed, requested pauses do not', () => {
  const length = (restAfter: Rest, speed: number, change = {}) =>
    rested(voice(0, 100, 0), restAfter, change, speed).samples.length - 100;
  assert.equal(length('paragraph', 1) - length('none', 1), 650);
  assert.equal(length('paragraph', 2) - length('none', 2), 325);
  assert.equal(length('paragraph', 2, { pauseMs: 800, leadMs: 100 }) - length('none', 2), 900);
  assert.equal(length('paragraph', 2, { pauseMs: 0 }), length('none', 2));
});

test('returns where the voice is, and where it began in the audio of the model', () => {
  const { samples, voice: place } = rested(voice(500, 1_000, 700), 'sentence', { leadMs: 100 });
  assert.deepEqual(place, { start: 100, end: 1_159, from: 470 });
  assert.ok(samples.subarray(0, 130).every((sample) => sample === 0));
  assert.equal(samples[130], 0.5);
});

test('fades in and out, so that nothing clicks', () => {
  const { samples } = rested(voice(0, 100, 0), 'none');
  assert.equal(samples[0], 0);
  assert.equal(samples.at(-1), 0);
});

test('does not modify the samples of the model', () => {
  const samples = voice(0, 100, 0);
  rested(samples, 'none');
  assert.equal(samples[0], 0.5);
});

test('it makes no difference in which parts the audio comes, and no part waits for the end', () => {
  const stretch = fc.record({
    length: fc.integer({ min: 0, max: 90 }),
    level: fc.constantFrom(0, 0.001, 0.4),
  });
  fc.assert(
    fc.property(
      fc.array(stretch, { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 5 }),
      (stretches, sizes) => {
        const samples = Float32Array.from(
          stretches.flatMap(({ length, level }) => new Array<number>(length).fill(level)),
        );
        const options = { sampleRate: 1_000, speed: 1 };
        const silences = { restAfter: 'clause', leadMs: 20 } as const;
        const rester = new Rester(silences, options);
        const parts: Float32Array[] = [];
        for (let at = 0, i = 0; at < samples.length; i++) {
          const size = sizes[i % sizes.length] ?? 1;
          parts.push(rester.push(samples.subarray(at, at + size)));
          at += size;
        }
        parts.push(rester.finish());
        const whole = withRest(samples, silences, options);
        assert.deepEqual(joinSamples(parts), whole.samples);
        assert.deepEqual(rester.voice, whole.voice);
      },
    ),
  );
  const rester = new Rester({ restAfter: 'none' }, { sampleRate: 1_000, speed: 1 });
  assert.equal(rester.push(voice(100, 400, 0)).length, 30 + 400 - 5);
  assert.equal(rester.push(voice(0, 400, 0)).length, 400);
});
