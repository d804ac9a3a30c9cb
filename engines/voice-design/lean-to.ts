import { PRESET_VOICES, presetSpeaker, type SpeakerArtifact, type SpeechVoice } from '../speech/index.ts';
import type { Gender } from './axes.ts';
import { type Chance, drawn } from './chance.ts';
import { type Directions, measuredPreset } from './directions.ts';

/** Size of the timbre in a style; the rest is prosody. */
const TIMBRE_SIZE = 128;

export async function leanTo(
  speaker: SpeakerArtifact,
  voice: SpeechVoice,
  share: number,
): Promise<SpeakerArtifact> {
  const { style: other } = await presetSpeaker(voice.id);
  return { ...speaker, style: speaker.style.map((value, i) => value + share * ((other[i] ?? 0) - value)) };
}

/** Changes only the prosody and keeps the speaker's pitch: neither timbre nor pitch is an accent. */
export async function leanToAccent(
  speaker: SpeakerArtifact,
  voice: SpeechVoice,
  share: number,
  directions: Directions,
): Promise<SpeakerArtifact> {
  const leaning = await leanTo(speaker, voice, share);
  const octaves =
    measuredPreset(directions, voice.id).pitch - measuredPreset(directions, speaker.baseVoice).pitch;
  return {
    ...leaning,
    style: [...speaker.style.slice(0, TIMBRE_SIZE), ...leaning.style.slice(TIMBRE_SIZE)],
    f0Scale: speaker.f0Scale * 2 ** (-share * octaves),
  };
}

/** A voice that speaks the language, of the requested sex if there is one. */
export function voiceSpeaking(
  language: string,
  gender: Gender | undefined,
  chance: Chance,
): SpeechVoice | undefined {
  const speaking = PRESET_VOICES.filter((voice) => voice.language === language);
  const alike = speaking.filter((voice) => gender === 'neutral' || voice.gender === gender);
  return drawn(chance, alike.length > 0 ? alike : speaking, 1)[0];
}
