import {
  pitchesOf,
  type Silero,
  type Span,
  speechSpans,
  totalSeconds,
  voiceSeconds,
} from '../../voice-activity/index.ts';
import { resampled } from '../resample.ts';
import { findTurns } from '../turns/find-turns.ts';
import { withPitch } from '../turns/pitch.ts';
import type { Voiceprints } from '../voiceprints.ts';
import { clippedShare, levelsOf } from './levels.ts';
import { reportOf, type SampleReport } from './report.ts';
import { steadinessOf } from './steadiness.ts';

const RATE = 16_000;
const MOST_SPEAKERS = 4;
/** Of the speech: of tones and instruments the detector takes less for a voice. */
const LEAST_VOICED_SHARE = 0.12;

/** Whether somebody's voice can be learnt from a sample, and how far it is to be believed. Mono, at any rate. */
export async function checkSample(
  { silero, voiceprints }: { silero: Silero; voiceprints: Voiceprints },
  sound: Float32Array,
  rate: number,
): Promise<SampleReport> {
  const samples = resampled(sound, rate, RATE);
  const seconds = samples.length / RATE;
  const spoken = speechSpans(await silero.probabilities(samples));
  const { background, ...levels } = levelsOf(samples, RATE, spoken);
  const isVoiced = voiceSeconds(samples) >= LEAST_VOICED_SHARE * (totalSeconds(spoken) || seconds);
  const everything = [{ start: 0, end: seconds }];
  return reportOf({
    ...levels,
    seconds,
    speechSeconds: isVoiced ? totalSeconds(spoken) : 0,
    clippedShare: clippedShare(sound),
    steadiness: steadinessOf(samples, isVoiced && totalSeconds(background) > 0.3 ? background : everything),
    isVoiced,
    speakers: await countSpeakers(voiceprints, samples, spoken),
  });
}

async function countSpeakers(
  voiceprints: Voiceprints,
  samples: Float32Array,
  spoken: readonly Span[],
): Promise<number> {
  if (spoken.length === 0) return 0;
  const voices = await voiceprints.hear(samples, spoken);
  const turns = findTurns(withPitch(voices, pitchesOf(samples), spoken), spoken, {
    maxSpeakers: MOST_SPEAKERS,
  });
  return new Set(turns.map(({ speaker }) => speaker)).size;
}
