import { SPECTRUM_CENTRES_HZ } from '../../speaker-embedding/index.ts';
import { BAND_HERTZ, SPEAKER_LIMITS } from '../../speech/index.ts';

const OCTAVE = Math.log(2);

/** Remaining difference of two long-term spectra, as gains for the speech engine's equaliser. */
export function residualEqualiser(
  wantedDb: Float32Array,
  foundDb: Float32Array,
  bands: Float32Array,
): number[] {
  const { min, max } = SPEAKER_LIMITS.equaliserDb;
  const residual = wantedDb.map((db, band) => db - (foundDb[band] as number));
  return BAND_HERTZ.map((hertz) => {
    const weights = SPECTRUM_CENTRES_HZ.map((centre, band) => {
      const octaves = Math.abs(Math.log(centre / hertz)) / OCTAVE;
      return Math.max(0, 1 - octaves) * (bands[band] ?? 0);
    });
    const whole = weights.reduce((sum, weight) => sum + weight, 0);
    // Bands that the recording does not have are left alone.
    if (whole < 0.25) return 0;
    const mean = weights.reduce((sum, weight, band) => sum + weight * (residual[band] as number), 0) / whole;
    // Plus 0, because JSON has no −0.
    return Math.max(min, Math.min(max, Math.round(mean * 100) / 100)) + 0;
  });
}
