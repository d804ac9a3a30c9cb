import {
  type AudioFormat,
  encodePcm16,
  type StreamEncoder,
  WAV_HEADER_BYTES,
  wavHeader,
} from '../../../engines/codec/index.ts';
import type { SpeechChunk, SpeechEngine, SynthesisOptions } from '../../../engines/speech/index.ts';
import { type Amount, creditsToReserve, type Rider } from '../../money/ledger/index.ts';
import { discardObjects, type ObjectDeps } from '../../platform/storage/index.ts';
import type { History, HistoryEntry } from '../history/index.ts';
import {
  type CachedChunk,
  type CachedSpeech,
  type CacheEntry,
  cacheKey,
  type HistoryFile,
  type SpeechCache,
} from '../speech-cache/index.ts';
import type { SpeechQuote } from './quote-speech.ts';
import { Timeline } from './timeline.ts';

export type AudioQuote = Omit<SpeechQuote, 'read'> & {
  /** Undefined when the engine has to read the utterance itself. */
  read: SpeechQuote['read'] | undefined;
  kind: string;
  format: AudioFormat;
  encoder: StreamEncoder;
};

export type SynthesisDeps = ObjectDeps & { engine: SpeechEngine; cache: SpeechCache; history: History };

/** One text being spoken: where its chunks come from, and where its audio is kept. */
export type Synthesis = {
  chunks: AsyncIterable<CachedChunk>;
  timeline: Timeline;
  history: HistoryEntry;
  cacheKey: string;
  /**
   * Null if the cache has nothing. The engine then speaks, and `cacheEntry` takes its chunks unless the cache is
   * off.
   */
  cached: CachedSpeech | null;
  cacheEntry: CacheEntry | null;
};

/** A look into the cache that runs beside the reservation. */
export type CacheLookup = { key: string; found: Promise<CachedSpeech | null> };

type LookupQuote = Pick<AudioQuote, 'utterance' | 'model'> & { charge: { accountId: string } };

/** `closeLookup` must follow unless `startSynthesis` does. */
export function startLookup(
  { cache, engine }: { cache: Pick<SpeechCache, 'find'>; engine: { capabilities: { mark: string } } },
  { utterance, model, charge: { accountId } }: LookupQuote,
): CacheLookup {
  const key = cacheKey(accountId, { model, mark: engine.capabilities.mark }, utterance);
  const found = cache.find(accountId, key);
  // It may fail before anybody waits for it. Whoever waits later still gets the error.
  found.catch(() => undefined);
  return { key, found };
}

/** Closes the lookup of a call that has already failed. An error of the lookup adds nothing. */
export async function closeLookup({ found }: CacheLookup): Promise<void> {
  (await found.catch(() => null))?.close();
}

export async function startSynthesis(
  deps: SynthesisDeps,
  {
    utterance,
    read,
    kind,
    model,
    voiceId: heard,
    format,
    encoder: { contentType },
    charge: { accountId },
  }: AudioQuote,
  { key, found }: CacheLookup,
  { isWhole, ...options }: SynthesisOptions & { isWhole: boolean },
): Promise<Synthesis> {
  const cached = await found;
  const voiceId = utterance.speaker ? (utterance.voiceId ?? null) : null;
  try {
    const named = { kind, model, voiceId: heard };
    const history = await deps.history.startEntry(accountId, { ...named, format, contentType });
    const file = isWhole ? samplesIn(format, history) : null;
    const cacheEntry = cached ? null : await deps.cache.startEntry({ accountId, key, voiceId }, file);
    const speak = () => deps.engine.synthesize(utterance, { ...options, read, onBehalfOf: { accountId } });
    const { sampleRate } = deps.engine.capabilities;
    const hear = (samples: Float32Array) => history.hear({ channels: [samples], sampleRate });
    const chunks = cached?.chunks ?? cacheChunks(speak(), cacheEntry, hear);
    const timeline = new Timeline(utterance.text, sampleRate);
    return { chunks, timeline, history, cacheKey: key, cached, cacheEntry };
  } catch (error) {
    cached?.close();
    throw error;
  }
}

