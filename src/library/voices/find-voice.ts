import {
  isRemote,
  readAnySpeaker,
  type Speaker,
  type SpeakerArtifact,
  type SpeechVoice,
} from '../../../engines/speech/index.ts';
import { isUuid } from '../../http/index.ts';
import type { Fee } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { findSpeaker } from './catalog.ts';
import type { VoiceRow } from './custom-voice.ts';
import {
  ConsentNotVerified,
  LicenceRequired,
  RemoteVoice,
  VoiceFailed,
  VoiceNotFound,
  VoiceNotReady,
  VoiceTakenDown,
} from './errors.ts';
import { isOpenListing, selectLicensedVoice } from './licensed-voice.ts';
import { selectVoice } from './queries.ts';

/** A voice that the caller may speak with now. */
export type UsableVoice = {
  id: string;
  /** The engine speaks with this. Absent for presets and blends of them. */
  speaker?: Speaker;
  /** A listing has a voice behind it and a price per use. The seller's own use costs nothing extra. */
  listed?: { voiceId: string; fee: Fee | undefined };
};

type Deps = { db: Db; clock: Clock; presets: readonly SpeechVoice[] };

/** A preset, a blend of presets, a voice of the account, or a listing that it has licensed. */
export async function findVoice(
  { db, clock, presets }: Deps,
  accountId: string,
  voiceId: string,
): Promise<UsableVoice> {
  if (!isUuid(voiceId)) return { id: findSpeaker(presets, voiceId).id };
  const voice = await selectVoice(db, accountId, voiceId);
  if (!voice) return findLicensed(db, accountId, voiceId, clock.now());
  return { id: voice.id, speaker: speakerOf(voice) };
}

export async function findClone(db: Db, accountId: string, id: string): Promise<VoiceRow> {
  const voice = isUuid(id) ? await selectVoice(db, accountId, id, 'clone') : undefined;
  if (!voice) throw new VoiceNotFound();
  return voice;
}

export type StoredVoice = Pick<
  VoiceRow,
  'status' | 'error' | 'speaker' | 'needs_consent' | 'taken_down_reason'
>;

/** Throws where the voice cannot be used yet, or never will be. */
export function speakerOf({
  status,
  error,
  speaker,
  needs_consent: needsConsent,
  taken_down_reason: takenDownReason,
}: StoredVoice): Speaker {
  if (status === 'failed') throw new VoiceFailed(error ?? '');
  if (speaker === null) throw new VoiceNotReady();
  if (takenDownReason !== null) throw new VoiceTakenDown(takenDownReason);
  if (needsConsent) throw new ConsentNotVerified();
  return readAnySpeaker(speaker);
}

/** Use it where the speaker itself is needed: a remote voice has none that we can read. */
export function ownSpeakerOf(voice: StoredVoice, use: string): SpeakerArtifact {
  const speaker = speakerOf(voice);
  if (isRemote(speaker)) throw new RemoteVoice(speaker.engine, use);
  return speaker;
}

async function findLicensed(db: Db, accountId: string, listingId: string, now: Date): Promise<UsableVoice> {
  const voice = await selectLicensedVoice(db, accountId, listingId, now);
  if (!voice)
    throw (await isOpenListing(db, listingId)) ? new LicenceRequired(listingId) : new VoiceNotFound();
  const { voice_id: voiceId, seller_account_id: sellerAccountId, price_credits: credits } = voice;
  const fee = sellerAccountId === accountId ? undefined : { listingId, sellerAccountId, credits };
  return { id: listingId, speaker: readAnySpeaker(voice.speaker), listed: { voiceId, fee } };
}
