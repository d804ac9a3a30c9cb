import { joinSamples } from '../dsp/index.ts';
import type { SpokenFacts, SpokenPart } from './kokoro/methods.ts';
import { Rester } from './rests.ts';
import type { Segment } from './sounds.ts';
import { timingsOf } from './timings.ts';
import type { SpeechChunk } from './types.ts';

export type PlacedSegment = Segment & { sentenceIndex: number; start: number; end: number };

type Times = Pick<SpeechChunk, 'words' | 'phonemes'>;
type Span = { startSample: number; endSample: number };

/** Makes one chunk of the sound of a segment or, if it is `live`, one of each part as soon as it is there. */
export async function* segmentChunks(
  segment: PlacedSegment,
  parts: AsyncIterable<unknown[]>,
  { live, ...options }: { sampleRate: number; speed: number; live: boolean },
): AsyncGenerator<SpeechChunk> {
  const { sounds, sentenceIndex, start, end: textEnd } = segment;
  const rester = new Rester(segment, options);
  const cutter = new TimesCutter();
  let facts: SpokenFacts | undefined;
  let held: Float32Array[] = [];
  const chunkOfHeld = ({ isLast }: { isLast: boolean }): SpeechChunk | null => {
    if (!facts) throw new Error('there is sound without durations');
    const { voice } = rester;
    const end = isLast ? voice.end : Number.POSITIVE_INFINITY;
    const place = { ...voice, from: voice.from + facts.firstSample, end };
    const samples = joinSamples(held);
    const times = cutter.take(timingsOf(sounds, facts.durations, place), samples.length, { isLast });
    // Sound before the first word could not be charged.
    if (!times) return null;
    held = [];
    return { samples, sentenceIndex, start, end: textEnd, ...times };
  };
  for await (const reports of parts) {
    for (const part of reports as SpokenPart[])
      if (part instanceof Float32Array) held.push(rester.push(part));
      else facts = part;
    if (!live || held.every(({ length }) => length === 0)) continue;
    const chunk = chunkOfHeld({ isLast: false });
    if (chunk) yield chunk;
  }
  held.push(rester.finish());
  const last = chunkOfHeld({ isLast: true });
  if (last) yield last;
}

/** Cuts the times of a segment at the ends of its chunks. What goes on over an end is in both. */
class TimesCutter {
  #at = 0;
  #past = { words: 0, phonemes: 0 };

  /** Null, and nothing is taken, as long as no word has begun. The last chunk takes whatever is left. */
  take(times: Times, length: number, { isLast }: { isLast: boolean }): Times | null {
    const to = isLast ? Number.POSITIVE_INFINITY : this.#at + length;
    const [first] = times.words;
    if (!isLast && !(first && first.startSample < to)) return null;
    const words = this.#cut(times.words, this.#past.words, to);
    const phonemes = this.#cut(times.phonemes, this.#past.phonemes, to);
    this.#past = {
      words: pastOf(times.words, this.#past.words, to),
      phonemes: pastOf(times.phonemes, this.#past.phonemes, to),
    };
    this.#at += length;
    return { words, phonemes };
  }

  #cut<Timed extends Span>(spans: readonly Timed[], past: number, to: number): Timed[] {
    return spans
      .slice(past)
      .filter(({ startSample }) => startSample < to)
      .map((span) => ({
        ...span,
        startSample: Math.max(0, span.startSample - this.#at),
        endSample: Math.max(0, Math.min(span.endSample, to) - this.#at),
      }));
  }
}

/** How many spans are over at `to`. */
function pastOf(spans: readonly Span[], past: number, to: number): number {
  const next = spans.findIndex(({ endSample }, i) => i >= past && endSample > to);
  return next < 0 ? spans.length : next;
}
