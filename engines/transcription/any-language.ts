import { type Span, softestMoment, spansWithin, totalSeconds } from '../voice-activity/index.ts';
import { NoSpeech } from './errors.ts';
import type { AnyLanguageRequest } from './methods.ts';
import type { AnyLanguageModel } from './models.ts';
import { cut, eachWindow, fullest, type Recognisers, type Sound, type Turns, windowsOf } from './sound.ts';
import { toTranscript } from './transcript.ts';
import type { Transcript, TranscriptionRequest } from './types.ts';
import { isCredible, type Verdict } from './verdict.ts';
import type { RecognisedWindow } from './window.ts';

const WINDOW_SECONDS = 30;
/** The recogniser runs again on the rest of a window only if this much speech is left there. */
const MIN_REST_SECONDS = 0.4;
/** The limit holds for a whole request, so that audio on which the recogniser always loops costs few extra windows. */
const MAX_SPLITS = 4;
const MIN_SPLIT_SECONDS = 4;

type WindowResult = { start: number; recognised: RecognisedWindow };
type Run = { recognisers: Recognisers; sound: Sound; splitsLeft: number };
type Options = Pick<AnyLanguageRequest, 'language' | 'task' | 'model'>;

export async function anyLanguage(
  recognisers: Recognisers,
  sound: Sound,
  { language: requested, task = 'transcribe' }: TranscriptionRequest,
  { model, verdict, turns }: { model: AnyLanguageModel; verdict: Verdict; turns: Turns },
): Promise<Transcript> {
  const run: Run = { recognisers, sound, splitsLeft: MAX_SPLITS };
  const windows = windowsOf(sound, WINDOW_SECONDS);
  const first = fullest(windows, sound.spans);
  const opening = await recogniseWindow(run, first, { language: requested, task, model });
  const language = requested ?? opening[0]?.recognised.language ?? 'en';
  const others = windows.filter((window) => window !== first);
  const results = await eachWindow(recognisers, others, 1, (window) =>
    recogniseWindow(run, window, { language, task, model }),
  );
  // If doubtful, one of three signals is against speech, so the recogniser must be confident, and a loop counts against it.
  const believed = [opening, ...results]
    .flat()
    .filter(({ recognised: one }) => isCredible(one) && !(one.repeats && verdict === 'doubtful'));
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
async function recogniseWindow(run: Run, window: Span, options: Options): Promise<WindowResult[]> {
  const { recognisers, sound } = run;
  const recognised = await recognisers.anyLanguage({ samples: cut(sound, window), ...options });
  const language = options.language ?? recognised.language;
  const halves = recognised.repeats ? await recogniseHalves(run, window, { ...options, language }) : null;
  if (halves) return halves;
  const done = { start: window.start, recognised };
  const rest = { start: window.start + recognised.consumedSeconds, end: window.end };
  const left = totalSeconds(spansWithin(sound.spans, rest));
  if (recognised.consumedSeconds < 1 || left < MIN_REST_SECONDS) return [done];
  return [done, ...(await recogniseWindow(run, rest, { ...options, language }))];
}

/** A recogniser that loops in a window seldom loops in both of its halves. Null if that is no better. */
async function recogniseHalves(run: Run, window: Span, options: Options): Promise<WindowResult[] | null> {
  const isLong = window.end - window.start >= MIN_SPLIT_SECONDS;
  if (run.splitsLeft === 0 || !isLong || !run.recognisers.hasTime()) return null;
  run.splitsLeft -= 1;
  const middle = softestMoment(run.sound.probabilities, middleThird(window));
  const before = { start: window.start, end: middle };
  const after = { start: middle, end: window.end };
  const halves = [
    ...(await recogniseWindow(run, before, options)),
    ...(await recogniseWindow(run, after, options)),
  ];
  return halves.every(({ recognised }) => recognised.repeats) ? null : halves;
}

function middleThird({ start, end }: Span): Span {
  const third = (end - start) / 3;
  return { start: start + third, end: end - third };
}
