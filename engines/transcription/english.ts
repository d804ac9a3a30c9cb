import { type Span, spansWithin, totalSeconds } from '../voice-activity/index.ts';
import { NoSpeech } from './errors.ts';
import type { EnglishWindow } from './methods.ts';
import type { EnglishModel } from './models.ts';
import { cut, eachWindow, fullest, type Recognisers, type Sound, type Turns, windowsOf } from './sound.ts';
import { spreadWords } from './spread-words.ts';
import { type Timed, toTranscript } from './transcript.ts';
import type { Transcript } from './types.ts';

const WINDOW_SECONDS = 15;
/** The thresholds of the language are those of this model. */
const TRIAL_MODEL: EnglishModel = 'moonshine-tiny';

type EnglishResult = { window: Span; english: EnglishWindow };
/** The window with the most speech, and what the smallest English model makes of it. */
export type Trial = EnglishResult & { windows: readonly Span[] };

export async function tryEnglish(recognisers: Recognisers, sound: Sound): Promise<Trial> {
  const windows = windowsOf(sound, WINDOW_SECONDS);
  const result = await recogniseWindow(recognisers, sound, fullest(windows, sound.spans), TRIAL_MODEL);
  return { ...result, windows };
}

export async function inEnglish(
  recognisers: Recognisers,
  sound: Sound,
  { trial, model, turns }: { trial: Trial; model: EnglishModel; turns: Turns },
): Promise<Transcript> {
  const done = model === TRIAL_MODEL ? [trial] : [];
  const others = trial.windows.filter((window) => !done.some((one) => one.window === window));
  const results = await eachWindow(recognisers, others, done.length, (window) =>
    recogniseWindow(recognisers, sound, window, model),
  );
  const transcript = toTranscript(timesOf([...done, ...results], sound.spans), {
    language: 'en',
    model,
    turns,
  });
  if (transcript.text === '') throw new NoSpeech();
  return transcript;
}

async function recogniseWindow(
  { english }: Recognisers,
  sound: Sound,
  window: Span,
  model: EnglishModel,
): Promise<EnglishResult> {
  const speechSeconds = totalSeconds(spansWithin(sound.spans, window));
  return { window, english: await english({ samples: cut(sound, window), speechSeconds, model }) };
}

function timesOf(results: readonly EnglishResult[], spans: readonly Span[]): Timed[] {
  return results.map(({ window, english }) => {
    const speech = spansWithin(spans, window);
    return { offset: 0, segments: spreadWords(english.text, speech.length > 0 ? speech : [window]) };
  });
}
