import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type LipSteps, type LipsEngine, VISEMES } from '../index.ts';

const PAIR_SAMPLES = 320;
const CURVES = 5;

/** Tests the promises that every lips engine keeps. Run it against each implementation. */
export function lipsEngineContract(
  name: string,
  subject: {
    create(): Promise<LipsEngine>;
    /** Returns at least a second of 16 kHz audio. */
    sample(): Promise<Float32Array>;
  },
): void {
  describe(`${name} keeps the contract of a lips engine`, () => {
    let engine: LipsEngine;
    let sample: Float32Array;
    before(async () => {
      engine = await subject.create();
      sample = await subject.sample();
    });
    after(() => engine.close());

    test('gives probabilities that sum to one and curves between 0 and 1, for each 10 ms', async () => {
      assertSteps(await engine.analyse(sample), 2 * Math.ceil(sample.length / PAIR_SAMPLES));
      assert.equal(engine.status(), 'ready');
    });

    test('gives the same result for audio on disk and in memory', async () => {
      const source = {
        length: sample.length,
        read: async (from: number, to: number) => sample.slice(from, to),
      };
      assert.deepEqual(await engine.analyse(source), await engine.analyse(sample));
    });

    test('returns each step of live audio once, in pieces', async () => {
      const live = engine.listen();
      let steps = 0;
      const take = (lips: LipSteps): void => {
        assertSteps(lips, lips.steps);
        steps += lips.steps;
      };
      for (let at = 0; at < sample.length; at += 1_000) take(await live.push(sample.slice(at, at + 1_000)));
      take(await live.end());
      assert.equal(steps, 2 * Math.ceil(sample.length / PAIR_SAMPLES));
    });

    test('rejects with the reason of an aborted signal', async () => {
      const reason = new Error('the job was canceled');
      await assert.rejects(engine.analyse(sample, { signal: AbortSignal.abort(reason) }), reason);
    });
  });
}

function assertSteps({ steps, visemes, curves }: LipSteps, expected: number): void {
  assert.equal(steps, expected);
  assert.equal(visemes.length, steps * VISEMES.length);
  assert.equal(curves.length, steps * CURVES);
  assert.ok(curves.every((value) => value >= 0 && value <= 1));
  for (let step = 0; step < steps; step += 1) {
    const row = visemes.subarray(step * VISEMES.length, (step + 1) * VISEMES.length);
    assert.ok(Math.abs(row.reduce((sum, value) => sum + value, 0) - 1) < 1e-4);
  }
}
