import { createPowerSpectrum } from '../../../engines/dsp/index.ts';
import { melBands } from '../../../engines/dsp/mel-bands.ts';
import { voicedFrames } from './voiced-frames.ts';

const RATE = 16_000;
const FRAME_SECONDS = 0.025;
const FFT_SIZE = 512;
/** Band that every recording has, even from a telephone. */
const BANDS = melBands({
  count: 24,
  lowestHz: 150,
  highestHz: 3_700,
  bins: FFT_SIZE / 2 + 1,
  binHz: RATE / FFT_SIZE,
});
export const COEFFICIENTS = 12;
const MIN_POWER = 1e-10;

/** Each voiced frame gets a row, without the loudness coefficient. The samples are at 16 kHz. */
export function voicedCepstra(samples: Float32Array): Float64Array[] {
  const powerSpectrum = createPowerSpectrum(FFT_SIZE);
  const power = new Float64Array(FFT_SIZE / 2 + 1);
  return voicedFrames(samples, { rate: RATE, seconds: FRAME_SECONDS }).map((frame) => {
    powerSpectrum(frame, power);
    const logs = BANDS.map(({ first, weights }) =>
      Math.log(weights.reduce((sum, weight, k) => sum + weight * (power[first + k] as number), MIN_POWER)),
    );
    return Float64Array.from({ length: COEFFICIENTS }, (_, i) => cosineTerm(logs, i + 1));
  });
}

function cosineTerm(logs: readonly number[], order: number): number {
  const sum = logs.reduce(
    (sum, log, b) => sum + log * Math.cos((Math.PI / logs.length) * (b + 0.5) * order),
    0,
  );
  return sum * Math.sqrt(2 / logs.length);
}
