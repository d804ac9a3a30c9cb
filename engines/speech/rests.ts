import { joinSamples } from '../dsp/index.ts';
import type { Rest } from './sounds.ts';

/** Below this (about −46 dBFS) the voice is inaudible. */
const SILENCE = 0.005;
/** Kept around the voice, so that soft beginnings and endings are not cut. */
const MARGIN_MS = 30;
const FADE_MS = 5;

export const REST_MS: Record<Rest, number> = { none: 0, clause: 120, sentence: 320, paragraph: 650 };

export type Silences = {
  restAfter: Rest;
  /** Requested by the caller, so independent of speed. */
  leadMs?: number | undefined;
  pauseMs?: number | undefined;
};

/** The voice is in the result from `start` to `end`; it begins at `from` in the model's samples. */
export type VoicePlace = { start: number; end: number; from: number };

export type Rested = { samples: Float32Array; voice: VoicePlace };

type RestOptions = { sampleRate: number; speed: number };

/** Replaces the silence that the model adds around each utterance with a rest of known length. */
export function withRest(samples: Float32Array, silences: Silences, options: RestOptions): Rested {
  const rester = new Rester(silences, options);
  const parts = [rester.push(samples), rester.finish()];
  return { samples: joinSamples(parts), voice: rester.voice };
}

/** The same while the utterance is being made. Only its last milliseconds wait for what comes next. */
export class Rester {
  readonly #silences: Silences;
  readonly #speed: number;
  readonly #perMs: number;
  readonly #margin: number;
  readonly #fade: number;
  /** Holds the model's samples from `#at` on, which counts from the start of its utterance. */
  #samples = new Float32Array();
  #at = 0;
  #from = -1;
  /** The end of what is audible, with the margin. */
  #to = 0;

  constructor(silences: Silences, { sampleRate, speed }: RestOptions) {
    this.#silences = silences;
    this.#speed = speed;
    this.#perMs = sampleRate / 1000;
    this.#margin = Math.round(MARGIN_MS * this.#perMs);
    this.#fade = Math.round(FADE_MS * this.#perMs);
  }

  /** Known as soon as `push` has returned something, except for its end: that is known at the end. */
  get voice(): VoicePlace {
    const start = this.#msToSamples(this.#silences.leadMs ?? 0);
    return { start, end: start + this.#to - this.#from, from: this.#from };
  }

  /** Returns what is certain so far. */
  push(samples: Float32Array): Float32Array {
    const known = this.#at + this.#samples.length;
    this.#samples = joinSamples([this.#samples, samples]);
    const first = samples.findIndex(isAudible);
    if (first >= 0) {
      if (this.#from < 0) this.#begin(Math.max(0, known + first - this.#margin));
      this.#to = known + samples.findLastIndex(isAudible) + this.#margin;
    }
    const length = this.#at + this.#samples.length;
    const certain = Math.min(this.#to, length) - this.#fade;
    // The first part is long enough to be faded in.
    const isEnough = this.#at > this.#from ? certain > this.#at : certain >= this.#from + this.#fade;
    return this.#from >= 0 && isEnough ? this.#take(certain) : new Float32Array();
  }

  /** The end of the voice, and the rest. */
  finish(): Float32Array {
    const length = this.#at + this.#samples.length;
    if (this.#from < 0) this.#begin(0);
    this.#to = this.#to === 0 ? length : Math.min(this.#to, length);
    const restMs = this.#silences.pauseMs ?? REST_MS[this.#silences.restAfter] / this.#speed;
    const voice = this.#take(this.#to, { isLast: true });
    return joinSamples([voice, new Float32Array(this.#msToSamples(restMs))]);
  }

  #begin(from: number): void {
    this.#samples = this.#samples.slice(from - this.#at);
    this.#from = from;
    this.#at = from;
  }

  #take(to: number, { isLast = false } = {}): Float32Array {
    const isFirst = this.#at === this.#from;
    const voice = this.#samples.slice(0, to - this.#at);
    this.#samples = this.#samples.slice(to - this.#at);
    this.#at = to;
    const steps = Math.min(this.#fade, Math.floor(voice.length / (isFirst && isLast ? 2 : 1)));
    if (isFirst) fadeIn(voice, steps);
    if (isLast) fadeIn(voice.reverse(), steps);
    if (isLast) voice.reverse();
    return isFirst ? joinSamples([new Float32Array(this.voice.start), voice]) : voice;
  }

  #msToSamples(ms: number): number {
    return Math.round(ms * this.#perMs);
  }
}

function isAudible(sample: number): boolean {
  return Math.abs(sample) > SILENCE;
}

function fadeIn(voice: Float32Array, steps: number): void {
  for (let i = 0; i < steps; i++) voice[i] = (voice[i] ?? 0) * (i / steps);
}
