import { encodeWav } from '../../engines/codec/index.ts';
import type { SpeechEngine, SynthesisRequest } from '../../engines/speech/index.ts';
import type { Caller } from '../../http/index.ts';
import { findPreset } from '../../library/voices/index.ts';
import { type ChargeDeps, chargeFor } from '../../money/ledger/index.ts';
import { creditsFor } from '../../money/pricing/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { chargeableCharacters } from './characters.ts';
import { UnknownModel } from './errors.ts';
import type { SpeechRequest } from './schemas.ts';

export type Spoken = { wav: Buffer; characters: number; model: string };

/** How the answer reaches the caller, and what is kept of it in the transaction that charges for it. */
export type Delivery<Result> = {
  requestId: string;
  signal: AbortSignal;
  /** Keeps the result outside the transaction, where it may take its time. */
  prepare?: ((result: Result) => Promise<void>) | undefined;
  commit?: ((tx: Tx, result: Result) => Promise<void>) | undefined;
};

type Deps = ChargeDeps & { engine: SpeechEngine };

/** Slow machines and a full queue included; past it the reservation is given back. */
const BASE_DEADLINE_MS = 60_000;
const DEADLINE_MS_PER_CHARACTER = 100;

export async function synthesizeSpeech(
  deps: Deps,
  caller: Caller,
  request: SpeechRequest,
  delivery: Delivery<Spoken>,
): Promise<Spoken> {
  const { engine } = deps;
  const { model } = engine.capabilities;
  if ((request.model ?? model) !== model) throw new UnknownModel(model);
  const characters = chargeableCharacters(request.text);
  const voice = findPreset(engine.voices, request.voice_id);
  const utterance = {
    text: request.text,
    voiceId: voice.id,
    language: request.language,
    speed: request.speed,
  };
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
  const speak = async (signal: AbortSignal): Promise<Spoken> => {
    const wav = await speakWhole(engine, utterance, { signal, deadlineMs });
    const spoken = { wav, characters, model };
    await delivery.prepare?.(spoken);
    return spoken;
  };
  const { signal, commit } = delivery;
  return chargeFor(deps, order, speak, commit ? { signal, alongside: commit } : { signal });
}

async function speakWhole(
  engine: SpeechEngine,
  utterance: SynthesisRequest,
  options: { signal: AbortSignal; deadlineMs: number },
): Promise<Buffer> {
  const chunks: Float32Array[] = [];
  for await (const chunk of engine.synthesize(utterance, options)) chunks.push(chunk.samples);
  return encodeWav(chunks, engine.capabilities.sampleRate);
}
