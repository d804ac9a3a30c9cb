import type { Turn } from '../diarization/index.ts';
import { planWindows, type Span, spansWithin, totalSeconds } from '../voice-activity/index.ts';
import type {
  ActivityResult,
  AnyLanguageRequest,
  EnglishRequest,
  EnglishWindow,
  SpeakersRequest,
} from './methods.ts';
import type { RecognisedWindow } from './window.ts';

export type Recognisers = {
  listen(samples: Float32Array): Promise<ActivityResult>;
  english(request: EnglishRequest): Promise<EnglishWindow>;
  anyLanguage(request: AnyLanguageRequest): Promise<RecognisedWindow>;
  speakers(question: SpeakersRequest): Promise<Turn[]>;
  /** False when a retry would endanger the deadline. */
  hasTime(): boolean;
};

export const SAMPLE_RATE = 16_000;

/** A recording with its detected speech. */
export type Sound = { samples: Float32Array; seconds: number; spans: Span[]; probabilities: Float32Array };
/** Undefined without speaker labels. */
export type Turns = Turn[] | undefined;

export function cut({ samples }: Sound, { start, end }: Span): Float32Array {
  return samples.slice(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE));
}

/** Without detected speech, one window at the start of the audio is tried. */
export function windowsOf(sound: Sound, maxSeconds: number): Span[] {
  const { spans, probabilities, seconds } = sound;
  const windows = planWindows(spans, probabilities, { maxSeconds, seconds });
  return windows.length > 0 ? windows : [{ start: 0, end: Math.min(maxSeconds, seconds) }];
}

/** The window with the most speech. */
export function fullest(windows: readonly Span[], spans: readonly Span[]): Span {
  const speech = (window: Span): number => totalSeconds(spansWithin(spans, window));
  return windows.reduce((best, window) => (speech(window) > speech(best) ? window : best));
}
