import { copySteps, emptySteps, type LipSteps, PAIR_SAMPLES, PAIRS_AFTER, PAIRS_BEFORE } from './layout.ts';
import { gainFor } from './level.ts';

/** Analyses audio as it arrives. Returns each step once, in order, at most 110 ms after its audio. */
export type LiveLips = {
  /** Returns the steps that are new since the last call. Calls must not overlap. */
  push(samples: Float32Array): Promise<LipSteps>;
  /** Returns the steps that were still waiting for the audio after them. */
  end(): Promise<LipSteps>;
};

/** The level is measured over the last 4 seconds. */
const LEVEL_SAMPLES = 4 * 16_000;

export function createLiveLips(analyseWindow: (samples: Float32Array) => Promise<LipSteps>): LiveLips {
  /** Audio from pair `firstPair` on. */
  let buffer = new Float32Array(0);
  let firstPair = 0;
  let givenPairs = 0;

  async function giveUpTo(pair: number, samples: Float32Array): Promise<LipSteps> {
    const steps = emptySteps(2 * Math.max(0, pair - givenPairs));
    if (steps.steps === 0) return steps;
    const from = Math.max(0, givenPairs - PAIRS_BEFORE - firstPair);
    const gain = gainFor(buffer.subarray(-LEVEL_SAMPLES));
    const lips = await analyseWindow(samples.subarray(from * PAIR_SAMPLES).map((sample) => sample * gain));
    const skipped = 2 * (givenPairs - firstPair - from);
    copySteps(steps, 0, lips, skipped, skipped + steps.steps);
    givenPairs = pair;
    return steps;
  }

  return {
    async push(samples) {
      buffer = joined(buffer, samples);
      const whole = Math.floor(buffer.length / PAIR_SAMPLES);
      const given = await giveUpTo(firstPair + whole - PAIRS_AFTER, buffer.subarray(0, whole * PAIR_SAMPLES));
      const levelPairs = LEVEL_SAMPLES / PAIR_SAMPLES;
      const spare = Math.min(whole - levelPairs, givenPairs - PAIRS_BEFORE - firstPair);
      if (spare > 0) {
        buffer = buffer.slice(spare * PAIR_SAMPLES);
        firstPair += spare;
      }
      return given;
    },
    end() {
      const pairs = Math.ceil(buffer.length / PAIR_SAMPLES);
      const padded = joined(buffer, new Float32Array(pairs * PAIR_SAMPLES - buffer.length));
      return giveUpTo(firstPair + pairs, padded);
    },
  };
}

function joined(one: Float32Array, other: Float32Array): Float32Array<ArrayBuffer> {
  const both = new Float32Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
