import { encodeWav } from '../../engines/codec/index.ts';
import { chargeFor, type Rider } from '../../money/ledger/index.ts';
import type { HistoryEntry } from '../history/index.ts';
import type { RecordedChunk, Speaking } from '../recordings/index.ts';
import type { AudioOrder } from './order-audio.ts';
import type { Delivery, SpeechDeps } from './synthesize-speech.ts';
import { createTally, type Tally } from './tally.ts';

export type Said = { audio: Buffer; tally: Tally; cache: 'hit' | 'miss'; historyId: string };

/**
 * Says all of an order, and charges for it with its entry in the history. `present` makes of it what the caller gets.
 */
export async function speakWhole<Result>(
  deps: SpeechDeps,
  ordered: AudioOrder & { kind: string },
  delivery: Delivery<Result>,
  present: (said: Said) => Result,
): Promise<Result> {
  const { utterance, order, encoder, ...facts } = ordered;
  const { accountId, credits, deadlineMs } = order;
  const { text } = utterance;
  const tally = createTally(text, deps.engine.capabilities.sampleRate);
  let entry: HistoryEntry | undefined;
  let recordingKey = '';
  let kept: readonly Rider[] = [];

  const speak = async (signal: AbortSignal): Promise<Result> => {
    const speaking = await deps.recordings.speak(accountId, utterance, { signal, deadlineMs });
    const audio = await encodeWhole(deps, ordered, speaking, tally);
    entry = deps.history.open(accountId, facts.format);
    recordingKey = speaking.key;
    [kept] = await Promise.all([speaking.keep(), entry.keepAudio(audio)]);
    const result = present({ audio, tally, cache: speaking.cache, historyId: entry.id });
    await delivery.prepare?.(result);
    return result;
  };
  const riders = (): Rider[] => {
    const said = { text, words: tally.words, durationSeconds: tally.seconds() };
    const row = entry?.row({ ...facts, ...said, accountId, credits, recordingKey });
    return row ? [...kept, row] : [];
  };
  const { signal, routingCredits = 0, commit: alongside } = delivery;
  try {
    return await chargeFor(deps, { ...order, routingCredits }, speak, { signal, riders, alongside });
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
