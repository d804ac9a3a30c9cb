import { loudnessOf } from './loudness.ts';
import type { MouthTrack, Viseme, VisemeCue } from './types.ts';

const PER_SECOND = 100;
/** Quieter than this the mouth rests. */
const REST = 0.08;
const WIDE = 0.55;

/** Without phonemes the mouth opens as the sound is loud. */
export function trackFromAudio(samples: Float32Array, sampleRate: number): MouthTrack {
  const loudness = loudnessOf(samples, sampleRate);
  const cues: VisemeCue[] = [];
  loudness.forEach((level, index) => {
    const viseme: Viseme = level < REST ? 'sil' : level < WIDE ? 'E' : 'aa';
    const last = cues.at(-1);
    const endSeconds = (index + 1) / PER_SECOND;
    if (last?.viseme === viseme) last.endSeconds = endSeconds;
    else cues.push({ viseme, startSeconds: index / PER_SECOND, endSeconds, stress: level });
  });
  return { durationSeconds: samples.length / sampleRate, cues, loudness };
}
