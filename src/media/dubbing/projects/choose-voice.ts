import { findLanguage, type SpeechEngine } from '../../../../engines/speech/index.ts';
import { rankedVoices } from '../../../../engines/voice-cloning/index.ts';
import { findVoice, type VoiceMaker } from '../../../library/voices/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { DubVoice } from '../project.ts';
import type { DubRow } from './dub.ts';
import { findSpeaker } from './edit-speakers.ts';
import { ConsentRequired, InvalidDub, OtherLanguage } from './errors.ts';
import { readDub } from './read-dubs.ts';

export type ChooseVoiceDeps = {
  db: Db;
  clock: Clock;
  engine: Pick<SpeechEngine, 'voices'>;
  voiceMaker: Pick<VoiceMaker, 'nearestPresets'>;
};

export type VoiceChoice = {
  voice_id?: string | undefined;
  use?: 'matched' | 'nearest' | undefined;
  same_as?: { dub_id: string; speaker_id: string } | undefined;
};

/** Undefined where nothing is chosen, null for a voice that the next render finds. */
export async function chooseVoice(
  deps: ChooseVoiceDeps,
  dub: DubRow,
  print: readonly number[] | null,
  { voice_id: voiceId, use, same_as: sameAs }: VoiceChoice,
): Promise<DubVoice | null | undefined> {
  if ([voiceId, use, sameAs].filter((one) => one !== undefined).length > 1)
    throw new InvalidDub('voice_id', 'cannot be sent with use or same_as: choose one');
  if (voiceId !== undefined) {
    const { db, clock, engine } = deps;
    await findVoice({ db, clock, presets: engine.voices }, dub.account_id, voiceId);
    return { kind: 'chosen', voice_id: voiceId };
  }
  if (sameAs) return voiceOfOther(deps.db, dub, sameAs);
  if (use === 'matched' && !dub.options.consent) throw new ConsentRequired();
  return use === 'nearest' && print ? nearestVoice(deps, dub.target_language, print) : use && null;
}

/** Chooses the preset most like this print. The next render chooses if there is no print yet. */
async function nearestVoice(
  { engine, voiceMaker }: ChooseVoiceDeps,
  target: string,
  print: readonly number[],
): Promise<DubVoice | null> {
  const language = (tag: string) => findLanguage(tag)?.code.split('-')[0];
  const speaking = engine.voices.filter((voice) => language(voice.language) === language(target));
  const near = await voiceMaker.nearestPresets(Float32Array.from(print));
  const [found] = rankedVoices(near, speaking);
  return found ? { kind: 'nearest', voice_id: found.id } : null;
}

async function voiceOfOther(
  db: Db,
  dub: DubRow,
  { dub_id: dubId, speaker_id: speakerId }: NonNullable<VoiceChoice['same_as']>,
): Promise<DubVoice | null> {
  const other = await readDub(db, dub.account_id, dubId);
  const { voice } = findSpeaker(
    other.script ?? { source_language: null, speakers: [], lines: [] },
    speakerId,
  );
  if (voice?.kind === 'chosen') return voice;
  if (voice?.kind === 'matched' && !dub.options.consent) throw new ConsentRequired();
  if (other.target_language !== dub.target_language) throw new OtherLanguage(other.target_language);
  return voice;
}
