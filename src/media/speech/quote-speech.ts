import type { CheckedSpeech, SpeechEngine, SynthesisRequest } from '../../../engines/speech/index.ts';
import { type Caller, payerOf } from '../../http/index.ts';
import { findVoice, type UsableVoice } from '../../library/voices/index.ts';
import type { ChargeRequest } from '../../money/ledger/index.ts';
import { countCharacters, creditsFor } from '../../money/pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { DomainError } from '../../platform/errors.ts';
import { readDictionary } from '../pronunciations/index.ts';
import { chargeableCharacters } from './characters.ts';
import { type DisclosurePlace, withDisclosure } from './disclosure.ts';
import { UnknownModel } from './errors.ts';
import type { SpeechRequest } from './schemas.ts';

/** A valid request, though its voice may not exist or not be ready. */
export type ReadSpeech = CheckedSpeech & {
  utterance: SynthesisRequest;
  characters: number;
  model: string;
  voice: UsableVoice | DomainError;
  /** Null if the voice does not say that a computer made it. */
  disclosure: DisclosurePlace | null;
};

/** False: the request that is answered was authenticated for an account without any, so that none need be looked up. */
export type Pronunciations = { hasPronunciations?: boolean | undefined };

export type SpeechQuote = Pick<
  ReadSpeech,
  'utterance' | 'read' | 'characters' | 'model' | 'languages' | 'disclosure'
> & {
  voiceId: string;
  charge: ChargeRequest;
};

/** Allows for slow machines and a full queue. After it the reservation is released. */
const BASE_DEADLINE_MS = 60_000;
const DEADLINE_MS_PER_SECOND = 1_500;

/** Checks what needs no lookup. */
export function checkSpeech(
  { capabilities: { model } }: Pick<SpeechEngine, 'capabilities'>,
  request: Pick<SpeechRequest, 'text' | 'model'>,
): { model: string; characters: number } {
  if ((request.model ?? model) !== model) throw new UnknownModel(model);
  return { model, characters: chargeableCharacters(request.text) };
}

/** Refuses all that is invalid. A voice that cannot be used is refused later: 400 comes before 404 and 409. */
export async function readSpeech(
  { db, clock, engine }: { db: Db; clock: Clock; engine: SpeechEngine },
  { accountId }: Pick<Caller, 'accountId'>,
  request: Omit<SpeechRequest, 'format'>,
  { hasPronunciations = true }: Pronunciations = {},
): Promise<ReadSpeech> {
  const { text, language, speed, pronunciations, voice_id: voiceId } = request;
  const { model, characters } = checkSpeech(engine, request);
  const voice = await orRefusal(findVoice({ db, clock, presets: engine.voices }, accountId, voiceId));
  const dictionary = hasPronunciations ? (await readDictionary({ db }, accountId)).entries : {};
  const isUsable = !(voice instanceof DomainError);
  const { speaker, listed } = isUsable ? voice : {};
  const spokenId = listed?.voiceId ?? voiceId;
  const utterance = { text, voiceId: spokenId, speaker, language, speed, pronunciations, dictionary };
  const check = (checked: string) =>
    engine.check({ ...utterance, text: checked, voiceId: isUsable ? spokenId : null });
  const checked = await check(text);
  const facts = { model, voice };
  if (request.disclosure !== 'audible')
    return { ...facts, utterance, characters, ...checked, disclosure: null };
  const disclosed = withDisclosure(request, checked);
  return {
    ...facts,
    utterance: { ...utterance, text: disclosed.text },
    characters: countCharacters(disclosed.text),
    ...(await check(disclosed.text)),
    disclosure: disclosed.place,
  };
}

/** Any voice can read a digit. */
const SHORTEST_TEXT = '1';

/** Asks about the voice and the language alone. */
export function readVoice(
  deps: { db: Db; clock: Clock; engine: SpeechEngine },
  caller: Pick<Caller, 'accountId'>,
  wanted: Pick<SpeechRequest, 'voice_id' | 'language' | 'speed'>,
): Promise<ReadSpeech> {
  return readSpeech(deps, caller, { ...wanted, text: SHORTEST_TEXT });
}

async function orRefusal(voice: Promise<UsableVoice>): Promise<ReadSpeech['voice']> {
  try {
    return await voice;
  } catch (error) {
    if (error instanceof DomainError && error.kind !== 'invalid') return error;
    throw error;
  }
}

/** Throws where the voice cannot be used. */
export function voiceOf({ voice }: Pick<ReadSpeech, 'voice'>): UsableVoice {
  if (voice instanceof DomainError) throw voice;
  return voice;
}

/** After this nothing is left to refuse but the charge. */
export function quoteSpeech(
  caller: Caller,
  { utterance, read, characters, model, seconds, languages, voice, disclosure }: ReadSpeech,
  requestId: string,
): SpeechQuote {
  const { id: voiceId, listed } = voiceOf({ voice });
  const charge = {
    accountId: caller.accountId,
    ...payerOf(caller),
    credits: creditsFor('tts_character', characters),
    unit: 'tts_character' as const,
    quantity: characters,
    fee: listed?.fee,
    voiceId,
    model,
    requestId,
    deadlineMs: BASE_DEADLINE_MS + Math.ceil(seconds * DEADLINE_MS_PER_SECOND),
  };
  return { utterance, read, characters, voiceId, model, languages, disclosure, charge };
}
