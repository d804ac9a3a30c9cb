import { Readable } from 'node:stream';
import type { Codec } from '../../../engines/codec/index.ts';
import type { LanguageSpan } from '../../../engines/speech/index.ts';
import type { Answer, AnswerKeeper, Caller } from '../../http/index.ts';
import {
  type ChargeDeps,
  chargeFor,
  creditsToReserve,
  openStreamCharge,
  type Rider,
  type StreamCharge,
} from '../../money/ledger/index.ts';
import { keepSpan, traced } from '../../platform/tracing/index.ts';
import type { TimedSpan } from '../history/index.ts';
import type { DisclosurePlace, SpeechDisclosure } from './disclosure.ts';
import { type Pronunciations, quoteSpeech, readSpeech } from './quote-speech.ts';
import type { SpeechRequest } from './schemas.ts';
import {
  type AudioQuote,
  closeLookup,
  discardSynthesis,
  encodeWhole,
  finishStream,
  finishWhole,
  rowsOfHistory,
  type Synthesis,
  type SynthesisDeps,
  startLookup,
  startSynthesis,
} from './synthesis.ts';

// Text to speech from request to answer: quote, reserve, speak, encode, keep, settle. `synthesizeSpeech` answers with
// the whole audio, `streamSpeech` while it is still being spoken. docs/decisions/0005-streams.md gives the reasons.

export type SpeechDeps = ChargeDeps &
  SynthesisDeps & {
    codec: Codec;
    /** Holds for requests that say nothing of it. */
    speechDisclosure: SpeechDisclosure;
  };

export type SpeechFacts = {
  contentType: string;
  characters: number;
  /** Includes the fee of the voice. */
  credits: number;
  model: string;
  languages: LanguageSpan[];
  /** What is spoken, with the sentence that a computer made it. */
  text: string;
  disclosure: DisclosurePlace | null;
  cache: 'hit' | 'miss';
  historyId: string;
};
export type Speech = SpeechFacts & { audio: Buffer; words: TimedSpan[]; durationSeconds: number };
export type SpeechStream = SpeechFacts & { body: Readable };

export type SpeechContext = Pronunciations & {
  /** `tts_timed` speaks the text as it was sent, since its answer has offsets into it; `tts` speaks it in NFC. */
  kind: 'tts' | 'tts_timed';
  requestId: string;
  /** Aborted when the client is gone: the work stops and nothing is charged. */
  signal: AbortSignal;
  routingCredits?: number;
  /** Keeps the answer to a call with an Idempotency-Key, in the transaction that settles its charge. */
  keeper: AnswerKeeper | null;
  answerWith(speech: Speech): Answer | Promise<Answer>;
};

export type StreamContext = Pronunciations & { requestId: string; signal: AbortSignal };

/** The charge is settled before the answer is returned, so no byte of it can leave unpaid. */
export async function synthesizeSpeech(
  deps: SpeechDeps,
  caller: Caller,
  request: SpeechRequest,
  { signal, routingCredits = 0, keeper, answerWith, ...asked }: SpeechContext,
): Promise<Answer> {
  const quote = await quoteAudio(deps, caller, request, asked);
  const { deadlineMs } = quote.charge;
  const lookup = startLookup(deps, quote);

  const speak = async (stop: AbortSignal): Promise<{ answer: Answer; rows: readonly Rider[] }> => {
    const synthesis = await startSynthesis(deps, quote, lookup, { signal: stop, deadlineMs, isWhole: true });
    try {
      const encoded = await traced('speech.speak', () => encodeWhole(deps, quote, synthesis));
      const { audio, rows } = await traced('speech.store', () => finishWhole(quote, synthesis, encoded));
      const { words, seconds: durationSeconds } = synthesis.timeline;
      const answer = await answerWith({ ...factsOf(quote, synthesis), audio, words, durationSeconds });
      await keeper?.stash(answer);
      return { answer, rows };
    } catch (error) {
      await discardSynthesis(deps, synthesis);
      throw error;
    }
  };

  try {
    const { answer } = await chargeFor(deps, { ...quote.charge, routingCredits }, speak, {
      signal,
      riders: ({ rows }) => rows,
      alongside: keeper ? (tx, spoken) => keeper.keep(tx, spoken.answer) : undefined,
    });
    return answer;
  } catch (error) {
    await closeLookup(lookup);
    throw error;
  }
}

/** A slow reader keeps the engine waiting, so the engine's own deadline must not count the reader's time. */
const STREAM_DEADLINE_MS = 30 * 60_000;

