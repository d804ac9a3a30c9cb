import { type Span, spansWithin, totalSeconds } from '../voice-activity/index.ts';
import { NoSpeech } from './errors.ts';
import type { AnyLanguageRequest } from './methods.ts';
import type { AnyLanguageModel } from './models.ts';
import { cut, fullest, type Recognisers, type Sound, type Turns, windowsOf } from './sound.ts';
import { toTranscript } from './transcript.ts';
import type { Transcript, TranscriptionRequest } from './types.ts';
import { isCredible, type Verdict } from './verdict.ts';
import type { RecognisedWindow } from './window.ts';

const WINDOW_SECONDS = 30;
/** The recogniser runs again on the rest of a window only if this much speech is left there. */
const MIN_REST_SECONDS = 0.4;

type WindowResult = { start: number; recognised: RecognisedWindow };
type Options = Pick<AnyLanguageRequest, 'language' | 'task' | 'model'>;

export async function anyLanguage(
  recognisers: Recognisers,
  sound: Sound,
  { language: requested, task = 'transcribe' }: TranscriptionRequest,
  { model, verdict, turns }: { model: AnyLanguageModel; verdict: Verdict; turns: Turns },
): Promise<Transcript> {
  const windows = windowsOf(sound, WINDOW_SECONDS);
  const first = fullest(windows, sound.spans);
  const opening = await recogniseWindow(recognisers, sound, first, { language: requested, task, model });
  const language = requested ?? opening[0]?.recognised.language ?? 'en';
  const others = windows.filter((window) => window !== first);
  const results = await Promise.all(
    others.map((window) => recogniseWindow(recognisers, sound, window, { language, task, model })),
  );
  const believed = [opening, ...results].flat().filter(({ recognised: one }) => isCredible(one));
  // If doubtful, one of three signals is against speech, so the recogniser must be confident.
  if (believed.length === 0 && (verdict === 'doubtful' || isMute([opening, ...results].flat())))
    throw new NoSpeech();
  const kept = believed.length > 0 ? believed : opening;
  const timed = kept.map(({ start, recognised: one }) => ({ offset: start, segments: one.segments }));
  return toTranscript(timed, { language, model, spans: sound.spans, turns });
}

function isMute(windows: readonly WindowResult[]): boolean {
  return windows.every(({ recognised }) =>
    recognised.segments.every(({ text }) => !/[\p{L}\p{N}]/u.test(text)),
  );
}

/** Runs the recogniser, and again from where it stopped, as long as speech follows. */
async function recogniseWindow(
  recognisers: Recognisers,
  sound: Sound,
  window: Span,
  options: Options,
): Promise<WindowResult[]> {
  const recognised = await recognisers.anyLanguage({ samples: cut(sound, window), ...options });
  const done = { start: window.start, recognised };
  const rest = { start: window.start + recognised.consumedSeconds, end: window.end };
  const left = totalSeconds(spansWithin(sound.spans, rest));
  if (recognised.consumedSeconds < 1 || left < MIN_REST_SECONDS) return [done];
  const language = options.language ?? recognised.language;
  return [done, ...(await recogniseWindow(recognisers, sound, rest, { ...options, language }))];
}