/** A whole WAV or PCM file has the samples as the cache keeps them. The header of a streamed file may be another. */
function samplesIn(format: AudioFormat, { objectKey }: HistoryEntry): HistoryFile | null {
  if (format === 'wav') return { objectKey, headerBytes: WAV_HEADER_BYTES };
  return format === 'pcm' ? { objectKey, headerBytes: 0 } : null;
}

async function* cacheChunks(
  chunks: AsyncIterable<SpeechChunk>,
  entry: CacheEntry | null,
  hear: (samples: Float32Array) => Promise<void>,
): AsyncGenerator<CachedChunk> {
  for await (const { phonemes: _, ...chunk } of chunks) {
    await entry?.write(chunk);
    yield chunk;
    // After it has left, so that nobody waits for it.
    await hear(chunk.samples);
  }
}

export async function encodeWhole(
  { engine }: SynthesisDeps,
  { format, encoder }: AudioQuote,
  synthesis: Synthesis,
): Promise<Buffer> {
  const samples = samplesOf(synthesis);
  if (format === 'wav') return encodeWholeWav(samples, engine.capabilities.sampleRate);
  return Buffer.concat(await collect(encoder.transform(samples)));
}

/** Chunk by chunk: ten minutes at once would keep everybody else waiting. The header states the length, known at the end. */
async function encodeWholeWav(chunks: AsyncIterable<Float32Array>, sampleRate: number): Promise<Buffer> {
  const encoded: Buffer[] = [];
  for await (const samples of chunks) encoded.push(encodePcm16(samples));
  const dataBytes = encoded.reduce((sum, { length }) => sum + length, 0);
  return Buffer.concat([wavHeader(sampleRate, dataBytes), ...encoded]);
}

async function* samplesOf({ chunks, timeline }: Synthesis): AsyncGenerator<Float32Array> {
  for await (const chunk of chunks) {
    timeline.add(chunk);
    yield chunk.samples;
  }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Signs and stores audio that is whole. Returns the file to answer with, and the rows that the settlement is to write. */
export async function finishWhole(
  quote: AudioQuote,
  synthesis: Synthesis,
  whole: Buffer,
): Promise<{ audio: Buffer; rows: readonly Rider[] }> {
  const audio = await synthesis.history.storeWhole(whole);
  return { audio, rows: await rowsOf(quote, synthesis) };
}

/** Stores audio that was written while it left, and returns the rows that the settlement is to write. */
export async function finishStream(quote: AudioQuote, synthesis: Synthesis): Promise<readonly Rider[]> {
  await synthesis.history.storeAudio();
  return rowsOf(quote, synthesis);
}

async function rowsOf(quote: AudioQuote, synthesis: Synthesis): Promise<readonly Rider[]> {
  const { history, cacheEntry } = synthesis;
  const cacheRow = cacheEntry?.canRead(history.isStored) ? await cacheEntry.finish() : null;
  const historyRows = rowsOfHistory(quote, synthesis, quote.charge);
  return cacheRow ? [cacheRow, ...historyRows] : historyRows;
}

/** The entry shows what was paid: the characters, and the fee of the voice. */
export function rowsOfHistory(
  quote: AudioQuote,
  { timeline, history, cacheKey: key, cached, cacheEntry }: Synthesis,
  { quantity, ...amount }: Amount,
): Rider[] {
  const { utterance } = quote;
  const { words, seconds: durationSeconds } = timeline;
  const credits = creditsToReserve({ ...amount, fee: quote.charge.fee });
  const characters = Math.min(quantity, quote.characters);
  const spoken = { text: utterance.text, words, durationSeconds, characters, credits };
  return history.rows({ ...spoken, cacheKey: cached || cacheEntry ? key : null });
}

/** Leaves no audio behind. Never throws. */
export async function discardSynthesis(deps: SynthesisDeps, synthesis: Synthesis): Promise<void> {
  synthesis.cached?.close();
  synthesis.cacheEntry?.abandon();
  synthesis.history.abandon();
  await discardObjects(deps, objectKeysOf(synthesis));
}

function objectKeysOf({ history, cacheEntry }: Synthesis): string[] {
  return cacheEntry ? [history.objectKey, cacheEntry.objectKey] : [history.objectKey];
}
