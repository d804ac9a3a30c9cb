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
  /** Gets the share of the windows that are done, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

export const SAMPLE_RATE = 16_000;

/** A recording with its detected speech. */
export type Sound = { samples: Float32Array; seconds: number; spans: Span[]; probabilities: Float32Array };
/** Undefined without speaker labels. */
export type Turns = Turn[] | undefined;

export function cut({ samples }: Sound, { start, end }: Span): Float32Array {
  return samples.slice(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE));
}

/** Tries one window at the start of the audio where no speech was detected. */
export function windowsOf(sound: Sound, maxSeconds: number): Span[] {
  const { spans, probabilities, seconds } = sound;
  const windows = planWindows(spans, probabilities, { maxSeconds, seconds });
  return windows.length > 0 ? windows : [{ start: 0, end: Math.min(maxSeconds, seconds) }];
}

/** Runs windows that can be recognised in any order. `before` is how many are done already. */
export async function eachWindow<Result>(
  { onProgress }: Pick<Recognisers, 'onProgress'>,
  windows: readonly Span[],
  before: number,
  run: (window: Span) => Promise<Result>,
): Promise<Result[]> {
  let done = before;
  const report = (): void => onProgress?.(done / Math.max(1, windows.length + before));
  report();
  return Promise.all(
    windows.map(async (window) => {
      const result = await run(window);
      done += 1;
      report();
      return result;
    }),
  );
}

/** The window with the most speech. */
export function fullest(windows: readonly Span[], spans: readonly Span[]): Span {
  const speech = (window: Span): number => totalSeconds(spansWithin(spans, window));
  return windows.reduce((best, window) => (speech(window) > speech(best) ? window : best));
}
