import type { SpeechChunk, TimedPhoneme } from '../speech/index.ts';
import { isSchwa, isShapeless, isVowel, shapesOf } from './articulation.ts';
import { widenClosures } from './closures.ts';
import { loudnessOf, meanLoudness } from './loudness.ts';
import type { MouthTrack, VisemeCue } from './types.ts';

/** A shorter gap between two sounds belongs to the first: the mouth does not rest in it. */
const SHORTEST_REST_SECONDS = 0.08;
const STRESS = { primary: 1, secondary: 0.65, none: 0.35, schwa: 0.15 } as const;
/** Marks say which syllable; loudness says how much the speaker means it. */
const LOUDNESS_SHARE = 0.3;

type Spoken = { symbol: string; startSeconds: number; endSeconds: number; stress: TimedPhoneme['stress'] };

/** The model's own durations become mouth shapes. `chunks` are all of one sound, in order. */
export function trackFromSpeech(
  chunks: readonly Pick<SpeechChunk, 'samples' | 'phonemes'>[],
  sampleRate: number,
): MouthTrack {
  const samples = joined(chunks.map((chunk) => chunk.samples));
  const durationSeconds = samples.length / sampleRate;
  const loudness = loudnessOf(samples, sampleRate);
  const spoken = closeGaps(spokenOf(chunks, sampleRate));
  const marked = spoken.some(({ stress }) => stress !== undefined);
  const cues = withRests(spoken.flatMap(cuesOf), durationSeconds);
  for (const cue of cues) {
    const heard = meanLoudness(loudness, cue.startSeconds, cue.endSeconds);
    const weight = marked ? LOUDNESS_SHARE : 1;
    cue.stress = cue.viseme === 'sil' ? 0 : cue.stress * (1 - weight) + heard * weight;
  }
  return { durationSeconds, cues: widenClosures(cues), loudness };
}

function spokenOf(chunks: readonly Pick<SpeechChunk, 'samples' | 'phonemes'>[], rate: number): Spoken[] {
  const spoken: Spoken[] = [];
  let offset = 0;
  for (const { samples, phonemes } of chunks) {
    for (const { symbol, startSample, endSample, stress } of phonemes) {
      const [startSeconds, endSeconds] = [(offset + startSample) / rate, (offset + endSample) / rate];
      const last = spoken.at(-1);
      if (endSeconds <= startSeconds) continue;
      if (shapesOf(symbol) ?? isShapeless(symbol)) spoken.push({ symbol, startSeconds, endSeconds, stress });
      else if (last) last.endSeconds = endSeconds;
    }
    offset += samples.length;
  }
  return spoken;
}

/** Every sound lasts until the next one, but for real pauses; what has no shape of its own is the next one's. */
function closeGaps(spoken: readonly Spoken[]): Spoken[] {
  const closed: Spoken[] = [];
  let startsAt: number | undefined;
  for (const [i, sound] of spoken.entries()) {
    const next = spoken[i + 1];
    const touches = next !== undefined && next.startSeconds - sound.endSeconds < SHORTEST_REST_SECONDS;
    const startSeconds = startsAt ?? sound.startSeconds;
    let endSeconds = touches ? next.startSeconds : sound.endSeconds;
    if (isShapeless(sound.symbol)) endSeconds = startSeconds;
    else closed.push({ ...sound, startSeconds, endSeconds });
    startsAt = touches ? endSeconds : undefined;
  }
  return closed;
}

function cuesOf({ symbol, startSeconds, endSeconds, stress }: Spoken): VisemeCue[] {
  const mark = isSchwa(symbol) ? 'schwa' : (stress ?? 'none');
  let at = startSeconds;
  return (shapesOf(symbol) ?? []).map(({ viseme, share }) => {
    const from = at;
    at += share * (endSeconds - startSeconds);
    return { viseme, startSeconds: from, endSeconds: at, stress: STRESS[isVowel(viseme) ? mark : 'none'] };
  });
}

function withRests(cues: readonly VisemeCue[], durationSeconds: number): VisemeCue[] {
  const whole: VisemeCue[] = [];
  let at = 0;
  for (const cue of cues) {
    if (cue.startSeconds > at) whole.push(rest(at, cue.startSeconds));
    whole.push(cue);
    at = cue.endSeconds;
  }
  if (at < durationSeconds) whole.push(rest(at, durationSeconds));
  return whole;
}

function rest(startSeconds: number, endSeconds: number): VisemeCue {
  return { viseme: 'sil', startSeconds, endSeconds, stress: 0 };
}

function joined(parts: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
