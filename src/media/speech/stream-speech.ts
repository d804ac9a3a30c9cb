import { Readable } from 'node:stream';
import type { Caller } from '../../http/index.ts';
import { openStreamCharge, type Rider, type StreamCharge } from '../../money/ledger/index.ts';
import type { HistoryEntry } from '../history/index.ts';
import type { Speaking } from '../recordings/index.ts';
import { type AudioOrder, orderAudio } from './order-audio.ts';
import type { SpeechRequest } from './schemas.ts';
import type { SpeechDeps } from './synthesize-speech.ts';
import { createTally, type Tally } from './tally.ts';

export type SpokenStream = {
  body: Readable;
  contentType: string;
  characters: number;
  model: string;
  cache: 'hit' | 'miss';
  historyId: string;
};

export type SpeechStreams = {
  /** Resolves when the first clause has been said: until then every refusal is still an ordinary answer. */
  open(
    caller: Caller,
    request: SpeechRequest,
    delivery: { requestId: string; signal: AbortSignal },
  ): Promise<SpokenStream>;
  /** Resolves when every stream that has ended is also settled. */
  idle(): Promise<void>;
};

/** A slow reader keeps everything waiting, so the engine's own limit must not count the reader's time. */
const ENGINE_DEADLINE_MS = 30 * 60_000;

export function createSpeechStreams(deps: SpeechDeps): SpeechStreams {
  const closing = new Set<Promise<void>>();

  async function open(
    caller: Caller,
    request: SpeechRequest,
    delivery: { requestId: string; signal: AbortSignal },
  ): Promise<SpokenStream> {
    const ordered = await orderAudio(deps, caller, request, delivery.requestId);
    const charge = await openStreamCharge(deps, ordered.order, delivery);
    let stream: Stream | undefined;
    try {
      const { accountId } = caller;
      const { utterance, encoder, characters, model } = ordered;
      const options = { signal: charge.signal, deadlineMs: ENGINE_DEADLINE_MS };
      const speaking = await deps.recordings.speak(accountId, utterance, options);
      stream = startStream(deps, { accountId, ordered, charge, speaking });
      await stream.begun;
      delivery.signal.throwIfAborted();
      const body = Readable.from(stream.bytes(), { objectMode: false });
      const { cut, entry } = stream;
      // Also when it is never read: only `close` comes in every case.
      body.once('close', () => {
        const closed = cut().finally(() => closing.delete(closed));
        closing.add(closed);
      });
      const { contentType } = encoder;
      return { body, contentType, characters, model, cache: speaking.cache, historyId: entry.id };
    } catch (error) {
      await Promise.all([charge.release(), stream?.abandon()]);
      throw error;
    }
  }

  return {
    open,
    async idle() {
      while (closing.size > 0) await Promise.all(closing);
    },
  };
}

type Stream = {
  /** Resolves when there is sound; rejects when there will be none. */
  begun: Promise<void>;
  bytes(): AsyncGenerator<Buffer>;
  /** Settles what was handed out, unless the end was reached and settled the whole. */
  cut(): Promise<void>;
  abandon(): Promise<void>;
  entry: HistoryEntry;
};

type Parts = { accountId: string; ordered: AudioOrder; charge: StreamCharge; speaking: Speaking };

function startStream(deps: SpeechDeps, { accountId, ordered, charge, speaking }: Parts): Stream {
  const { utterance, encoder, voiceId, model, format, characters } = ordered;
  const tally = createTally(utterance.text, deps.engine.capabilities.sampleRate);
  const entry = deps.history.open(accountId, format);
  const source = chargedSamples(speaking, tally, charge);
  const encoded = encoder.transform(source.samples());
  const opening: Buffer[] = [];
  let settled: Promise<void> | undefined;

  /** Headers come before the first sound, and alone they would promise what may never follow. */
  async function begin(): Promise<void> {
    while (!source.begun()) {
      const next = await encoded.next();
      if (next.done) return;
      opening.push(next.value);
    }
  }

  async function* bytes(): AsyncGenerator<Buffer> {
    for (const part of opening) await entry.write(part);
    yield Buffer.concat(opening);
    for await (const part of encoded) {
      await entry.write(part);
      yield part;
    }
    const [kept] = await Promise.all([speaking.keep(), entry.keepAudio()]);
    await settle('whole', kept);
  }

  function settle(what: 'whole' | 'delivered', kept: readonly Rider[] = []): Promise<void> {
    settled ??= charge.settle(what, ({ credits, quantity }) => {
      const { text } = utterance;
      const { words, seconds } = tally;
      const facts = { accountId, kind: 'tts_stream', text, words, voiceId, model, format, credits };
      const measured = { characters: Math.min(quantity, characters), durationSeconds: seconds() };
      return [...kept, entry.row({ ...facts, ...measured, recordingKey: speaking.key })];
    });
    return settled;
  }

  async function abandon(): Promise<void> {
    await encoded.return(undefined).catch(() => undefined);
    await entry.discard();
  }

  return {
    begun: begin(),
    bytes,
    entry,
    abandon,
    async cut() {
      if (settled) return settled;
      await Promise.all([settle('delivered'), abandon()]);
    },
  };
}

/** Every chunk is charged for before it goes on to the encoder. */
function chargedSamples({ chunks }: Speaking, tally: Tally, charge: StreamCharge) {
  let begun = false;
  async function* samples(): AsyncGenerator<Float32Array> {
    for await (const chunk of chunks) {
      tally.add(chunk);
      await charge.advance(tally.amount());
      begun = true;
      yield chunk.samples;
    }
  }
  return { samples, begun: () => begun };
}
