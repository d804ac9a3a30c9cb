import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MouthTrack, Viseme } from '../types.ts';
import { trackFromAudio } from './track-from-audio.ts';

const RATE = 16_000;

/** A synthetic vowel: a hum of 120 Hz with falling overtones and two resonances in parallel. */
function vowel(seconds: number, first: number, second: number): Float32Array {
  const hum = new Float32Array(seconds * RATE);
  for (let i = 0; i < hum.length; i += 1)
    hum[i] = 0.9 * (hum[i - 1] ?? 0) + (i % Math.round(RATE / 120) === 0 ? 1 : 0);
  const one = resonated(hum, first);
  const other = resonated(hum, second);
  return one.map((value, i) => 0.3 * value + 0.1 * (other[i] ?? 0));
}

function resonated(signal: Float32Array, hertz: number): Float32Array {
  const radius = Math.exp((-Math.PI * 90) / RATE);
  const a1 = 2 * radius * Math.cos((2 * Math.PI * hertz) / RATE);
  const a2 = -radius * radius;
  const out = new Float32Array(signal.length);
  for (let i = 0; i < signal.length; i += 1)
    out[i] = (signal[i] ?? 0) + a1 * (out[i - 1] ?? 0) + a2 * (out[i - 2] ?? 0);
  const peak = out.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return out.map((value) => value / peak);
}

/** High-frequency noise: every second sample is negated. */
function hiss(seconds: number): Float32Array {
  let state = 1;
  return Float32Array.from({ length: seconds * RATE }, (_, i) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (i % 2 === 0 ? 0.2 : -0.2) * (0.5 + state / 2 ** 33);
  });
}

const silence = (seconds: number): Float32Array => new Float32Array(seconds * RATE);
const trackOf = (...parts: Float32Array[]): Promise<MouthTrack> =>
  trackFromAudio(Float32Array.from(parts.flatMap((part) => [...part])), RATE);
const at = ({ cues }: MouthTrack, seconds: number): Viseme | undefined =>
  cues.find(({ startSeconds, endSeconds }) => startSeconds <= seconds && seconds < endSeconds)?.viseme;

test('vowels open, spread and round the mouth according to their formants', async () => {
  const track = await trackOf(
    silence(0.4),
    vowel(0.4, 800, 1_200),
    vowel(0.4, 280, 2_300),
    vowel(0.4, 300, 800),
  );
  assert.equal(at(track, 0.2), 'sil');
  assert.equal(at(track, 0.6), 'aa');
  assert.equal(at(track, 1.0), 'ih');
  assert.equal(at(track, 1.4), 'ou');
});

test('a hiss shows the teeth', async () => {
  assert.equal(at(await trackOf(vowel(0.3, 500, 1_500), hiss(0.3), vowel(0.3, 500, 1_500)), 0.45), 'SS');
});

test('a short gap with a low burst is a lip closure at that time; a long gap is a pause', async () => {
  const track = await trackOf(vowel(0.3, 700, 1_100), silence(0.08), vowel(0.3, 700, 1_100), silence(0.5));
  const closure = track.cues.find(({ viseme }) => viseme === 'PP');
  assert.ok(closure && Math.abs((closure.startSeconds + closure.endSeconds) / 2 - 0.34) < 0.03);
  assert.equal(at(track, 1.0), 'sil');
});

test('cues are contiguous to the end and none flickers', async () => {
  const track = await trackOf(
    silence(0.2),
    vowel(0.33, 650, 1_700),
    hiss(0.11),
    vowel(0.27, 400, 900),
    silence(0.205),
  );
  let end = 0;
  for (const { startSeconds, endSeconds } of track.cues) {
    assert.ok(Math.abs(startSeconds - end) < 1e-9 && endSeconds - startSeconds >= 0.039);
    end = endSeconds;
  }
  assert.ok(Math.abs(end - track.durationSeconds) < 1e-9);
});

test('a quiet recording moves the mouth like a loud one, and silence does not move it', async () => {
  const loud = vowel(0.5, 800, 1_200);
  assert.equal(
    at(
      await trackOf(
        silence(0.3),
        loud.map((value) => value / 20),
        silence(0.3),
      ),
      0.5,
    ),
    'aa',
  );
  assert.deepEqual(
    (await trackOf(silence(1))).cues.map(({ viseme }) => viseme),
    ['sil'],
  );
});
