import { type AudioFormat, encodeWav, type StreamEncoder } from '../../engines/codec/index.ts';
import type { SpeechChunk, SpeechEngine, SynthesisOptions } from '../../engines/speech/index.ts';
import type { Amount, Rider } from '../../money/ledger/index.ts';
import { discardObjects, type ObjectDeps, trackObjects } from '../../platform/storage/index.ts';
import type { History, HistoryEntry } from '../history/index.ts';
import {
  type CachedChunk,
  type CachedSpeech,
  type CacheEntry,
  cacheKey,
  type SpeechCache,
} from '../speech-cache/index.ts';
import type { SpeechQuote } from './quote-speech.ts';
import { Timeline } from './timeline.ts';

export type AudioQuote = SpeechQuote & { kind: string; format: AudioFormat; encoder: StreamEncoder };

export type SynthesisDeps = ObjectDeps & { engine: SpeechEngine; cache: SpeechCache; history: History };

/** One text being spoken: where its chunks come from, and where its audio is kept. */
export type Synthesis = {
  chunks: AsyncIterable<CachedChunk>;
  timeline: Timeline;
  history: HistoryEntry;
  cacheKey: string;
  /** From the cache, or else the engine's, which goes into the cache unless that is off. */
  cached: CachedSpeech | null;
  cacheEntry: CacheEntry | null;
};

export async function startSynthesis(
  deps: SynthesisDeps,
  { utterance, model, format, charge: { accountId } }: AudioQuote,
  options: SynthesisOptions,
): Promise<Synthesis> {
  const key = cacheKey(accountId, model, utterance);
  const cached = await deps.cache.find(accountId, key);
  const cacheEntry = cached ? null : deps.cache.startEntry(accountId, key);
  const history = deps.history.startEntry(accountId, format);
  const chunks = cached?.chunks ?? cacheChunks(deps.engine.synthesize(utterance, options), cacheEntry);
  const timeline = new Timeline(utterance.text, deps.engine.capabilities.sampleRate);
  const synthesis = { chunks, timeline, history, cacheKey: key, cached, cacheEntry };
  try {
    await trackObjects(deps, objectKeysOf(synthesis));
    return synthesis;
  } catch (error) {
    cached?.close();
    throw error;
  }
}

async function* cacheChunks(
  chunks: AsyncIterable<SpeechChunk>,
  entry: CacheEntry | null,
): AsyncGenerator<CachedChunk> {
  for await (const { phonemes: _, ...chunk } of chunks) {
    await entry?.write(chunk);
    yield chunk;
  }
}

export async function encodeWhole(
  { engine }: SynthesisDeps,
  { format, encoder }: AudioQuote,
  synthesis: Synthesis,
): Promise<Buffer> {
  const samples = samplesOf(synthesis);
  // The length is known here, so the header can state it.
  if (format === 'wav') return encodeWav(await collect(samples), engine.capabilities.sampleRate);
  return Buffer.concat(await collect(encoder.transform(samples)));
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

/** Stores the audio, and returns the cache row and the history row that the settlement is to write. */
export async function finishSynthesis(quote: AudioQuote, synthesis: Synthesis): Promise<readonly Rider[]> {
  const { history, cacheEntry } = synthesis;
  const [cacheRows = []] = await Promise.all([cacheEntry?.finish(), history.storeAudio()]);
  return [...cacheRows, ...historyRows(quote, synthesis, quote.charge)];
}

export function historyRows(
  quote: AudioQuote,
  { timeline, history, cacheKey: key, cached, cacheEntry }: Synthesis,
  { credits, quantity }: Amount,
): readonly Rider[] {
  const { kind, voiceId, model, utterance } = quote;
  const { words, seconds: durationSeconds } = timeline;
  const characters = Math.min(quantity, quote.characters);
  const spoken = { text: utterance.text, words, durationSeconds, characters, credits };
  return history.rows({ kind, voiceId, model, ...spoken, cacheKey: cached || cacheEntry ? key : null });
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
