import type { Turn } from '../diarization/index.ts';
import { planWindows, type Span, spansWithin, speechSpans, totalSeconds } from '../voice-activity/index.ts';
import { NoSpeech } from './errors.ts';
import { levelled } from './level.ts';
import type { ActivityResult, EnglishWindow, SpeakersRequest } from './methods.ts';
import { MODELS } from './models.ts';
import { spreadWords } from './spread-words.ts';
import { type Timed, toTranscript } from './transcript.ts';
import type { Transcript, TranscriptionRequest } from './types.ts';
import { isCredible, isDetected, isVoiced, judge, type Verdict } from './verdict.ts';
import type { WhisperRequest } from './whisper/recognise.ts';
import type { RecognisedWindow } from './window.ts';

export type Recognisers = {
  listen(samples: Float32Array): Promise<ActivityResult>;
  english(samples: Float32Array): Promise<EnglishWindow>;
  anyLanguage(request: WhisperRequest): Promise<RecognisedWindow>;
  speakers(question: SpeakersRequest): Promise<Turn[]>;
};

const SAMPLE_RATE = 16_000;
const ENGLISH_WINDOW_SECONDS = 15;
const WINDOW_SECONDS = 30;
/** The English recogniser has high confidence in English, and in few sentences of other languages, all short. */
const LIKELY_ENGLISH = -0.35;
const LIKELY_ENGLISH_IF_TINY = -0.25;
const TINY_PIECES = 4;
const SURELY_ENGLISH = -0.12;
const LONG_PIECES = 30;
/** The recogniser runs again on the rest of a window only if this much speech is left there. */
const MIN_REST_SECONDS = 0.4;

type Sound = { samples: Float32Array; seconds: number; spans: Span[]; probabilities: Float32Array };
type Turns = Turn[] | undefined;
type EnglishResult = { window: Span; english: EnglishWindow };

/** Chooses the recogniser and its windows, and decides whether there is speech at all. Independent of processes. */
export async function transcribeWith(
  recognisers: Recognisers,
  request: TranscriptionRequest,
): Promise<Transcript> {
  const samples = levelled(request.samples);
  const seconds = samples.length / SAMPLE_RATE;
  const listened = await recognisers.listen(samples);
  const spans = speechSpans(listened.probabilities);
  const sound: Sound = { samples, seconds, spans, probabilities: listened.probabilities };
  const detected = isDetected(spans);
  const voiced = isVoiced(listened.voicedSeconds, totalSeconds(spans) || seconds);
  // Recognised words alone would not prove speech, so the recogniser is not run.
  if (!detected && !voiced) throw new NoSpeech();
  const windows = windowsOf(sound, ENGLISH_WINDOW_SECONDS);
  const trial = await recogniseEnglish(recognisers, sound, fullest(windows, spans));
  const verdict = judge({ detected, voiced, worded: trial.english.text !== '' });
  if (verdict === 'no speech') throw new NoSpeech();
  const turns = await turnsIn(recognisers, sound, request);
  const english = isEnglish(request, trial.english, verdict);
  if (english === 'no') return anyLanguage(recognisers, sound, request, { verdict, turns });
  if (english === 'perhaps') {
    const transcript = await anyLanguage(recognisers, sound, request, { verdict, turns });
    if (transcript.language !== 'en') return transcript;
  }
  return inEnglish(recognisers, sound, { trial, windows, turns });
}

type English = { trial: EnglishResult; windows: readonly Span[]; turns: Turns };

async function inEnglish(
  recognisers: Recognisers,
  sound: Sound,
  { trial, windows, turns }: English,
): Promise<Transcript> {
  const others = windows.filter((window) => window !== trial.window);
  const results = await Promise.all(others.map((window) => recogniseEnglish(recognisers, sound, window)));
  return toTranscript(timesOf([trial, ...results], sound.spans), {
    language: 'en',
    model: MODELS.english,
    turns,
  });
}

/** Without detected speech there are no voices to separate: everything is one speaker. */
async function turnsIn(
  { speakers }: Recognisers,
  { samples, spans, seconds }: Sound,
  request: TranscriptionRequest,
): Promise<Turns> {
  if (!request.speakers) return undefined;
  if (spans.length === 0) return [{ start: 0, end: seconds, speaker: 0 }];
  return speakers({ samples, speech: spans, maxSpeakers: request.speakers.max });
}

