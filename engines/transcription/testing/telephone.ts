const RATE = 16_000;
const REACH = 128;
const BAND_HZ = [300, 3_400] as const;
const MU = 255;

/** Impulse response of a band-pass: the difference of two windowed low-passes. */
const RESPONSE = Float64Array.from({ length: 2 * REACH + 1 }, (_, i) => {
  const n = i - REACH;
  const [low, high] = BAND_HZ.map((hz) =>
    n === 0 ? (2 * hz) / RATE : Math.sin((2 * Math.PI * hz * n) / RATE) / (Math.PI * n),
  );
  return ((high ?? 0) - (low ?? 0)) * (0.5 + 0.5 * Math.cos((Math.PI * n) / (REACH + 1)));
});

/** The recording as a telephone line carries it: 300 to 3 400 Hz, 8 bits by the µ-law. */
export function overTelephone(samples: Float32Array): Float32Array {
  return Float32Array.from(samples, (_, at) => {
    let sum = 0;
    for (let i = -REACH; i <= REACH; i += 1) sum += (samples[at - i] ?? 0) * (RESPONSE[i + REACH] as number);
    return quantized(sum);
  });
}

function quantized(x: number): number {
  const pressed = Math.log1p(MU * Math.min(1, Math.abs(x))) / Math.log1p(MU);
  return Math.sign(x) * (((1 + MU) ** (Math.round(pressed * 127) / 127) - 1) / MU);
}
