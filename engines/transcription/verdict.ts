import { type Span, totalSeconds } from '../voice-activity/index.ts';
import type { RecognisedWindow } from './window.ts';

/** Signals for speech. No single one decides for or against it. */
export type Signals = {
  /** The trained detector found speech. */
  detected: boolean;
  /** A pitch in the range of voices that moves like a voice's. */
  voiced: boolean;
  /** The English recogniser found words. It finds none in audio without speech. */
  worded: boolean;
};

export type Verdict = 'speech' | 'doubtful' | 'no speech';

const MIN_SPEECH_SECONDS = 0.15;
const MIN_VOICED_SHARE = 0.12;
const MIN_VOICED_SECONDS = 0.05;

export function isDetected(spans: readonly Span[]): boolean {
  return totalSeconds(spans) >= MIN_SPEECH_SECONDS;
}

export function isVoiced(voicedSeconds: number, outOfSeconds: number): boolean {
  return voicedSeconds >= MIN_VOICED_SECONDS && voicedSeconds >= MIN_VOICED_SHARE * outOfSeconds;
}

export function judge({ detected, voiced, worded }: Signals): Verdict {
  const votes = Number(detected) + Number(voiced) + Number(worded);
  return votes === 3 ? 'speech' : votes === 2 ? 'doubtful' : 'no speech';
}

/** Phrases that recognisers hallucinate in noise, learnt from subtitles. */
const STOCK_PHRASES =
  /^(thank(s| you)( so much| very much)?( for watching| for listening)?|you|bye( bye)?|okay|so|oh|the|i|beep|music|applause|silence|subtitles by.*|subscribe.*|amara\.org.*|ご視聴ありがとうございました|字幕.*|谢谢.*|www\..*)$/iu;

const MAX_NO_SPEECH = 0.6;
const MIN_LOG_PROBABILITY = -1;
const MAX_COMPRESSION = 2.4;
/** A stock phrase requires high confidence. */
const STOCK_LOG_PROBABILITY = -0.4;

/** Whether the large recogniser has confidence in its text. */
export function isCredible(window: RecognisedWindow): boolean {
  const text = window.segments.map((segment) => segment.text).join(' ');
  const words = text.replace(/[^\p{L}\p{N}.]+/gu, ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(words)) return false;
  if (window.compressionRatio > MAX_COMPRESSION) return false;
  const silent = (window.noSpeechProbability ?? 0) > MAX_NO_SPEECH;
  if (window.averageLogProbability < MIN_LOG_PROBABILITY) return false;
  const stock = STOCK_PHRASES.test(words.replace(/\.$/u, ''));
  return !(silent || (stock && window.averageLogProbability < STOCK_LOG_PROBABILITY));
}
