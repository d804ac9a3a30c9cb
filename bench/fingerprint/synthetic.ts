import { createChance, resampled } from '../../engines/dsp/index.ts';
import { type Landmark, landmarksOf } from '../../engines/fingerprint/landmarks.ts';
import { createPeakFinder, FRAMES_PER_SECOND, type Peak, RATE } from '../../engines/fingerprint/peaks.ts';

/** As one part of the registry. */
export const PART_SECONDS = 20;
/** As engines/fingerprint keeps them. */
const PEAKS_PER_SECOND = 16;
const REACH = 3;
const FIRST_BIN = 8;
const END_BIN = 240;
/** Far from those that a search tries, so that no piece of what is looked for is there twice. */
const SPEEDS = [0.84, 1.17];

/**
 * Landmarks of sounds that were never made, by the statistics of those that were: words of real speech and bars of real music, faster and
 * slower, put one after another, two to four bins higher or lower, with every third peak moved by a little.
 */
export function createSyntheticSounds(sounds: readonly Float32Array[], sampleRate: number): () => Landmark[] {
  const chance = createChance(9);
  const below = (count: number): number => Math.floor(chance() * count);
  const streams = SPEEDS.flatMap((speed) =>
    sounds.map((sound) => {
      const finder = createPeakFinder(PEAKS_PER_SECOND);
      finder.push(resampled(sound, sampleRate, Math.round(RATE * speed)));
      return finder.end();
    }),
  ).filter(({ length }) => length > PEAKS_PER_SECOND);
  const end = Math.floor(PART_SECONDS * FRAMES_PER_SECOND);
  return () => {
    const peaks: Peak[] = [];
    for (let frame = 0; frame < end; ) {
      const stream = streams[below(streams.length)] ?? [];
      const start = stream[below(stream.length)]?.frame ?? 0;
      const length = Math.round((1 + 2 * chance()) * FRAMES_PER_SECOND);
      const shift = (2 + below(3)) * (below(2) === 0 ? 1 : -1);
      for (const peak of stream) {
        if (peak.frame < start || peak.frame >= start + length) continue;
        const moved = below(3) === 0 ? below(3) - 1 : 0;
        const bin = peak.bin + shift + moved;
        const at = frame + peak.frame - start;
        if (bin >= FIRST_BIN && bin < END_BIN && at < end) peaks.push({ frame: at, bin });
      }
      frame += length;
    }
    return landmarksOf(peaks, REACH);
  };
}
