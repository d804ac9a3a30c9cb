/**
 * Decides when a caller's turn begins and ends. Ending it early interrupts somebody who only paused; ending it late
 * makes the agent slow. `server_vad` ends a turn after a fixed silence. `semantic` recognises the words at each pause
 * and waits for as long as these and the melody of the voice suggest. `none` ends a turn only on `commit`. A likely end
 * is told before the wait is over, so that a reply can be prepared; if the caller goes on, that work is lost.
 */

import { WINDOW_SAMPLES } from '../voice-activity/index.ts';
import type { EarOptions } from './ear-options.ts';
import { endAfter, type Settings, settingsOf } from './ear-settings.ts';
import { isLikelyEnd, judgePause, type PauseVerdict } from './end-of-turn.ts';
import { SoundTooLong } from './errors.ts';
import { createOutcomes, saidOf } from './outcomes.ts';
import { type Ending, endingOf } from './prosody.ts';
import { createSoundBuffer } from './sound-buffer.ts';
import { createSpeechGate, FRAME_MS, PAUSE_FRAMES } from './speech-gate.ts';
import { createTurn, type Piece, type Turn } from './turn.ts';
import type { EndReason, Heard } from './types.ts';
import { createWordCheck, type WordCheck } from './word-check.ts';

const RATE = 16_000;
/** Sound after the last voice that belongs to the words: soft consonants. */
const TAIL_SAMPLES = 0.16 * RATE;
/** Speech without a pause is recognised in pieces of this, less up to six seconds. */
const CUT_SAMPLES = 20 * RATE;
const CUT_FRAMES = 180;
const PROSODY_SAMPLES = 1.5 * RATE;

type Open = {
  turn: Turn;
  /** Sound up to the current pause; undefined while somebody speaks. */
  piece: Piece | undefined;
  ending: Ending;
  verdict: PauseVerdict | undefined;
  isLikelyTold: boolean;
  words: WordCheck;
};

export function createListener(options: EarOptions): Listener {
  return new Listener(options);
}

/** The state of an ear: gets sound and the detector's probabilities, in step. */
class Listener {
  readonly #options: EarOptions;
  readonly #settings: Settings;
  readonly #gate: ReturnType<typeof createSpeechGate>;
  readonly #outcomes: ReturnType<typeof createOutcomes>;
  readonly #buffer = createSoundBuffer();
  #probabilities: number[] = [];
  #open: Open | null = null;
  #isSuspected = false;
  /** No sound is in two turns. */
  #taken = 0;

  constructor(options: EarOptions) {
    this.#options = options;
    this.#settings = settingsOf(options);
    this.#gate = createSpeechGate(this.#settings.threshold);
    this.#outcomes = createOutcomes(options.onEvent);
  }

