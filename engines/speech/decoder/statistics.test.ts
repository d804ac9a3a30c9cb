import assert from 'node:assert/strict';
import { test } from 'node:test';
import { curvesOf, FRAME_SIZE, statisticsOf } from './statistics.ts';

test('curves give the pitch on a log scale around 170 Hz, and nothing where it is unvoiced', () => {
  const curves = curvesOf(Float32Array.of(170, 340, 0), Float32Array.of(5, 0, 10));
  const expected = [0, 1, 1, 2 * Math.LN2, 1, 0, 0, 0, 2];
  for (const [i, value] of curves.entries()) assert.ok(Math.abs(value - (expected[i] ?? 0)) < 1e-6, `${i}`);
});

test('statistics are means and deviations over the utterance', () => {
  const pitch = Float32Array.of(170, 340, 0, 0);
  const curves = curvesOf(pitch, Float32Array.of(0, 5, 0, 5));
  const frames = Float32Array.from(
    { length: 4 * FRAME_SIZE },
    (_, i) => (i % FRAME_SIZE) + Math.floor(i / FRAME_SIZE),
  );
  const statistics = statisticsOf(frames, curves);
  assert.equal(statistics.length, 2 * FRAME_SIZE + 5);
  const near = (at: number, value: number) =>
    assert.ok(Math.abs((statistics[at] ?? 0) - value) < 1e-5, `${at}: ${statistics[at]}`);
  near(7, 7 + 1.5);
  near(FRAME_SIZE + 7, Math.sqrt(5 / 3));
  near(2 * FRAME_SIZE, Math.LN2);
  near(2 * FRAME_SIZE + 1, 0.5);
  near(2 * FRAME_SIZE + 2, 0.5);
  near(2 * FRAME_SIZE + 3, Math.sqrt(1 / 3));
  near(2 * FRAME_SIZE + 4, Math.log(4 / 400));
});
