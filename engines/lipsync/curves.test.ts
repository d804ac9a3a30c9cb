import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { widenClosures } from './closures.ts';
import { curvesOf } from './curves.ts';
import { type MouthTrack, VISEMES, type Viseme, type VisemeCue } from './types.ts';

/** Lips need about 40 ms to part by a centimetre. An f and a p of 10 ms each, one after the other, reach 25.9: the most that was found. */
const MOST_CHANGE_PER_SECOND = 26;

function trackOf(...parts: [viseme: Viseme, ms: number, stress?: number][]): MouthTrack {
  let at = 0;
  const cues = parts.map(([viseme, ms, stress = 0.5]): VisemeCue => {
    const startSeconds = at;
    at += ms / 1000;
    return { viseme, startSeconds, endSeconds: at, stress };
  });
  const loudness = new Float32Array(Math.ceil(at * 100)).fill(1);
  return { durationSeconds: at, cues: widenClosures(cues), loudness };
}

function weightOf(track: MouthTrack, viseme: Viseme, seconds: number): number {
  const weights = curvesOf(track).poseAt(seconds, new Float32Array(VISEMES.length));
  return weights[VISEMES.indexOf(viseme)] ?? 0;
}

const anyTrack = fc
  .array(
    fc.tuple(
      fc.constantFrom(...VISEMES),
      fc.integer({ min: 10, max: 400 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((parts) => trackOf(...parts));

test('a frame shows closed lips within 40 ms of every p, b and m, and the next frame shows them parting', () => {
  for (const fps of [24, 25, 30])
    for (const soundMs of [25, 50, 75, 125])
      for (let offsetMs = 0; offsetMs < 42; offsetMs += 1) {
        const track = trackOf(['sil', 200 + offsetMs], ['aa', 90, 1], ['PP', soundMs], ['aa', 90, 1]);
        const start = (290 + offsetMs) / 1000;
        const end = start + soundMs / 1000;
        const middles = Array.from({ length: 20 }, (_, i) => (i + 0.5) / fps);
        const near = middles.filter((at) => at >= start - 0.04 && at <= end + 0.04);
        const closed = Math.max(...near.map((at) => weightOf(track, 'PP', at)));
        const place = `${soundMs} ms at ${offsetMs} ms, ${fps} frames a second`;
        assert.ok(closed >= 0.97, `${closed} closed: ${place}`);
        const after = middles.find((at) => at - 0.5 / fps >= end) ?? 0;
        assert.ok(weightOf(track, 'PP', after) <= 0.5, `${weightOf(track, 'PP', after)} after: ${place}`);
      }
});

test('a closure overrides its neighbours in any position', () => {
  fc.assert(
    fc.property(anyTrack, (track) => {
      // One of 50 ms before which lips rest is not widened, and reaches 0.8908.
      for (const { viseme, startSeconds, endSeconds } of track.cues)
        if (viseme === 'PP') assert.ok(weightOf(track, 'PP', (startSeconds + endSeconds) / 2) >= 0.89);
    }),
    { numRuns: 60, examples: [[trackOf(['PP', 50], ['sil', 10])]] },
  );
});

test('weights sum to 1 and never change faster than a mouth can', () => {
  fc.assert(
    fc.property(anyTrack, (track) => {
      const curves = curvesOf(track);
      let before = curves.poseAt(-0.1, new Float32Array(VISEMES.length));
      for (let seconds = -0.099; seconds < track.durationSeconds + 0.1; seconds += 0.001) {
        const now = curves.poseAt(seconds, new Float32Array(VISEMES.length));
        assert.ok(Math.abs(now.reduce((sum, weight) => sum + weight, 0) - 1) < 1e-5);
        for (const [v, weight] of now.entries()) {
          const change = Math.abs(weight - (before[v] ?? 0)) / 0.001;
          assert.ok(change <= MOST_CHANGE_PER_SECOND, `${VISEMES[v]} changes ${change} a second`);
        }
        before = now;
      }
    }),
    { numRuns: 40, examples: [[trackOf(['kk', 147, 0], ['FF', 10, 0], ['PP', 10, 0])]] },
  );
});

test('a silent mouth rests before, between and after sounds', () => {
  const track = trackOf(['sil', 400], ['aa', 200, 1], ['sil', 600], ['ou', 150, 1], ['sil', 400]);
  for (const seconds of [-1, 0, 0.2, 0.9, 1.6, 9]) assert.ok(weightOf(track, 'sil', seconds) > 0.98);
});

test('lips round before the sound that needs rounding starts', () => {
  const track = trackOf(['sil', 200], ['kk', 120], ['ou', 150, 1], ['sil', 300]);
  assert.ok(weightOf(track, 'ou', 0.3) > 0.3);
});

test('a short, unstressed vowel opens the mouth less than a long, stressed one', () => {
  const light = trackOf(['sil', 300], ['nn', 60], ['aa', 40, 0.1], ['nn', 60], ['sil', 300]);
  const full = trackOf(['sil', 300], ['nn', 60], ['aa', 160, 1], ['nn', 60], ['sil', 300]);
  assert.ok(weightOf(light, 'aa', 0.38) < 0.6 * weightOf(full, 'aa', 0.44));
});

test('two tongue sounds between open vowels do not close the mouth', () => {
  const track = trackOf(['aa', 120, 1], ['DD', 50], ['aa', 120, 1], ['kk', 50], ['aa', 120, 1]);
  for (let seconds = 0.06; seconds < 0.4; seconds += 0.01) assert.ok(weightOf(track, 'aa', seconds) > 0.25);
});
