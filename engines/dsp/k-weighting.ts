import type { Biquad } from './biquad.ts';

/** The sum of squares of a part of a channel after the K-weighting. The parts follow one another. */
export type EnergyOf = (samples: Float32Array, from: number, to: number) => number;

/** Both filters and the sum of squares in one loop, because films are long: no copy of the sound is made. */
export function createWeighting(sampleRate: number): EnergyOf {
  const shelf = headShelf(sampleRate);
  const cut = lowCut(sampleRate);
  const state = new Float64Array(6);
  return (samples, from, to) => {
    let [x1 = 0, x2 = 0, y1 = 0, y2 = 0, z1 = 0, z2 = 0] = state;
    let energy = 0;
    for (let i = from; i < to; i += 1) {
      const x = samples[i] as number;
      const y = shelf.b0 * x + shelf.b1 * x1 + shelf.b2 * x2 - shelf.a1 * y1 - shelf.a2 * y2;
      const z = cut.b0 * y + cut.b1 * y1 + cut.b2 * y2 - cut.a1 * z1 - cut.a2 * z2;
      x2 = x1;
      x1 = x;
      y2 = y1;
      y1 = y;
      z2 = z1;
      z1 = z;
      energy += z * z;
    }
    state.set([x1, x2, y1, y2, z1, z2]);
    return energy;
  };
}

// The recommendation tabulates both filters at 48 kHz only. These are the analogue filters behind that table.

function headShelf(sampleRate: number): Biquad {
  const frequency = 1681.974450955533;
  const gainDb = 3.999843853973347;
  const q = 0.7071752369554196;
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const high = 10 ** (gainDb / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b0: (high + (band * k) / q + k * k) / a0,
    b1: (2 * (k * k - high)) / a0,
    b2: (high - (band * k) / q + k * k) / a0,
    a1: (2 * (k * k - 1)) / a0,
    a2: (1 - k / q + k * k) / a0,
  };
}

function lowCut(sampleRate: number): Biquad {
  const frequency = 38.13547087602444;
  const q = 0.5003270373238773;
  const k = Math.tan((Math.PI * frequency) / sampleRate);
  const a0 = 1 + k / q + k * k;
  return { b0: 1, b1: -2, b2: 1, a1: (2 * (k * k - 1)) / a0, a2: (1 - k / q + k * k) / a0 };
}
