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