  frame(probability: number): void {
    this.#probabilities = [...this.#probabilities.slice(1 - CUT_FRAMES), probability];
    const state = this.#gate.push(probability);
    if (state === 'suspected' && !this.#isSuspected)
      this.#options.onEvent({ kind: 'speech_suspected', atMs: toMs(this.#now()) });
    if (state === 'silence' && this.#isSuspected) this.#options.onEvent({ kind: 'suspicion_dropped' });
    this.#isSuspected = state === 'suspected';
    if (state === 'began') {
      this.#open = this.#begin(this.#gate.from() * WINDOW_SAMPLES);
      this.#options.onEvent({ kind: 'speech_started', atMs: this.#gate.from() * FRAME_MS });
    }
    if (!this.#open) {
      this.#buffer.forgetBefore(this.#now() - this.#settings.prefixSamples - PAUSE_FRAMES * WINDOW_SAMPLES);
      return;
    }
    if (state === 'resumed') this.#reopen(this.#open);
    if (state === 'pause') this.#considerEnd();
    else this.#goOn(this.#open);
  }

  append(samples: Float32Array): void {
    const buffer = this.#buffer;
    const isFull = buffer.end() + samples.length - buffer.start() > this.#settings.maxSeconds * RATE;
    if (this.#settings.detection.type === 'none' && isFull) throw new SoundTooLong(this.#settings.maxSeconds);
    buffer.append(samples);
  }

  settled(most: number): Promise<void> {
    return this.#outcomes.settled(most);
  }

  listenForWords(): void {
    this.#open?.words.want();
  }

  commit(): boolean {
    if (this.#settings.detection.type === 'none' && this.#buffer.end() > this.#taken)
      this.#open = this.#begin(this.#taken);
    if (!this.#open) return false;
    this.#end('committed', this.#now());
    return true;
  }

  clear(): void {
    this.#open?.words.stop();
    this.#open?.turn.drop();
    this.#open = null;
    this.#gate.reset();
    this.#taken = this.#now();
    this.#buffer.forgetBefore(this.#taken);
  }

  #begin(from: number): Open {
    const turn = createTurn(Math.max(this.#taken, from - this.#settings.prefixSamples), (...asked) =>
      this.#recognise(...asked),
    );
    const words = createWordCheck({
      recognise: (signal) => this.#recognise(turn.openFrom(), this.#now(), signal),
      tell: (heard) => this.#options.onEvent({ kind: 'words', atMs: toMs(this.#now()), said: saidOf(heard) }),
    });
    return { turn, piece: undefined, ending: 'unknown', verdict: undefined, isLikelyTold: false, words };
  }

  #reopen(current: Open): void {
    current.turn.reopen();
    if (current.isLikelyTold) this.#options.onEvent({ kind: 'reopened', atMs: toMs(this.#now()) });
    current.isLikelyTold = false;
    current.verdict = undefined;
    current.piece = undefined;
  }

  #goOn({ turn, words }: Open): void {
    words.consider(toMs(this.#now() - turn.from));
    if (this.#now() - turn.from >= this.#settings.maxSeconds * RATE) this.#end('too_long', this.#now());
    else if (this.#now() - turn.openFrom() >= CUT_SAMPLES) {
      const softest = this.#probabilities.indexOf(Math.min(...this.#probabilities));
      turn.cut(this.#now() - (this.#probabilities.length - softest - 0.5) * WINDOW_SAMPLES);
    }
  }

  /** Called while there is no voice: with each frame, and when words arrive. */
  #considerEnd(): void {
    if (!this.#open || this.#gate.frames() - this.#gate.voiceEnd() < PAUSE_FRAMES) return;
    const piece = this.#hearPause(this.#open);
    const known = this.#open.turn.known();
    if (known && !this.#open.verdict && known.text !== '') this.#judge(this.#open, known);
    const pauseMs = toMs(this.#now() - this.#voiceEnd());
    const reason = endAfter(pauseMs, this.#settings, {
      verdict: this.#open.verdict,
      isFailed: piece.failed,
      isNoise: known?.text === '',
    });
    if (reason) this.#end(reason);
  }

  #hearPause(current: Open): Piece {
    if (current.piece) return current.piece;
    const piece = current.turn.hear(this.#voiceEnd() + TAIL_SAMPLES);
    current.piece = piece;
    if (this.#settings.detection.type === 'semantic')
      current.ending = endingOf(this.#buffer.read(this.#voiceEnd() - PROSODY_SAMPLES, this.#voiceEnd()));
    const considerEnd = () => this.#considerEnd();
    void piece.result.then(considerEnd, considerEnd);
    return piece;
  }

  #judge(current: Open, heard: Heard): void {
    const { detection, eagerness, silenceMs } = this.#settings;
    const said = saidOf(heard, this.#voiceSeconds());
    const verdict = judgePause({ ...said, ending: current.ending }, eagerness);
    current.verdict = verdict;
    current.words.found(heard);
    if (detection.type === 'semantic' && !isLikelyEnd(verdict.reason)) return;
    current.isLikelyTold = true;
    const waitMs = detection.type === 'server_vad' ? silenceMs : verdict.waitMs;
    this.#options.onEvent({
      kind: 'likely_end',
      atMs: toMs(this.#now()),
      said,
      waitMs,
      reason: verdict.reason,
    });
  }

  #end(reason: EndReason, at = Math.min(this.#now(), this.#voiceEnd() + TAIL_SAMPLES)): void {
    if (!this.#open) return;
    const { turn, words } = this.#open;
    words.stop();
    const voiced = this.#voiceSeconds();
    this.#open = null;
    this.#taken = at;
    this.#gate.reset();
    const span = { startMs: toMs(turn.from), endMs: toMs(at) };
    const samples = this.#buffer.read(turn.from, at);
    this.#options.onEvent({ kind: 'speech_stopped', ...span });
    this.#outcomes.tell(turn.finish(at), { ...span, samples, reason, voiceSeconds: voiced });
    this.#buffer.forgetBefore(at);
  }

  #now(): number {
    return this.#settings.detection.type === 'none'
      ? this.#buffer.end()
      : this.#gate.frames() * WINDOW_SAMPLES;
  }

  #voiceEnd(): number {
    return this.#gate.voiceEnd() * WINDOW_SAMPLES;
  }

  #voiceSeconds(): number | undefined {
    if (this.#settings.detection.type === 'none') return undefined;
    return ((this.#gate.voiceEnd() - this.#gate.from()) * FRAME_MS) / 1_000;
  }

  #recognise(from: number, to: number, signal: AbortSignal): Promise<Heard> {
    return this.#options.transcribe(this.#buffer.read(from, to), { language: this.#settings.spoken, signal });
  }
}

function toMs(samples: number): number {
  return Math.round(samples / (RATE / 1_000));
}
