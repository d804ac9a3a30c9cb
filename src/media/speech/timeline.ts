import type { Amount } from '../../money/ledger/index.ts';
import { countCharacters, creditsFor } from '../../money/pricing/index.ts';
import type { TimedSpan } from '../history/index.ts';
import type { CachedChunk } from '../speech-cache/index.ts';

/** Follows how far a text has been spoken. */
export class Timeline {
  readonly words: TimedSpan[] = [];
  readonly #text: string;
  readonly #sampleRate: number;
  #samples = 0;
  /** UTF-16 offset in the text. */
  #reached = 0;

  constructor(text: string, sampleRate: number) {
    this.#text = text;
    this.#sampleRate = sampleRate;
  }

  add(chunk: Pick<CachedChunk, 'words' | 'start' | 'end' | 'samples'>): void {
    for (const { start: startChar, end: endChar, startSample, endSample } of chunk.words) {
      const start = this.#secondsAt(this.#samples + startSample);
      const end = this.#secondsAt(this.#samples + endSample);
      const last = this.words.at(-1);
      // A word that is split over two chunks is one word.
      if (last?.startChar === startChar && last.endChar === endChar) last.end = end;
      else this.words.push({ start, end, startChar, endChar });
      this.#reached = Math.max(this.#reached, endChar);
    }
    // A pause inside a sentence has no words; a sentence without words is spoken as a whole.
    const isWordless = chunk.words.length === 0 && this.#reached <= chunk.start;
    if (isWordless) this.#reached = chunk.end;
    this.#samples += chunk.samples.length;
  }

  get seconds(): number {
    return this.#secondsAt(this.#samples);
  }

  /** The characters up to the end of the last spoken word, and their price. */
  get amount(): Amount {
    const quantity = countCharacters(this.#text.slice(0, this.#reached));
    return { quantity, credits: creditsFor('tts_character', quantity) };
  }

  #secondsAt(sample: number): number {
    return Math.round((sample / this.#sampleRate) * 1_000) / 1_000;
  }
}
