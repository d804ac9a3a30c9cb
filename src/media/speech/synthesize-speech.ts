import { encodeWav } from '../../engines/codec/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
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
  prepare(result: Result): Promise<void>;
  commit(tx: Tx, result: Result): Promise<void>;
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
    const wav = await speakWhole(engine, request, { signal, deadlineMs });
    const spoken = { wav, characters, model };
    await delivery.prepare(spoken);
    return spoken;
  };
  return chargeFor(deps, order, speak, { signal: delivery.signal, alongside: delivery.commit });
}

async function speakWhole(
  engine: SpeechEngine,
  request: SpeechRequest,
  options: { signal: AbortSignal; deadlineMs: number },
): Promise<Buffer> {
  const chunks: Float32Array[] = [];
  const { text, voice_id: voiceId, language, speed } = request;
  for await (const chunk of engine.synthesize({ text, voiceId, language, speed }, options))
    chunks.push(chunk.samples);
  return encodeWav(chunks, engine.capabilities.sampleRate);
}