/** Without detected speech, one window at the start of the audio is tried. */
function windowsOf(sound: Sound, maxSeconds: number): Span[] {
  const { spans, probabilities, seconds } = sound;
  const windows = planWindows(spans, probabilities, { maxSeconds, seconds });
  return windows.length > 0 ? windows : [{ start: 0, end: Math.min(maxSeconds, seconds) }];
}

function fullest(windows: readonly Span[], spans: readonly Span[]): Span {
  const speech = (window: Span): number => totalSeconds(spansWithin(spans, window));
  return windows.reduce((best, window) => (speech(window) > speech(best) ? window : best));
}

async function recogniseEnglish(
  { english }: Recognisers,
  sound: Sound,
  window: Span,
): Promise<EnglishResult> {
  return { window, english: await english(cut(sound, window)) };
}

function cut({ samples }: Sound, { start, end }: Span): Float32Array {
  return samples.slice(Math.round(start * SAMPLE_RATE), Math.round(end * SAMPLE_RATE));
}

/** `perhaps`: the multilingual recogniser decides on the language. */
function isEnglish(
  request: TranscriptionRequest,
  { pieces, averageLogProbability: probability }: EnglishWindow,
  verdict: Verdict,
): 'yes' | 'perhaps' | 'no' {
  if (request.task === 'translate' || verdict !== 'speech') return 'no';
  if (request.language !== undefined) return request.language === 'en' ? 'yes' : 'no';
  if (probability < (pieces < TINY_PIECES ? LIKELY_ENGLISH_IF_TINY : LIKELY_ENGLISH)) return 'no';
  return probability >= SURELY_ENGLISH || pieces >= LONG_PIECES ? 'yes' : 'perhaps';
}

function timesOf(results: readonly EnglishResult[], spans: readonly Span[]): Timed[] {
  return results.map(({ window, english }) => {
    const speech = spansWithin(spans, window);
    return { offset: 0, segments: spreadWords(english.text, speech.length > 0 ? speech : [window]) };
  });
}

async function anyLanguage(
  recognisers: Recognisers,
  sound: Sound,
  { language: requested, task = 'transcribe' }: TranscriptionRequest,
  { verdict, turns }: { verdict: Verdict; turns: Turns },
): Promise<Transcript> {
  const windows = windowsOf(sound, WINDOW_SECONDS);
  const first = fullest(windows, sound.spans);
  const opening = await recogniseWindow(recognisers, sound, first, { language: requested, task });
  const language = requested ?? opening[0]?.recognised.language ?? 'en';
  const others = windows.filter((window) => window !== first);
  const results = await Promise.all(
    others.map((window) => recogniseWindow(recognisers, sound, window, { language, task })),
  );
  const believed = [opening, ...results].flat().filter(({ recognised: one }) => isCredible(one));
  // If doubtful, one of three signals is against speech, so the recogniser must be confident.
  if (believed.length === 0 && (verdict === 'doubtful' || isMute([opening, ...results].flat())))
    throw new NoSpeech();
  const kept = believed.length > 0 ? believed : opening;
  const timed = kept.map(({ start, recognised: one }) => ({ offset: start, segments: one.segments }));
  return toTranscript(timed, { language, model: MODELS.anyLanguage, spans: sound.spans, turns });
}

type WindowResult = { start: number; recognised: RecognisedWindow };

function isMute(windows: readonly WindowResult[]): boolean {
  return windows.every(({ recognised }) =>
    recognised.segments.every(({ text }) => !/[\p{L}\p{N}]/u.test(text)),
  );
}

/** Runs the recogniser, and again from where it stopped, as long as speech follows. */
async function recogniseWindow(
  { anyLanguage: recognise }: Recognisers,
  sound: Sound,
  window: Span,
  { language, task }: Pick<WhisperRequest, 'language' | 'task'>,
): Promise<WindowResult[]> {
  const recognised = await recognise({ samples: cut(sound, window), language, task });
  const done = { start: window.start, recognised };
  const rest = { start: window.start + recognised.consumedSeconds, end: window.end };
  const left = totalSeconds(spansWithin(sound.spans, rest));
  if (recognised.consumedSeconds < 1 || left < MIN_REST_SECONDS) return [done];
  return [
    done,
    ...(await recogniseWindow({ anyLanguage: recognise } as Recognisers, sound, rest, {
      language: language ?? recognised.language,
      task,
    })),
  ];
}
