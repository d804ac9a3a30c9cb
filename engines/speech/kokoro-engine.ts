/**
 * Speaks text with Kokoro in a pool of processes. Sentences are cut into segments, which run in parallel and are
 * yielded in order. A short first segment gives audio early but costs time in total, so `whole` does without it. `live`
 * yields each part of a segment as soon as it is made; otherwise a chunk is a whole segment. The first segment of a
 * request goes ahead of later ones of others, unless the request `goesOn` from speech that is being heard. Presets
 * and custom voices that it is adapted to are decoded by our own network, other custom voices by Kokoro's own generator.
 */

import type { DomainError } from '../../src/platform/errors.ts';
import type { PoolStats } from '../../src/platform/process-pool/index.ts';
import { isForThisDecoder } from './decoder/kept-adaptation.ts';
import { RemoteVoiceHere, TextNotSpeakable } from './errors.ts';
import { estimateSpeechSeconds } from './estimate-seconds.ts';
import { inOrder } from './in-order.ts';
import type { Utterance } from './kokoro/methods.ts';
import { createStyles, VOICES_DIR } from './kokoro/styles.ts';
import { tokenIds } from './kokoro/vocabulary.ts';
import { LANGUAGES, type LanguageCode } from './languages.ts';
import type { ClauseWord } from './phonemes/methods.ts';
import { planSegments } from './plan.ts';
import { createPools, type PoolsOptions, type SpeechPools } from './pools.ts';
import { type ReadRequest, readRequest, SPEED } from './read-request.ts';
import { isRemote, type Speaker } from './remote-speaker.ts';
import { type PlacedSegment, segmentChunks } from './segment-chunks.ts';
import { phonemesOf } from './sounds.ts';
import { SPEAKER_ENGINE } from './speaker.ts';
import { sentenceLanguage, spokenLanguages } from './spoken-languages.ts';
import type { Token } from './text/token.ts';
import type { CheckRequest, SpeechChunk, SpeechEngine, SynthesisOptions, SynthesisRequest } from './types.ts';
import { VOICES } from './voices.ts';

const SAMPLE_RATE = 24_000;
const DEADLINE_MS = 10 * 60_000;

type CallOptions = { signal?: AbortSignal; deadlineMs: number; urgent?: boolean };

export type KokoroEngine = SpeechEngine & {
  stats(): { language: PoolStats; kokoro: PoolStats };
  /** What the networks would be given for each segment of a request. */
  utterances(request: SynthesisRequest, signal?: AbortSignal): Promise<Utterance[]>;
};

export function createKokoroEngine(options: PoolsOptions): KokoroEngine {
  const pools = createPools(options);
  const styles = createStyles(VOICES_DIR);

  const read = (request: CheckRequest): Promise<ReadRequest> =>
    readRequest(
      request,
      async (texts) => (await pools.language.call('scoreLanguages', { texts }, {})).scores,
    );

  return {
    capabilities: {
      model: SPEAKER_ENGINE,
      mark: pools.mark,
      sampleRate: SAMPLE_RATE,
      languages: LANGUAGES.map(({ code }) => code),
      speed: SPEED,
      streaming: true,
    },
    voices: VOICES,
    warm: pools.warm,
    status: pools.status,
    stats: () => ({ language: pools.language.stats(), kokoro: pools.kokoro.stats() }),
    figures: pools.figures,
    unavailable: async (speaker) => unavailable(speaker),
    check: async (request) => {
      const checked = await read(request);
      return { seconds: estimateSpeechSeconds(checked), languages: spokenLanguages(checked), read: checked };
    },
    synthesize: (request, given = {}) => synthesize({ pools, styles, read }, request, given),
    utterances: async (request, signal) => {
      const whatIsRead = await read(request);
      const call = () => ({ ...(signal && { signal }), deadlineMs: DEADLINE_MS });
      const made: Utterance[] = [];
      for await (const segment of segmentsOf(whatIsRead, pools, { call, whole: true }))
        made.push(await utteranceOf(styles, segment, whatIsRead));
      return made;
    },
    close: pools.close,
  };
}

type Parts = {
  pools: SpeechPools;
  styles: ReturnType<typeof createStyles>;
  read(request: CheckRequest): Promise<ReadRequest>;
};

