import type { SpeechEngine, SynthesisRequest } from '../../engines/speech/index.ts';
import type { Caller } from '../../http/index.ts';
import { findSpeaker } from '../../library/voices/index.ts';
import type { ChargeRequest } from '../../money/ledger/index.ts';
import { creditsFor } from '../../money/pricing/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { ownTurn } from '../../platform/event-loop.ts';
import { readDictionary } from '../pronunciations/index.ts';
import { chargeableCharacters } from './characters.ts';
import { UnknownModel } from './errors.ts';
import type { SpeechRequest } from './schemas.ts';

export type SpeechQuote = {
  utterance: SynthesisRequest;
  characters: number;
  voiceId: string;
  model: string;
  charge: ChargeRequest;
};

/** Allows for slow machines and a full queue. After it the reservation is released. */
const BASE_DEADLINE_MS = 60_000;
const DEADLINE_MS_PER_CHARACTER = 100;

/** Checks what needs no lookup. */
export function checkSpeech(
  { capabilities: { model } }: Pick<SpeechEngine, 'capabilities'>,
  request: Pick<SpeechRequest, 'text' | 'model'>,
): { model: string; characters: number } {
  if ((request.model ?? model) !== model) throw new UnknownModel(model);
  return { model, characters: chargeableCharacters(request.text) };
}

/** Refuses everything that can be refused, before a credit is reserved and before anything is spoken. */
export async function quoteSpeech(
  { db, engine }: { db: Db; engine: SpeechEngine },
  caller: Caller,
  request: Omit<SpeechRequest, 'format'>,
  requestId: string,
): Promise<SpeechQuote> {
  const { text, language, speed, pronunciations } = request;
  const { model, characters } = checkSpeech(engine, request);
  const { id: voiceId } = findSpeaker(engine.voices, request.voice_id);
  const { entries: dictionary } = await readDictionary({ db }, caller.accountId);
  const utterance = { text, voiceId, language, speed, pronunciations, dictionary };
  // A batch brings hundreds of texts; other requests are served between them.
  await ownTurn();
  engine.check(utterance);
  const charge = {
    accountId: caller.accountId,
    plan: caller.plan,
    credits: creditsFor('tts_character', characters),
    unit: 'tts_character' as const,
    quantity: characters,
    credentialId: caller.credential.id,
    voiceId,
    model,
    requestId,
    deadlineMs: BASE_DEADLINE_MS + characters * DEADLINE_MS_PER_CHARACTER,
  };
  return { utterance, characters, voiceId, model, charge };
}
