import { createResampler, resampled } from '../dsp/index.ts';
import { type Landmark, landmarksOf, landmarksToFind } from './landmarks.ts';
import { createPeakFinder, RATE } from './peaks.ts';

/** What is kept: about 44 landmarks a second, in 6 bytes each. */
const KEPT = { peaksPerSecond: 16, reach: 3 };
/** What is looked for: more, because a fate between may have raised other peaks. */
const SOUGHT = { peaksPerSecond: 20, reach: 5 };

export type Fingerprinter = {
  push(samples: Float32Array): void;
  end(): Landmark[];
};

/** The fingerprint of a sound that arrives in pieces. Memory grows by the fingerprint alone. */
export function createFingerprinter(sampleRate: number): Fingerprinter {
  const resampler = createResampler(sampleRate, RATE);
  const finder = createPeakFinder(KEPT.peaksPerSecond);
  return {
    push: (samples) => finder.push(resampler.push(samples)),
    end: () => landmarksOf(finder.end(), KEPT.reach),
  };
}

/** The landmarks of a piece of sound, as if it had been played `speed` times as fast as it was made. */
export function landmarksAt(speed: number, samples: Float32Array, sampleRate: number): Landmark[] {
  const finder = createPeakFinder(SOUGHT.peaksPerSecond);
  finder.push(resampled(samples, Math.round(sampleRate), Math.round(RATE * speed)));
  return landmarksToFind(finder.end(), SOUGHT.reach);
}
