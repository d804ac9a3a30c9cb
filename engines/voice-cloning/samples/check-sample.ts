import { pitchesOf, resampled, voiceSeconds } from '../../dsp/index.ts';
import type { Voiceprints } from '../../speaker-embedding/index.ts';
import { type Silero, type Span, speechSpans, totalSeconds } from '../../voice-activity/index.ts';
import { leastLikeness } from './least-likeness.ts';
import { clippedShare, levelsOf } from './levels.ts';
import { reportOf, type SampleReport } from './report.ts';
import { steadinessOf } from './steadiness.ts';

const RATE = 16_000;
/** Least share of the speech with a moving pitch. Instruments that the detector takes for a voice have less. */
const LEAST_VOICED_SHARE = 0.12;
/** Minimum background needed to judge it. */
const LEAST_SECONDS = 0.3;

/** Checks whether a voice can be cloned from a sample, and how good the sample is. Mono, at any usual rate. */
export async function checkSample(
  { silero, voiceprints }: { silero: Silero; voiceprints: Voiceprints },
  sound: Float32Array,
  rate: number,
): Promise<SampleReport> {
  const samples = resampled(sound, rate, RATE);
  const seconds = samples.length / RATE;
  const speech = speechSpans(await silero.probabilities(samples));
  const { background, ...levels } = levelsOf(samples, RATE, speech);
  const pitches = pitchesOf(samples);
  const isVoiced = voiceSeconds(pitches) >= LEAST_VOICED_SHARE * (totalSeconds(speech) || seconds);
  const notSpeech: Span[] = isVoiced ? background : [{ start: 0, end: seconds }];
  return reportOf({
    ...levels,
    seconds,
    speechSeconds: isVoiced ? totalSeconds(speech) : 0,
    clippedShare: clippedShare(sound),
    steadiness: totalSeconds(notSpeech) < LEAST_SECONDS ? 0 : steadinessOf(samples, notSpeech),
    isVoiced,
    leastLikeness: await leastLikeness(voiceprints, { samples, pitches, speech }),
  });
}
