import { widenClosures } from '../closures.ts';
import { measureLoudness } from '../loudness.ts';
import type { Samples } from '../sample-source.ts';
import type { MouthTrack, VisemeCue } from '../types.ts';
import { followVisemes } from './follow-visemes.ts';
import { curveOf, formOf } from './form-curves.ts';
import { type LipSteps, SAMPLE_RATE, STEPS_PER_SECOND } from './layout.ts';

/** Finds visemes in audio without a known text. `lips` is the network's output for these 16 kHz samples. */
export async function trackFromLips(lips: LipSteps, samples: Samples): Promise<MouthTrack> {
  const durationSeconds = samples.length / SAMPLE_RATE;
  const stress = curveOf(lips, 'stress');
  const cues = (await followVisemes(lips.visemes))
    .map(({ viseme, from, to }): VisemeCue => {
      const startSeconds = Math.min(durationSeconds, from / STEPS_PER_SECOND);
      const endSeconds = Math.min(durationSeconds, to / STEPS_PER_SECOND);
      return { viseme, startSeconds, endSeconds, stress: viseme === 'sil' ? 0 : mean(stress, from, to) };
    })
    .filter(({ startSeconds, endSeconds }) => endSeconds > startSeconds);
  return {
    durationSeconds,
    cues: widenClosures(cues),
    loudness: await measureLoudness(samples, SAMPLE_RATE),
    form: formOf(lips),
  };
}

/** Our own speech has exact times already. The network only adds stress and how far the mouth moves. */
export function withMouthForm(track: MouthTrack, lips: LipSteps): MouthTrack {
  const stress = curveOf(lips, 'stress');
  const cues = track.cues.map((cue) =>
    cue.viseme === 'sil'
      ? cue
      : {
          ...cue,
          stress: mean(stress, cue.startSeconds * STEPS_PER_SECOND, cue.endSeconds * STEPS_PER_SECOND),
        },
  );
  return { ...track, cues, form: formOf(lips) };
}

function mean(curve: Float32Array, from: number, to: number): number {
  const first = Math.min(Math.max(0, Math.floor(from)), curve.length - 1);
  const part = curve.subarray(first, Math.max(first + 1, Math.ceil(to)));
  return part.reduce((sum, value) => sum + value, 0) / Math.max(1, part.length);
}
