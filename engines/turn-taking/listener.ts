/**
 * Decides when a caller's turn begins and ends. Ending it early interrupts somebody who only paused; ending it late
 * makes the agent slow. `server_vad` ends a turn after a fixed silence. `semantic` recognises the words at each pause
 * and waits for as long as these and the melody of the voice suggest. `none` ends a turn only on `commit`. A likely end
 * is told before the wait is over, so that a reply can be prepared; if the caller goes on, that work is lost.
 */

import { WINDOW_SAMPLES } from '../voice-activity/index.ts';
import type { EarOptions } from './ear-options.ts';
import { isLikelyEnd, judgePause, type PauseVerdict } from './end-of-turn.ts';
import { SoundTooLong } from './errors.ts';
import { createOutcomes, saidOf } from './outcomes.ts';
import { type Ending, endingOf } from './prosody.ts';
import { createSoundBuffer } from './sound-buffer.ts';
import { createSpeechGate, FRAME_MS, PAUSE_FRAMES } from './speech-gate.ts';
import { createTurn, type Piece, type Turn } from './turn.ts';
import type { EndReason, Heard, TurnDetection } from './types.ts';
import { createWordCheck, type WordCheck } from './word-check.ts';

const RATE = 16_000;
const THRESHOLD = 0.5;
const PREFIX_MS = 300;
const SILENCE_MS = 500;
const MAX_TURN_SECONDS = 60;
/** Sound after the last voice that belongs to the words: soft consonants. */
const TAIL_SAMPLES = 0.16 * RATE;
/** Sound without words ends here. */
const NOISE_MS = 300;
/** Nobody waits longer for a recogniser that is late. */
const LATEST_MS = 8_000;
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

