import {
  NoSpeech,
  type Transcript,
  type TranscriptionEngine,
} from '../../../../engines/transcription/index.ts';
import { baseLanguage } from '../base-language.ts';
import type { DubRequest } from '../dub-request.ts';
import type { DubScript, DubSpeaker } from '../project.ts';
import { checkGiven, hasTimes } from './check-given.ts';
import type { DraftLine } from './draft-line.ts';
import { draftHeard, draftTimed, draftWritten, type Given } from './draft-lines.ts';
import { NoSpeechInFilm } from './errors.ts';
import { groupLines } from './group-lines.ts';
import { type Prints, printOfSpans, SAMPLE_RATE } from './measure-voices.ts';
import { isNamed, labelByNames } from './script-speakers.ts';

export type HearingEngines = { transcription: TranscriptionEngine; voiceMaker: Prints };
export type HearingRequest = {
  /** Mono, 16 kHz. */
  samples: Float32Array;
  /** Null: it is detected. */
  language: string | null;
  numSpeakers: number | null;
  given: DubRequest['given'];
  target: string;
};
type Options = { signal: AbortSignal; onProgress(share: number): void };

const DEFAULT_MOST_SPEAKERS = 6;
/** A print of less would be of the words rather than of the voice. */
const LEAST_PRINT_SECONDS = 2;
/** Two busy cores take about as long as the film. */
const DEADLINE = { minutes: 10, perSecondMs: 8_000 };
/** The rest of the progress is for the prints of the speakers. */
const LINES_SHARE = 0.9;

/** The script of a film: what is said, when and by whom. `heard` tells whether the film was transcribed. */
export async function hearFilm(
  engines: HearingEngines,
  asked: HearingRequest,
  options: Options,
): Promise<{ script: DubScript; heard: boolean }> {
  const request = withoutRegions(asked);
  const { given, samples } = request;
  const seconds = samples.length / SAMPLE_RATE;
  if (given) checkGiven(given, seconds);
  const own = { ...options, onProgress: (share: number) => options.onProgress(share * LINES_SHARE) };
  const heard = !given || !hasTimes(given.lines);
  const { drafts, language } = heard
    ? await listen(engines, request, own)
    : { drafts: await draftCues(engines, request, given, own), language: spokenIn(given, request) };
  const { speakers, idOf } = await meetSpeakers(engines, { samples, drafts }, options);
  const lines = drafts.map(({ start, end, speaker, unsure, source, translation }, i) => ({
    id: `line_${String(i + 1).padStart(3, '0')}`,
    speaker_id: idOf(speaker),
    speaker_unsure: unsure,
    start,
    end,
    source,
    translation,
    unknown_words: [],
    spoken: null,
  }));
  options.onProgress(1);
  return { script: { source_language: language, speakers, lines }, heard };
}

function withoutRegions({ language, given, target, ...request }: HearingRequest): HearingRequest {
  return {
    ...request,
    language: language && baseLanguage(language),
    given: given && { ...given, language: baseLanguage(given.language) },
    target: baseLanguage(target),
  };
}

/** A script in the target language tells nothing about the language of the film. */
function spokenIn({ language }: Given, request: HearingRequest): string | null {
  return language === request.target ? request.language : language;
}

async function listen(
  engines: HearingEngines,
  request: HearingRequest,
  { signal, onProgress }: Options,
): Promise<{ drafts: DraftLine[]; language: string }> {
  const { samples, given, numSpeakers, target } = request;
  const seconds = samples.length / SAMPLE_RATE;
  const asksSpeakers = numSpeakers !== 1 && !(given && isNamed(given.lines));
  const labels = asksSpeakers && engines.transcription.capabilities.speakers;
  const language = request.language ?? (given ? spokenIn(given, request) : null) ?? undefined;
  const speakers = { max: numSpeakers ?? DEFAULT_MOST_SPEAKERS, least: numSpeakers ?? 1 };
  const transcript = await transcribe(
    engines.transcription,
    { samples, language, ...(labels && { speakers }) },
    { signal, onProgress, deadlineMs: DEADLINE.minutes * 60_000 + seconds * DEADLINE.perSecondMs },
  );
  const drafts = given
    ? draftWritten(given, transcript, { seconds, target })
    : draftHeard(transcript, seconds);
  if (drafts.length === 0) throw new NoSpeechInFilm('no words');
  const found = new Set(drafts.map(({ speaker }) => speaker)).size;
  // Fewer voices than the customer counts: some lines have the wrong one, and nothing tells which.
  const isShort = asksSpeakers && (!labels || found < (numSpeakers ?? 1));
  return {
    drafts: isShort ? drafts.map((line) => ({ ...line, unsure: true })) : drafts,
    language: given && given.language !== target ? given.language : transcript.language,
  };
}

async function transcribe(
  engine: TranscriptionEngine,
  ...[request, options]: Parameters<TranscriptionEngine['transcribe']>
): Promise<Transcript> {
  try {
    return await engine.transcribe(request, options);
  } catch (error) {
    throw error instanceof NoSpeech ? new NoSpeechInFilm(error) : error;
  }
}

async function draftCues(
  { voiceMaker, transcription }: HearingEngines,
  { samples, numSpeakers, target }: HearingRequest,
  given: Given,
  options: Options,
): Promise<DraftLine[]> {
  const place = { seconds: samples.length / SAMPLE_RATE, target };
  if (isNamed(given.lines)) return draftTimed(given, labelByNames(given.lines), place);
  const alone = draftTimed(given, [], place);
  if ((numSpeakers ?? 1) === 1) return alone;
  if (!transcription.capabilities.speakers) return alone.map((line) => ({ ...line, unsure: true }));
  const grouping = { samples, lines: alone, count: numSpeakers ?? 1 };
  const labels = await groupLines(voiceMaker, grouping, options);
  return alone.map((line, i) => ({ ...line, ...labels[i] }));
}

/** Speakers in the order of their first lines. */
async function meetSpeakers(
  { voiceMaker, transcription }: HearingEngines,
  { samples, drafts }: { samples: Float32Array; drafts: readonly DraftLine[] },
  { signal, onProgress }: Options,
): Promise<{ speakers: DubSpeaker[]; idOf(speaker: string): string }> {
  const keys = [...new Set(drafts.map(({ speaker }) => speaker))];
  const idOf = (speaker: string): string => `speaker_${keys.indexOf(speaker) + 1}`;
  const speakers: DubSpeaker[] = [];
  for (const [i, key] of keys.entries()) {
    const own = drafts.filter(({ speaker }) => speaker === key);
    const sure = own.filter(({ unsure }) => !unsure);
    const spans = sure.length > 0 ? sure : own;
    const print = transcription.capabilities.speakers
      ? await printOfSpans(voiceMaker, { samples, spans, leastSeconds: LEAST_PRINT_SECONDS }, signal)
      : null;
    const spoken = own.reduce((sum, { start, end }) => sum + end - start, 0);
    speakers.push({
      id: idOf(key),
      name: own.find(({ name }) => name !== null)?.name ?? `Speaker ${i + 1}`,
      seconds: Math.round(spoken * 1_000) / 1_000,
      print: print && Array.from(print),
      voice: null,
    });
    onProgress(LINES_SHARE + ((1 - LINES_SHARE) * (i + 1)) / keys.length);
  }
  return { speakers, idOf };
}
