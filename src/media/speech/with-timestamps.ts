import { encodeWav } from '../../engines/codec/index.ts';
import type { SpeechChunk, SpeechEngine } from '../../engines/speech/index.ts';
import type { Caller } from '../../http/index.ts';
import { findPreset } from '../../library/voices/index.ts';
import { type ChargeDeps, chargeFor } from '../../money/ledger/index.ts';
import { creditsFor } from '../../money/pricing/index.ts';
import { type CaptionWord, captionsFor, toSrt, toVtt } from './captions.ts';
import { chargeableCharacters } from './characters.ts';
import { UnknownModel } from './errors.ts';
import type { Delivery } from './synthesize-speech.ts';
import { alignCharacters, characterOffsets, joinWords } from './with-timestamps-alignment.ts';
import type { TimedSpeech, TimedSpeechRequest } from './with-timestamps-schemas.ts';

type Deps = ChargeDeps & { engine: SpeechEngine };

const BASE_DEADLINE_MS = 60_000;
const DEADLINE_MS_PER_CHARACTER = 100;

export async function speakWithTimestamps(
  deps: Deps,
  caller: Caller,
  request: TimedSpeechRequest,
  delivery: Delivery<TimedSpeech>,
): Promise<TimedSpeech> {
  const { engine } = deps;
  const { model } = engine.capabilities;
  const { text, language, speed } = request;
  if ((request.model ?? model) !== model) throw new UnknownModel(model);
  const characters = chargeableCharacters(text);
  const voice = findPreset(engine.voices, request.voice_id);
  const utterance = { text, voiceId: voice.id, language, speed };
  engine.check(utterance);
  const deadlineMs = BASE_DEADLINE_MS + characters * DEADLINE_MS_PER_CHARACTER;
  const order = {
    accountId: caller.accountId,
    plan: caller.plan,
    credits: creditsFor('tts_character', characters),
    unit: 'tts_character' as const,
    quantity: characters,
    credentialId: caller.credential.id,
    voiceId: voice.id,
    model,
    requestId: delivery.requestId,
    deadlineMs,
  };
  const speak = async (signal: AbortSignal): Promise<TimedSpeech> => {
    const chunks: SpeechChunk[] = [];
    for await (const chunk of engine.synthesize(utterance, { signal, deadlineMs })) chunks.push(chunk);
    const spoken = describe(request, chunks, engine.capabilities, characters);
    await delivery.prepare?.(spoken);
    return spoken;
  };
  const { signal, commit } = delivery;
  return chargeFor(deps, order, speak, commit ? { signal, alongside: commit } : { signal });
}

function describe(
  { text, captions }: TimedSpeechRequest,
  chunks: readonly SpeechChunk[],
  { model, sampleRate }: { model: string; sampleRate: number },
  characters: number,
): TimedSpeech {
  const words = joinWords(chunks, sampleRate);
  const duration = chunks.reduce((sum, { samples }) => sum + samples.length, 0) / sampleRate;
  const alignment = alignCharacters(text, words, duration);
  const wav = encodeWav(
    chunks.map(({ samples }) => samples),
    sampleRate,
  );
  return {
    audio: wav.toString('base64'),
    format: 'wav',
    duration_seconds: Math.round(duration * 1000) / 1000,
    characters,
    model,
    words: listed(text, words),
    alignment: {
      characters: alignment.characters,
      start_times: alignment.startTimes,
      end_times: alignment.endTimes,
    },
    ...(captions && { captions: (captions === 'srt' ? toSrt : toVtt)(captionsFor(text, words)) }),
  };
}

function listed(text: string, words: readonly CaptionWord[]): TimedSpeech['words'] {
  const offsetOf = characterOffsets(text);
  return words.map(({ start, end, startChar, endChar }) => ({
    word: text.slice(startChar, endChar),
    start,
    end,
    start_char: offsetOf(startChar),
    end_char: offsetOf(endChar),
  }));
}