async function* synthesize(
  parts: Parts,
  request: SynthesisRequest,
  given: SynthesisOptions,
): AsyncGenerator<SpeechChunk> {
  const endsAtMs = performance.now() + (given.deadlineMs ?? DEADLINE_MS);
  const offline = unavailable(request.speaker);
  if (offline) throw offline;
  const whatIsRead = given.read ?? (await parts.read(request));
  const callWith = (signal?: AbortSignal): CallOptions => ({
    ...(signal && { signal }),
    deadlineMs: Math.max(1, endsAtMs - performance.now()),
  });
  const segments = segmentsOf(whatIsRead, parts.pools, {
    call: () => callWith(given.signal),
    whole: given.whole ?? false,
  });
  let spoken = false;
  let sent = 0;
  // One more than can run, so that no process idles until the caller has read the previous chunk.
  const ahead = parts.pools.processes + 1;
  const { live = false, unmarked = false, draft = false } = given;
  // A caller's first segment goes ahead of later segments of others, for a short time to first audio.
  const run = (segment: PlacedSegment, signal: AbortSignal) => {
    const urgent = sent++ === 0 && !given.goesOn;
    return speak(parts, segment, whatIsRead, { ...callWith(signal), urgent, live, unmarked, draft });
  };
  for await (const chunks of inOrder(segments, run, {
    ahead,
    ...(given.signal && { signal: given.signal }),
  })) {
    spoken = true;
    yield* chunks;
  }
  if (!spoken) throw new TextNotSpeakable();
}

/** Starts at once; its chunks may be read later. */
async function speak(
  { pools, styles }: Omit<Parts, 'read'>,
  segment: PlacedSegment,
  read: ReadRequest,
  { live, unmarked, draft, ...call }: CallOptions & { live: boolean; unmarked: boolean; draft: boolean },
): Promise<AsyncGenerator<SpeechChunk>> {
  const { adaptation, equaliserDb = [] } = read.speaker ?? {};
  const utterance = await utteranceOf(styles, segment, read);
  const isAdapted = adaptation !== undefined && isForThisDecoder(adaptation);
  const isOurs = draft || !read.speaker || isAdapted;
  const payload = {
    ...{ ...utterance, equaliserDb, unmarked },
    ...(isOurs
      ? { generator: 'vox' as const, ...(isAdapted && { adaptation }) }
      : { generator: 'kokoro' as const }),
  };
  const parts = pools.kokoro.stream('speak', payload, call);
  return segmentChunks(segment, parts, { sampleRate: SAMPLE_RATE, speed: utterance.speed, live });
}

async function utteranceOf(
  styles: Parts['styles'],
  { sounds, rate }: PlacedSegment,
  read: ReadRequest,
): Promise<Utterance> {
  const { f0Scale = 1, pace = 1, timbreOffsets } = read.speaker ?? {};
  const speed = Math.min(Math.max(read.speed * rate * pace, SPEED.min), SPEED.max);
  const style = read.speaker
    ? await styles.speakerStyle(read.speaker, sounds.length)
    : await styles.styleFor(read.parts, sounds.length);
  return { ids: tokenIds(phonemesOf(sounds)), style, speed, f0Scale, timbreOffsets };
}

function unavailable(speaker: Speaker | undefined): DomainError | null {
  return isRemote(speaker) ? new RemoteVoiceHere(speaker.engine) : null;
}

/** Phonemizes one sentence at a time, so that callers take turns in the pool. */
async function* segmentsOf(
  read: ReadRequest,
  pools: SpeechPools,
  { call, whole }: { call: () => CallOptions; whole: boolean },
): AsyncGenerator<PlacedSegment> {
  for (const [sentenceIndex, sentence] of read.sentences.entries()) {
    const language = sentenceLanguage(sentence, read);
    const clauses = sentence.clauses.map(({ words }) =>
      words.map((word) => clauseWord(word, read, language)),
    );
    const payload = { language, clauses };
    const { clauses: spoken } = await pools.language.call('phonemize', payload, call());
    const opens = sentenceIndex === 0 && !whole;
    const isLast = sentenceIndex === read.sentences.length - 1;
    const { start, end } = sentence;
    for (const segment of planSegments(sentence, spoken, { opens, isLast }))
      yield { ...segment, sentenceIndex, start, end };
  }
}

/** `language` is that of most words of the sentence. */
function clauseWord(
  { spoken, phonemes, language: own }: Token,
  read: ReadRequest,
  language: LanguageCode,
): ClauseWord {
  if (phonemes !== undefined) return { phonemes };
  const spokenIn = own ?? read.language.code;
  return spokenIn === language ? spoken : { foreign: spoken, language: spokenIn };
}
