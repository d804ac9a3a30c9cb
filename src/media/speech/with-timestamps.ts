import { encodeWav } from '../../engines/codec/index.ts';
import type { Caller } from '../../http/index.ts';
import { chargeFor, type Rider } from '../../money/ledger/index.ts';
import type { HistoryEntry } from '../history/index.ts';
import { orderSpeech } from './order-speech.ts';
import type { Delivery, SpeechDeps } from './synthesize-speech.ts';
import { createTally } from './tally.ts';
import { describeTimes } from './with-timestamps-alignment.ts';
import type { TimedSpeech, TimedSpeechRequest } from './with-timestamps-schemas.ts';

/** Unlike the plain route it says the text as it was sent, not in NFC: the caller is given offsets into it. */
export async function speakWithTimestamps(
  deps: SpeechDeps,
  caller: Caller,
  request: TimedSpeechRequest,
  delivery: Delivery<TimedSpeech>,
): Promise<TimedSpeech> {
  const { accountId } = caller;
  const { format = 'wav' } = request;
  const { sampleRate } = deps.engine.capabilities;
  const { utterance, order, ...facts } = await orderSpeech(deps, caller, request, delivery.requestId);
  const { characters, model } = facts;
  const encoder = deps.codec.encodeStream(format, sampleRate);
  const tally = createTally(utterance.text, sampleRate);
  let entry: HistoryEntry | undefined;
  let recordingKey = '';
  let kept: readonly Rider[] = [];

  const speak = async (signal: AbortSignal): Promise<TimedSpeech> => {
    const { deadlineMs } = order;
    const speaking = await deps.recordings.speak(accountId, utterance, { signal, deadlineMs });
    const samples: Float32Array[] = [];
    for await (const chunk of speaking.chunks) {
      tally.add(chunk);
      samples.push(chunk.samples);
    }
    const audio =
      format === 'wav' ? encodeWav(samples, sampleRate) : await whole(encoder.transform(each(samples)));
    entry = deps.history.open(accountId, format);
    recordingKey = speaking.key;
    [kept] = await Promise.all([speaking.keep(), entry.keepAudio(audio)]);
    const times = describeTimes(request, tally.words, tally.seconds());
    const spoken = {
      audio: audio.toString('base64'),
      format,
      characters,
      model,
      history_id: entry.id,
      ...times,
    };
    await delivery.prepare?.(spoken);
    return spoken;
  };
  const riders = (): Rider[] => {
    const said = {
      accountId,
      kind: 'tts_timed',
      text: utterance.text,
      words: tally.words,
      format,
      recordingKey,
    };
    const row = entry?.row({ ...facts, ...said, credits: order.credits, durationSeconds: tally.seconds() });
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

async function* each(samples: readonly Float32Array[]): AsyncGenerator<Float32Array> {
  yield* samples;
}

async function whole(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}
