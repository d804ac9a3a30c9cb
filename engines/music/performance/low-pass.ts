/** A resonant low-pass whose frequency moves between blocks. */
export type LowPass = { tune(hertz: number): void; run(block: Float32Array): void };

export function createLowPass(q: number, sampleRate: number): LowPass {
  let b0 = 0;
  let b1 = 0;
  let a1 = 0;
  let a2 = 0;
  const state = new Float64Array(4);
  return {
    tune(hertz) {
      const angle = (2 * Math.PI * Math.min(hertz, 0.45 * sampleRate)) / sampleRate;
      const cosine = Math.cos(angle);
      const alpha = Math.sin(angle) / (2 * q);
      b1 = (1 - cosine) / (1 + alpha);
      b0 = b1 / 2;
      a1 = (-2 * cosine) / (1 + alpha);
      a2 = (1 - alpha) / (1 + alpha);
    },
    run(block) {
      let x1 = state[0] as number;
      let x2 = state[1] as number;
      let y1 = state[2] as number;
      let y2 = state[3] as number;
      for (let i = 0; i < block.length; i += 1) {
        const x = block[i] as number;
        const y = b0 * (x + x2) + b1 * x1 - a1 * y1 - a2 * y2;
        x2 = x1;
        x1 = x;
        y2 = y1;
        y1 = y;
        block[i] = y;
      }
      state[0] = x1;
      state[1] = x2;
      state[2] = y1;
      state[3] = y2;
    },
  };
}

/** Two low-passes in a row, on both channels: 24 dB an octave. Only the second one has the resonance. */
export type SteepLowPass = { tune(hertz: number): void; run(left: Float32Array, right: Float32Array): void };

export function createSteepLowPass(q: number, sampleRate: number): SteepLowPass {
  const first = new Float64Array(4);
  const second = new Float64Array(4);
  const channels = [new Float64Array(4), new Float64Array(4)] as const;
  return {
    tune(hertz) {
      setCoefficients(first, hertz, Math.SQRT1_2, sampleRate);
      setCoefficients(second, hertz, q, sampleRate);
    },
    run(left, right) {
      runBoth(left, first, second, channels[0]);
      runBoth(right, first, second, channels[1]);
    },
  };
}

function setCoefficients(into: Float64Array, hertz: number, q: number, sampleRate: number): void {
  const angle = (2 * Math.PI * Math.min(hertz, 0.45 * sampleRate)) / sampleRate;
  const cosine = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * q);
  into[0] = (1 - cosine) / (1 + alpha) / 2;
  into[1] = (1 - cosine) / (1 + alpha);
  into[2] = (-2 * cosine) / (1 + alpha);
  into[3] = (1 - alpha) / (1 + alpha);
}

/** One pass with everything in local variables: this loop is where most of a synthesised note's time goes. */
function runBoth(block: Float32Array, first: Float64Array, second: Float64Array, state: Float64Array): void {
  const b0 = first[0] as number;
  const b1 = first[1] as number;
  const a1 = first[2] as number;
  const a2 = first[3] as number;
  const d0 = second[0] as number;
  const d1 = second[1] as number;
  const c1 = second[2] as number;
  const c2 = second[3] as number;
  let s1 = state[0] as number;
  let s2 = state[1] as number;
  let t1 = state[2] as number;
  let t2 = state[3] as number;
  for (let i = 0; i < block.length; i += 1) {
    const x = block[i] as number;
    const y = b0 * x + s1;
    s1 = b1 * x - a1 * y + s2;
    s2 = b0 * x - a2 * y;
    const z = d0 * y + t1;
    t1 = d1 * y - c1 * z + t2;
    t2 = d0 * y - c2 * z;
    block[i] = z;
  }
  state[0] = s1;
  state[1] = s2;
  state[2] = t1;
  state[3] = t2;
}
