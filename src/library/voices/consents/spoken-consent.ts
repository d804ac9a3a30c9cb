import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { DecodeAudio } from '../../../../engines/ffmpeg/index.ts';
import type { TranscriptionEngine } from '../../../../engines/transcription/index.ts';
import { printCosine } from '../../../../engines/voice-cloning/index.ts';
import { isUuid } from '../../../http/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import type { DomainError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import { withScratchFolder } from '../../../platform/scratch.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { ConsentNotFound, selectCloneConsents } from '../../consents/index.ts';
import { findClone } from '../find-voice.ts';
import { SAME_VOICE } from '../same-voice.ts';
import { MOST_SAMPLE_SECONDS, selectSamples } from '../samples.ts';
import type { VoiceMaker } from '../voice-maker.ts';
import { ChallengeNotFound, ChallengeSpent, ConsentVoiceDiffers, ConsentWordsDiffer } from './errors.ts';
import {
  type ChallengeRow,
  insertChallenge,
  markVerified,
  selectChallenge,
  useChallenge,
} from './queries.ts';
import { isSentence, newSentence } from './sentence.ts';

export type SpokenConsentDeps = {
  db: Db;
  clock: Clock;
  storage: Storage;
  decodeAudio: DecodeAudio;
  transcription: TranscriptionEngine;
  voiceMaker: VoiceMaker;
};

const RECORDING_SECONDS = 30;
const VALID_MS = 15 * 60_000;
const RATE = 16_000;
/** A refusal quotes at most this much of what was heard. */
const SHOWN_CHARACTERS = 300;
/** Enough for a print; more takes longer and changes little. */
const COMPARED = { samples: 3, seconds: 10 };

export async function createChallenge(
  { db, clock }: Pick<SpokenConsentDeps, 'db' | 'clock'>,
  accountId: string,
): Promise<Omit<ChallengeRow, 'used_at'>> {
  const now = clock.now();
  const challenge = {
    id: uuidv7(now.getTime()),
    sentence: newSentence(),
    expires_at: new Date(now.getTime() + VALID_MS),
  };
  await insertChallenge(db, accountId, { ...challenge, now });
  return challenge;
}

type Spoken = {
  cloneId: string;
  challengeId: string;
  /** The recording. */
  path: string;
  signal: AbortSignal;
  /** Called in the transaction that verifies the consent. */
  commit(tx: Tx): Promise<void>;
};

/** The recording must say the sentence, in the voice of the samples. Right or wrong, the challenge is then spent. */
export async function verifySpokenConsent(
  deps: SpokenConsentDeps,
  accountId: string,
  { cloneId, challengeId, path, signal, commit }: Spoken,
): Promise<void> {
  const { db, clock, decodeAudio } = deps;
  // Decoded first: what is wrong with the request is told before what cannot be found.
  const { samples: recording } = await decodeAudio(path, { maxSeconds: RECORDING_SECONDS, signal });
  const voice = await findClone(db, accountId, cloneId);
  const [consent] = await selectCloneConsents(db, accountId, [voice.id]);
  if (!consent) throw new ConsentNotFound();
  const challenge = isUuid(challengeId) ? await selectChallenge(db, accountId, challengeId) : undefined;
  if (!challenge) throw new ChallengeNotFound();
  if (challenge.used_at !== null || challenge.expires_at <= clock.now()) throw new ChallengeSpent();
  const refusal = await judge(deps, { voiceId: voice.id, recording, sentence: challenge.sentence }, signal);
  await db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (!(await useChallenge(tx, challenge.id, now))) throw new ChallengeSpent();
    if (refusal) return;
    await markVerified(tx, { consentId: consent.id, voiceId: voice.id, sentence: challenge.sentence, now });
    await commit(tx);
  });
  if (refusal) throw refusal;
}

async function judge(
  deps: SpokenConsentDeps,
  { voiceId, recording, sentence }: { voiceId: string; recording: Float32Array; sentence: string },
  signal: AbortSignal,
): Promise<DomainError | null> {
  const { text } = await deps.transcription.transcribe({ samples: recording, language: 'en' }, { signal });
  if (!isSentence(sentence, text)) return new ConsentWordsDiffer(text.slice(0, SHOWN_CHARACTERS));
  const print = await deps.voiceMaker.printOf({ samples: recording, sampleRate: RATE }, signal);
  const isSameVoice = printCosine(print, await printOfSamples(deps, voiceId, signal)) >= SAME_VOICE;
  return isSameVoice ? null : new ConsentVoiceDiffers();
}

/** The sum over the first samples. */
async function printOfSamples(
  deps: SpokenConsentDeps,
  voiceId: string,
  signal: AbortSignal,
): Promise<number[]> {
  const rows = (await selectSamples(deps.db, voiceId)).slice(0, COMPARED.samples);
  let sum: number[] = [];
  for (const { object_key } of rows) {
    const samples = await decodeObject(deps, object_key, signal);
    const excerpt = samples.subarray(0, COMPARED.seconds * RATE);
    const print = await deps.voiceMaker.printOf({ samples: excerpt, sampleRate: RATE }, signal);
    sum = Array.from(print, (value, i) => (sum[i] ?? 0) + value);
  }
  return sum;
}

async function decodeObject(
  { storage, decodeAudio }: SpokenConsentDeps,
  objectKey: string,
  signal: AbortSignal,
): Promise<Float32Array> {
  const stored = await storage.get(objectKey);
  if (!stored) throw new ConsentNotFound();
  return withScratchFolder(async (folder) => {
    const path = join(folder, 'sample');
    await writeFile(path, await buffer(stored.body), { mode: 0o600 });
    return (await decodeAudio(path, { maxSeconds: MOST_SAMPLE_SECONDS, signal })).samples;
  });
}
