import type { VoiceFeatures } from '../../speaker-embedding/index.ts';

/** Mono, 16 kHz, one voice. Quality is 0 to 1. */
export type RatedRecording = { samples: Float32Array; quality: number };

const RATE = 16_000;

/** The best recordings, up to this total length: beyond a few minutes nothing new is learnt about a voice. */
export function chosenRecordings(recordings: readonly RatedRecording[], seconds: number): RatedRecording[] {
  let left = Math.round(seconds * RATE);
  return recordings
    .toSorted((a, b) => b.quality - a.quality)
    .flatMap(({ samples, quality }) => {
      const taken = samples.subarray(0, left);
      left -= taken.length;
      return taken.length > 0 ? [{ samples: taken, quality }] : [];
    });
}

export function joinedSamples(recordings: readonly RatedRecording[]): Float32Array {
  const whole = new Float32Array(recordings.reduce((sum, { samples }) => sum + samples.length, 0));
  let at = 0;
  for (const { samples } of recordings) {
    whole.set(samples, at);
    at += samples.length;
  }
  return whole;
}

/** Averages the features of several recordings, weighted by quality and length. */
export function pooledVoice(voices: readonly { voice: VoiceFeatures; weight: number }[]): VoiceFeatures {
  const [first] = voices;
  if (!first) throw new Error('there is no recording to pool');
  const counted = voices.map(({ voice, weight }) => ({ voice, weight: weight * voice.speechSeconds + 1e-6 }));
  const mean = (of: (voice: VoiceFeatures) => Float32Array): Float32Array =>
    of(first.voice).map((_, i) => averageOf(counted, (voice) => of(voice)[i] ?? 0));
  const print = mean((voice) => voice.print);
  const length = Math.hypot(...print);
  const pitched = counted.filter(({ voice }) => voice.logPitch !== null);
  return {
    print: print.map((value) => value / length),
    spectrumDb: mean((voice) => voice.spectrumDb),
    // A band counts if recordings with more than half of the weight have it.
    bands: mean((voice) => voice.bands).map(Math.round),
    logPitch: pitched.length > 0 ? averageOf(pitched, (voice) => voice.logPitch ?? 0) : null,
    speechSeconds: voices.reduce((sum, { voice }) => sum + voice.speechSeconds, 0),
  };
}

function averageOf(
  counted: readonly { voice: VoiceFeatures; weight: number }[],
  of: (voice: VoiceFeatures) => number,
): number {
  const whole = counted.reduce((sum, { weight }) => sum + weight, 0);
  return counted.reduce((sum, { voice, weight }) => sum + weight * of(voice), 0) / whole;
}
