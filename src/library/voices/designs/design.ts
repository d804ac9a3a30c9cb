import { type Static, Type } from '@sinclair/typebox';
import type { SpeakerArtifact } from '../../../../engines/speech/index.ts';
import { fastSpeechOf } from '../adaptation/fast-speech.ts';
import { baseVoiceOf, type VoiceRow } from '../custom-voice.ts';
import type { VoiceMaker } from '../voice-maker.ts';
import type { DesignView } from './schemas.ts';

const Gender = Type.Union([Type.Literal('male'), Type.Literal('female'), Type.Literal('neutral')]);
const Age = Type.Union([Type.Literal('young'), Type.Literal('adult'), Type.Literal('mature')]);

/** All that decides how a designed voice sounds. */
export const DesignBrief = Type.Union([
  Type.Object({
    prompt: Type.String(),
    gender: Type.Optional(Gender),
    age: Type.Optional(Age),
    accent: Type.Optional(Type.String()),
    language: Type.String(),
    seed: Type.Integer(),
  }),
  Type.Object({ blend: Type.String() }),
]);
export type DesignBrief = Static<typeof DesignBrief>;

export function makeSpeaker(voiceMaker: VoiceMaker, brief: DesignBrief): Promise<SpeakerArtifact> {
  if ('blend' in brief) return voiceMaker.blend(brief.blend);
  const { prompt, ...options } = brief;
  return voiceMaker.design(prompt, options);
}

/** Kept with the voice. */
export type DesignFacts = {
  prompt?: string;
  blend?: string;
  age?: string;
  accent?: string;
  seed?: number;
  previewText?: string;
  understood?: string[];
  ignored?: string[];
};

export function viewOfDesign(voice: VoiceRow): DesignView {
  const facts = voice.facts as DesignFacts;
  return {
    id: voice.id,
    voice_id: voice.id,
    name: voice.name,
    status: voice.status,
    prompt: facts.prompt ?? null,
    blend: facts.blend ?? null,
    engine: voice.engine,
    served_by: voice.served_by,
    language: voice.language,
    gender: voice.gender,
    age: facts.age ?? null,
    accent: facts.accent ?? null,
    seed: facts.seed ?? null,
    base_voice: baseVoiceOf(voice.speaker),
    fast_speech: fastSpeechOf(voice),
    understood: facts.understood ?? [],
    ignored: facts.ignored ?? [],
    remix_of: voice.remix_of,
    error: voice.error,
    error_code: voice.error_code,
    created_at: voice.created_at.toISOString(),
  };
}