/** Resolves when the first words are spoken: until then every failure is an ordinary error answer. */
export async function streamSpeech(
  deps: SpeechDeps,
  caller: Caller,
  request: SpeechRequest,
  { signal, ...asked }: StreamContext,
): Promise<SpeechStream> {
  const quote = await quoteAudio(deps, caller, request, { kind: 'tts_stream', ...asked });
  const lookup = startLookup(deps, quote);
  const charge = await openStreamCharge(deps, quote.charge, { signal }).catch(async (error: unknown) => {
    await closeLookup(lookup);
    throw error;
  });
  try {
    const options = { signal: charge.signal, deadlineMs: STREAM_DEADLINE_MS, isWhole: false, live: true };
    const synthesis = await startSynthesis(deps, quote, lookup, options);
    const bytes = keepSpan(chargedBytes(deps, quote, synthesis, charge));
    await bytes.next();
    if (signal.aborted) {
      // Released first: what the generator settles after that counts no more.
      await charge.release();
      await bytes.return(undefined);
    }
    signal.throwIfAborted();
    return { ...factsOf(quote, synthesis), body: Readable.from(bytes, { objectMode: false }) };
  } catch (error) {
    await charge.release();
    throw error;
  }
}

/** Yields an empty buffer once there is sound, then the file. Closes the charge, however it ends. */
async function* chargedBytes(
  deps: SpeechDeps,
  quote: AudioQuote,
  synthesis: Synthesis,
  charge: StreamCharge,
): AsyncGenerator<Buffer> {
  const { history } = synthesis;
  const encoded = quote.encoder.transform(chargedSamples(synthesis, charge));
  let isWhole = false;
  try {
    // A file header comes before the first sound. Alone it would promise audio that may never follow.
    const opening: Buffer[] = [];
    while (!charge.hasAdvanced()) {
      const next = await encoded.next();
      if (next.done) break;
      opening.push(next.value);
    }
    yield Buffer.alloc(0);
    for (const bytes of opening) await history.write(bytes);
    yield Buffer.concat(opening);
    for await (const bytes of encoded) {
      await history.write(bytes);
      yield bytes;
    }
    const rows = await traced('speech.store', () => finishStream(quote, synthesis));
    await charge.settle('whole', () => rows);
    isWhole = true;
  } finally {
    if (!isWhole) await cutShort(deps, quote, synthesis, charge, encoded);
  }
}

/** Every chunk is charged before it goes to the encoder. */
async function* chargedSamples(
  { chunks, timeline }: Synthesis,
  charge: StreamCharge,
): AsyncGenerator<Float32Array> {
  for await (const chunk of chunks) {
    timeline.add(chunk);
    await charge.advance(timeline.amount);
    yield chunk.samples;
  }
}

/** The client left, or the engine failed: charges what was spoken, and keeps no audio. */
async function cutShort(
  deps: SpeechDeps,
  quote: AudioQuote,
  synthesis: Synthesis,
  charge: StreamCharge,
  encoded: AsyncGenerator<Buffer>,
): Promise<void> {
  const settled = charge.hasAdvanced()
    ? charge.settle('delivered', (amount) => rowsOfHistory(quote, synthesis, amount))
    : charge.release();
  // The end of the stream is already known, so an error from stopping its encoder adds nothing.
  const stopped = encoded.return(undefined).catch(() => undefined);
  await Promise.all([settled, stopped, discardSynthesis(deps, synthesis)]);
}

type AskedAudio = Pronunciations & { kind: SpeechContext['kind'] | 'tts_stream'; requestId: string };

function quoteAudio(
  deps: SpeechDeps,
  caller: Caller,
  request: SpeechRequest,
  asked: AskedAudio,
): Promise<AudioQuote> {
  return traced('speech.read', () => readAndQuote(deps, caller, request, asked));
}

async function readAndQuote(
  deps: SpeechDeps,
  caller: Caller,
  request: SpeechRequest,
  { kind, requestId, hasPronunciations }: AskedAudio,
): Promise<AudioQuote> {
  const { format = 'wav', disclosure = deps.speechDisclosure } = request;
  const read = await readSpeech(deps, caller, { ...request, disclosure }, { hasPronunciations });
  const { utterance, ...quote } = quoteSpeech(caller, read, requestId);
  const text = kind === 'tts_timed' ? utterance.text : utterance.text.normalize('NFC');
  const encoder = deps.codec.encodeStream(format, deps.engine.capabilities.sampleRate);
  // The text was read as it was sent. If it is spoken in another form, the engine reads that.
  const known = text === utterance.text ? quote.read : undefined;
  return { ...quote, utterance: { ...utterance, text }, read: known, kind, format, encoder };
}

function factsOf(quote: AudioQuote, { cached, history }: Synthesis): SpeechFacts {
  const { encoder, characters, model, languages, charge, disclosure } = quote;
  const credits = creditsToReserve(charge);
  return {
    contentType: encoder.contentType,
    characters,
    credits,
    model,
    languages,
    text: quote.utterance.text,
    disclosure,
    cache: cached ? 'hit' : 'miss',
    historyId: history.id,
  };
}
