import type { SpeechChunk, TimedPhoneme } from '../speech/index.ts';
import { isSchwa, isShapeless, isVowel, shapesOf } from './articulation.ts';
import { widenClosures } from './closures.ts';
import { LoudnessMeter, meanLoudness } from './loudness.ts';
import type { MouthTrack, VisemeCue } from './types.ts';

/** A shorter gap between two sounds belongs to the first; the mouth does not rest. */
const SHORTEST_REST_SECONDS = 0.08;
const STRESS = { primary: 1, secondary: 0.65, none: 0.35, schwa: 0.15 } as const;
/** Stress marks decide the syllable, loudness how strong the stress is. */
const LOUDNESS_SHARE = 0.3;

type TimedSound = {
  symbol: string;
  startSeconds: number;
  endSeconds: number;
  stress: TimedPhoneme['stress'];
};

type Chunk = Pick<SpeechChunk, 'samples' | 'phonemes'>;

/** Maps phonemes to mouth shapes, with the durations of the speech model. */
export function trackFromSpeech(chunks: Iterable<Chunk>, sampleRate: number): MouthTrack {
  const tracker = new SpeechTracker(sampleRate);
  for (const chunk of chunks) tracker.add(chunk);
  return tracker.track();
}

/** The same during synthesis. Keeps no samples. */
export class SpeechTracker {
  readonly #sampleRate: number;
  readonly #meter: LoudnessMeter;
  readonly #sounds: TimedSound[] = [];
  #samples = 0;

  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
    this.#meter = new LoudnessMeter(sampleRate);
  }

  get seconds(): number {
    return this.#samples / this.#sampleRate;
  }

  add({ samples, phonemes }: Chunk): void {
    for (const { symbol, startSample, endSample, stress } of phonemes) {
      const startSeconds = (this.#samples + startSample) / this.#sampleRate;
      const endSeconds = (this.#samples + endSample) / this.#sampleRate;
      const last = this.#sounds.at(-1);
      if (endSeconds <= startSeconds) continue;
      if (shapesOf(symbol) ?? isShapeless(symbol))
        this.#sounds.push({ symbol, startSeconds, endSeconds, stress });
      else if (last) last.endSeconds = endSeconds;
    }
    this.#meter.add(samples);
    this.#samples += samples.length;
  }

  track(): MouthTrack {
    const durationSeconds = this.seconds;
    const loudness = this.#meter.loudness();
    const sounds = closeGaps(this.#sounds);
    const marked = sounds.some(({ stress }) => stress !== undefined);
    const cues = withRests(sounds.flatMap(cuesOf), durationSeconds);
    for (const cue of cues) {
      const loud = meanLoudness(loudness, cue.startSeconds, cue.endSeconds);
      const weight = marked ? LOUDNESS_SHARE : 1;
      cue.stress = cue.viseme === 'sil' ? 0 : cue.stress * (1 - weight) + loud * weight;
    }
    return { durationSeconds, cues: widenClosures(cues), loudness };
  }
}

/** Extends every sound to the next one, except before real pauses. A sound without a shape takes that of the next. */
function closeGaps(sounds: readonly TimedSound[]): TimedSound[] {
  const closed: TimedSound[] = [];
  let startsAt: number | undefined;
  for (const [i, sound] of sounds.entries()) {
    const next = sounds[i + 1];
    const touches = next !== undefined && next.startSeconds - sound.endSeconds < SHORTEST_REST_SECONDS;
    const startSeconds = startsAt ?? sound.startSeconds;
    let endSeconds = touches ? next.startSeconds : sound.endSeconds;
    if (isShapeless(sound.symbol)) endSeconds = startSeconds;
    else closed.push({ ...sound, startSeconds, endSeconds });
    startsAt = touches ? endSeconds : undefined;
  }
  return closed;
}

function cuesOf({ symbol, startSeconds, endSeconds, stress }: TimedSound): VisemeCue[] {
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
