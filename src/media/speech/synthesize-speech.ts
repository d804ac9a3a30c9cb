import { type Codec, encodeWav } from '../../engines/codec/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import type { Caller } from '../../http/index.ts';
import { type ChargeDeps, chargeFor, type Rider } from '../../money/ledger/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { History, HistoryEntry } from '../history/index.ts';
import type { RecordedChunk, Recordings, Speaking } from '../recordings/index.ts';
import { type AudioOrder, orderAudio } from './order-audio.ts';
import type { SpeechRequest } from './schemas.ts';
import { createTally, type Tally } from './tally.ts';

export type Spoken = {
  audio: Buffer;
  contentType: string;
  characters: number;
  model: string;
  cache: 'hit' | 'miss';
  historyId: string;
};

/** How the answer reaches the caller, and what is kept of it in the transaction that charges for it. */
export type Delivery<Result> = {
  requestId: string;
  signal: AbortSignal;
  /** Keeps the result outside the transaction, where it may take its time. */
  prepare?: ((result: Result) => Promise<void>) | undefined;
  commit?: ((tx: Tx, result: Result) => Promise<void>) | undefined;
};

export type SpeechDeps = ChargeDeps & {
  engine: SpeechEngine;
  codec: Codec;
  recordings: Recordings;
  history: History;
};

export async function synthesizeSpeech(
  deps: SpeechDeps,
  caller: Caller,
  request: SpeechRequest,
  delivery: Delivery<Spoken>,
): Promise<Spoken> {
  const { accountId } = caller;
  const ordered = await orderAudio(deps, caller, request, delivery.requestId);
  const { utterance, characters, voiceId, model, format, order } = ordered;
  const tally = createTally(utterance.text, deps.engine.capabilities.sampleRate);
  let entry: HistoryEntry | undefined;
  let recordingKey = '';
  let kept: readonly Rider[] = [];

  const speak = async (signal: AbortSignal): Promise<Spoken> => {
    const { deadlineMs } = order;
    const speaking = await deps.recordings.speak(accountId, utterance, { signal, deadlineMs });
    const audio = await encodeWhole(deps, ordered, speaking, tally);
    entry = deps.history.open(accountId, format);
    recordingKey = speaking.key;
    [kept] = await Promise.all([speaking.keep(), entry.keepAudio(audio)]);
    const { contentType } = ordered.encoder;
    const spoken = { audio, contentType, characters, model, cache: speaking.cache, historyId: entry.id };
    await delivery.prepare?.(spoken);
    return spoken;
  };
  const riders = (): Rider[] => {
    const { text } = utterance;
    const { words } = tally;
    const facts = { accountId, kind: 'tts', text, words, voiceId, model, format, characters, recordingKey };
    const row = entry?.row({ ...facts, credits: order.credits, durationSeconds: tally.seconds() });
    return row ? [...kept, row] : [];
  };
  const { signal, commit: alongside } = delivery;
  try {
    return await chargeFor(deps, order, speak, { signal, riders, alongside });
  } catch (error) {
    await entry?.discard();
    throw error;
  }
}

async function encodeWhole(
  { engine }: SpeechDeps,
  { format, encoder }: AudioOrder,
  { chunks }: Speaking,
  tally: Tally,
): Promise<Buffer> {
  const samples = samplesOf(chunks, tally);
  // The whole is known here, so its header can say how long it is.
  if (format === 'wav') return encodeWav(await collect(samples), engine.capabilities.sampleRate);
  return Buffer.concat(await collect(encoder.transform(samples)));
}

async function* samplesOf(chunks: AsyncIterable<RecordedChunk>, tally: Tally): AsyncGenerator<Float32Array> {
  for await (const chunk of chunks) {
    tally.add(chunk);
    yield chunk.samples;
  }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
