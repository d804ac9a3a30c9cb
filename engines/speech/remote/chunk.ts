import { resampled } from '../../dsp/index.ts';
import { wordsSeconds } from '../estimate-seconds.ts';
import { type Rested, withRest } from '../rests.ts';
import type { SpeechChunk, TimedWord } from '../types.ts';
import type { RemoteSegment } from './segments.ts';

/** A worker's answer. `times` has one entry for each word, in seconds. */
export type RemoteSound = {
  samples: Float32Array;
  sampleRate: number;
  times: readonly { start: number; end: number }[] | null;
};

/** The sound cannot be speech of this text. */
export class UnusableSound extends Error {}

/** A slow voice needs twice the estimate, a fast one half of it. Beyond these factors it says something else. */
const LONGEST = 4;
const SHORTEST = 1 / 5;
const SPARE_SECONDS = 2;
/** Rounding of the times of the last word. */
const TOLERANCE_SECONDS = 0.05;
const AUDIBLE = 0.005;

/** The longest sound that a segment may have. */
export function maxSeconds({ seconds }: Pick<RemoteSegment, 'seconds'>): number {
  return LONGEST * seconds + SPARE_SECONDS;
}

/** Checks the sound, brings it to the rate of the service, and replaces the silence around it with the usual rest. */
export function chunkOf(
  segment: RemoteSegment,
  sound: RemoteSound,
  { sampleRate }: { sampleRate: number },
): SpeechChunk {
  const seconds = sound.samples.length / sound.sampleRate;
  if (seconds > maxSeconds(segment)) throw new UnusableSound(`${seconds} s for "${segment.text}"`);
  if (!sound.samples.some((sample) => Math.abs(sample) > AUDIBLE)) throw new UnusableSound('silence');
  const samples = resampled(sound.samples, sound.sampleRate, sampleRate);
  const rested = withRest(samples, segment, { sampleRate, speed: segment.speed });
  const { start, end } = rested.voice;
  if ((end - start) / sampleRate < segment.seconds * SHORTEST)
    throw new UnusableSound(`${(end - start) / sampleRate} s of voice for "${segment.text}"`);
  const words = sound.times
    ? measuredWords(segment, sound.times, { seconds, sampleRate, voice: rested.voice })
    : estimatedWords(segment, rested.voice);
  const { sentenceIndex } = segment;
  return {
    samples: rested.samples,
    sentenceIndex,
    start: segment.start,
    end: segment.end,
    words,
    phonemes: [],
  };
}

function measuredWords(
  { words }: RemoteSegment,
  times: NonNullable<RemoteSound['times']>,
  { seconds, sampleRate, voice }: { seconds: number; sampleRate: number; voice: Rested['voice'] },
): TimedWord[] {
  if (times.length !== words.length)
    throw new UnusableSound(`${times.length} times for ${words.length} words`);
  const place = (at: number): number =>
    Math.min(Math.max(Math.round(at * sampleRate) - voice.from + voice.start, voice.start), voice.end);
  let before = 0;
  return words.map(({ start, end }, i) => {
    const time = times[i] ?? { start: 0, end: 0 };
    if (!(time.start >= before && time.end >= time.start && time.end <= seconds + TOLERANCE_SECONDS))
      throw new UnusableSound(`word ${i} is said to last from ${time.start} to ${time.end} s`);
    before = time.start;
    return { start, end, startSample: place(time.start), endSample: place(time.end) };
  });
}

/** The words share the time of the voice as their usual lengths do. */
function estimatedWords(
  { words, language }: RemoteSegment,
  { start: from, end: to }: Rested['voice'],
): TimedWord[] {
  const lengths = words.map((word) => wordsSeconds([word], language));
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let passed = 0;
  const place = () => Math.round(from + ((to - from) * passed) / total);
  return words.map(({ start, end }, i) => {
    const startSample = place();
    passed += lengths[i] ?? 0;
    return { start, end, startSample, endSample: place() };
  });
}
