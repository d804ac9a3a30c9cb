import { WINDOW_SAMPLES } from './silero.ts';

/** RMS of a window of speech that was recorded at a comfortable level. */
const COMFORTABLE = 0.05;
const MAX_GAIN = 30;
/** How far the level that was heard falls in each window without anything louder: by half in two seconds. */
const FALL = 0.5 ** (WINDOW_SAMPLES / 16_000 / 2);

/**
 * Amplifies a quiet microphone as its sound arrives, because the detector misses soft voices. It follows the loudest of the
 * last seconds, so a pause between words stays as quiet beside them as it was.
 */
export function createLeveller(): (windows: Float32Array) => Float32Array {
  let loudest = COMFORTABLE;
  return (windows) => {
    const out = new Float32Array(windows.length);
    for (let from = 0; from < windows.length; from += WINDOW_SAMPLES) {
      const window = windows.subarray(from, from + WINDOW_SAMPLES);
      const own = Math.sqrt(window.reduce((sum, x) => sum + x * x, 0) / WINDOW_SAMPLES);
      loudest = Math.max(own, loudest * FALL, COMFORTABLE / MAX_GAIN);
      const gain = Math.max(1, COMFORTABLE / loudest);
      for (let i = 0; i < window.length; i += 1)
        out[from + i] = Math.max(-1, Math.min(1, (window[i] as number) * gain));
    }
    return out;
  };
}
