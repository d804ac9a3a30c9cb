import type { SpeakerArtifact, SpeechVoice } from '../../../engines/speech/index.ts';
import { isUuid } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { findSpeaker } from './catalog.ts';
import { VoiceNotFound } from './errors.ts';
import { ownSpeakerOf } from './find-voice.ts';
import { selectVoice } from './queries.ts';
import type { VoiceMaker } from './voice-maker.ts';

/** A clone takes these manners over from the voice that it speaks like. */
export type Prosody = Pick<SpeakerArtifact, 'style' | 'pace'>;

type Deps = { db: Db; voiceMaker: VoiceMaker; engine: { voices: readonly SpeechVoice[] } };

/** The prosody of a preset, of a blend, or of another voice of the account. */
export async function findProsody(
  { db, voiceMaker, engine }: Deps,
  accountId: string,
  voiceId: string,
): Promise<Prosody> {
  const { style, pace } = isUuid(voiceId)
    ? ownSpeakerOf(found(await selectVoice(db, accountId, voiceId)), 'used as prosody_from')
    : await voiceMaker.blend(findSpeaker(engine.voices, voiceId).id);
  return { style, pace };
}

function found<Voice>(voice: Voice | undefined): Voice {
  if (!voice) throw new VoiceNotFound();
  return voice;
}