/** The state of an ear: gets sound and the detector's probabilities, in step. */
export function createListener({ transcribe, language, detection, maxTurnSeconds, onEvent }: EarOptions) {
  const vad: Partial<Extract<TurnDetection, { type: 'server_vad' }>> =
    detection.type === 'server_vad' ? detection : {};
  const gate = createSpeechGate(vad.threshold ?? THRESHOLD);
  const { prefixPaddingMs = PREFIX_MS, silenceMs = SILENCE_MS } = vad;
  const prefixSamples = (prefixPaddingMs * RATE) / 1_000;
  const maxSeconds = maxTurnSeconds ?? MAX_TURN_SECONDS;
  const spoken = language?.toLowerCase().split(/[-_]/u)[0];
  const buffer = createSoundBuffer();
  let probabilities: number[] = [];
  let open: Open | null = null;
  let isSuspected = false;
  /** No sound is in two turns. */
  let taken = 0;
  const outcomes = createOutcomes(onEvent);

  const now = (): number => (detection.type === 'none' ? buffer.end() : gate.frames() * WINDOW_SAMPLES);
  const voiceEnd = (): number => gate.voiceEnd() * WINDOW_SAMPLES;
  const toMs = (samples: number): number => Math.round(samples / (RATE / 1_000));
  const voiceSeconds = (): number | undefined =>
    detection.type === 'none' ? undefined : ((gate.voiceEnd() - gate.from()) * FRAME_MS) / 1_000;
  const recognise = (from: number, to: number, signal: AbortSignal): Promise<Heard> =>
    transcribe(buffer.read(from, to), { language: spoken, signal });

  function begin(from: number): Open {
    const turn = createTurn(Math.max(taken, from - prefixSamples), recognise);
    const words = createWordCheck({
      recognise: (signal) => recognise(turn.openFrom(), now(), signal),
      tell: (heard) => onEvent({ kind: 'words', atMs: toMs(now()), said: saidOf(heard) }),
    });
    return { turn, piece: undefined, ending: 'unknown', verdict: undefined, isLikelyTold: false, words };
  }

  function frame(probability: number): void {
    probabilities = [...probabilities.slice(1 - CUT_FRAMES), probability];
    const state = gate.push(probability);
    if (state === 'suspected' && !isSuspected) onEvent({ kind: 'speech_suspected', atMs: toMs(now()) });
    if (state === 'silence' && isSuspected) onEvent({ kind: 'suspicion_dropped' });
    isSuspected = state === 'suspected';
    if (state === 'began') {
      open = begin(gate.from() * WINDOW_SAMPLES);
      onEvent({ kind: 'speech_started', atMs: gate.from() * FRAME_MS });
    }
    if (!open) {
      buffer.forgetBefore(now() - prefixSamples - PAUSE_FRAMES * WINDOW_SAMPLES);
      return;
    }
    if (state === 'resumed') reopen(open);
    if (state === 'pause') considerEnd();
    else goOn(open);
  }

  function reopen(current: Open): void {
    current.turn.reopen();
    if (current.isLikelyTold) onEvent({ kind: 'reopened', atMs: toMs(now()) });
    [current.isLikelyTold, current.verdict, current.piece] = [false, undefined, undefined];
  }

  function goOn({ turn, words }: Open): void {
    words.consider(toMs(now() - turn.from));
    if (now() - turn.from >= maxSeconds * RATE) end('too_long', now());
    else if (now() - turn.openFrom() >= CUT_SAMPLES) {
      const softest = probabilities.indexOf(Math.min(...probabilities));
      turn.cut(now() - (probabilities.length - softest - 0.5) * WINDOW_SAMPLES);
    }
  }

  /** Called while there is no voice: with each frame, and when words arrive. */
  function considerEnd(): void {
    if (!open || gate.frames() - gate.voiceEnd() < PAUSE_FRAMES) return;
    const piece = hearPause(open);
    const known = open.turn.known();
    if (known && !open.verdict && known.text !== '') judge(open, known);
    const pauseMs = toMs(now() - voiceEnd());
    const reason = endAfter(pauseMs, open, { isFailed: piece.failed, isNoise: known?.text === '' });
    if (reason) end(reason);
  }

  function hearPause(current: Open): Piece {
    if (current.piece) return current.piece;
    const piece = current.turn.hear(voiceEnd() + TAIL_SAMPLES);
    current.piece = piece;
    if (detection.type === 'semantic')
      current.ending = endingOf(buffer.read(voiceEnd() - PROSODY_SAMPLES, voiceEnd()));
    void piece.result.then(considerEnd, considerEnd);
    return piece;
  }

  function judge(current: Open, heard: Heard): void {
    const eagerness = detection.type === 'semantic' ? (detection.eagerness ?? 'auto') : 'auto';
    const said = saidOf(heard, voiceSeconds());
    const verdict = judgePause({ ...said, ending: current.ending }, eagerness);
    current.verdict = verdict;
    current.words.found(heard);
    if (detection.type === 'semantic' && !isLikelyEnd(verdict.reason)) return;
    current.isLikelyTold = true;
    const waitMs = detection.type === 'server_vad' ? silenceMs : verdict.waitMs;
    onEvent({
      kind: 'likely_end',
      atMs: toMs(now()),
      said,
      waitMs,
      reason: verdict.reason,
    });
  }

  function endAfter(
    pauseMs: number,
    { verdict }: Open,
    { isFailed, isNoise }: { isFailed: boolean; isNoise: boolean },
  ): EndReason | null {
    if (detection.type === 'server_vad') return pauseMs >= silenceMs ? 'silence' : null;
    if (isFailed || pauseMs >= LATEST_MS || (isNoise && pauseMs >= NOISE_MS)) return 'silence';
    return verdict && pauseMs >= verdict.waitMs ? verdict.reason : null;
  }

  function end(reason: EndReason, at = Math.min(now(), voiceEnd() + TAIL_SAMPLES)): void {
    if (!open) return;
    const { turn, words } = open;
    words.stop();
    const voiced = voiceSeconds();
    [open, taken] = [null, at];
    gate.reset();
    const span = { startMs: toMs(turn.from), endMs: toMs(at) };
    const samples = buffer.read(turn.from, at);
    onEvent({ kind: 'speech_stopped', ...span });
    outcomes.tell(turn.finish(at), { ...span, samples, reason, voiceSeconds: voiced });
    buffer.forgetBefore(at);
  }

  return {
    frame,
    append(samples: Float32Array): void {
      const isFull = buffer.end() + samples.length - buffer.start() > maxSeconds * RATE;
      if (detection.type === 'none' && isFull) throw new SoundTooLong(maxSeconds);
      buffer.append(samples);
    },
    settled: outcomes.settled,
    listenForWords: (): void => open?.words.want(),
    commit(): boolean {
      if (detection.type === 'none' && buffer.end() > taken) open = begin(taken);
      if (!open) return false;
      end('committed', now());
      return true;
    },
    clear(): void {
      open?.words.stop();
      open?.turn.drop();
      open = null;
      gate.reset();
      taken = now();
      buffer.forgetBefore(taken);
    },
  };
}
