import type { Biquad } from '../../dsp/index.ts';

/** Second-order filters without resonance, after Bristow-Johnson's cookbook. */
export function lowPassAt(hertz: number, sampleRate: number, q = Math.SQRT1_2): Biquad {
  const { cosine, alpha } = angles(hertz, sampleRate, q);
  const b1 = 1 - cosine;
  return normalised(b1 / 2, b1, b1 / 2, cosine, alpha);
}

export function highPassAt(hertz: number, sampleRate: number, q = Math.SQRT1_2): Biquad {
  const { cosine, alpha } = angles(hertz, sampleRate, q);
  const b1 = -(1 + cosine);
  return normalised(-b1 / 2, b1, -b1 / 2, cosine, alpha);
}

export function bandPassAt(hertz: number, sampleRate: number, q: number): Biquad {
  const { cosine, alpha } = angles(hertz, sampleRate, q);
  return normalised(alpha, 0, -alpha, cosine, alpha);
}

/** Raises or lowers what lies above by a number of dB. */
export function highShelfAt(hertz: number, sampleRate: number, gainDb: number): Biquad {
  const { cosine, alpha } = angles(hertz, sampleRate, Math.SQRT1_2);
  const a = 10 ** (gainDb / 40);
  const slope = 2 * Math.sqrt(a) * alpha;
  const a0 = a + 1 - (a - 1) * cosine + slope;
  return {
    b0: (a * (a + 1 + (a - 1) * cosine + slope)) / a0,
    b1: (-2 * a * (a - 1 + (a + 1) * cosine)) / a0,
    b2: (a * (a + 1 + (a - 1) * cosine - slope)) / a0,
    a1: (2 * (a - 1 - (a + 1) * cosine)) / a0,
    a2: (a + 1 - (a - 1) * cosine - slope) / a0,
  };
}

function angles(hertz: number, sampleRate: number, q: number): { cosine: number; alpha: number } {
  const angle = (2 * Math.PI * Math.min(hertz, 0.49 * sampleRate)) / sampleRate;
  return { cosine: Math.cos(angle), alpha: Math.sin(angle) / (2 * q) };
}

function normalised(b0: number, b1: number, b2: number, cosine: number, alpha: number): Biquad {
  const a0 = 1 + alpha;
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: (-2 * cosine) / a0, a2: (1 - alpha) / a0 };
}
