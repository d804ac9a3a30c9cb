import {
  findLanguage,
  partsOf,
  presetSpeaker,
  SPEAKER_LIMITS,
  type SpeakerArtifact,
  type SpeechVoice,
} from '../../../../engines/speech/index.ts';
import {
  logPitchOf,
  measuredPresets,
  type NearVoice,
  rankedVoices,
} from '../../../../engines/voice-cloning/index.ts';
import { roundedSpeaker } from '../../../library/voices/index.ts';
import type { DubVoice } from '../project.ts';

type NearestVoice = Extract<DubVoice, { kind: 'nearest' }>;
type Gender = SpeechVoice['gender'];

type Choice = {
  voices: readonly SpeechVoice[];
  /** BCP 47. */
  target: string;
  /** All presets, most similar first. Null if nobody knows how the speaker sounds. */
  near: readonly NearVoice[] | null;
  /** Presets that somebody else in the film speaks with. */
  taken: ReadonlySet<string>;
};

/** A style is timbre, then prosody. */
const TIMBRE = 128;

/**
 * The preset of the language that is most like the speaker and that nobody else has. When there is none left of their
 * gender, the timbre of a preset of another language speaks with the prosody of this one, so that no two people sound the
 * same and nobody changes gender.
 */
export async function nearestVoice({ voices, target, near, taken }: Choice): Promise<NearestVoice> {
  const ranked = near ? rankedVoices(near, voices) : voices.toSorted((a, b) => rank(a) - rank(b));
  const gender: Gender | null = near ? (ranked[0]?.gender ?? null) : null;
  const isAlike = (voice: SpeechVoice) => gender === null || voice.gender === gender;
  const speaking = ofLanguage(ranked, target);
  const free = speaking.find((voice) => isAlike(voice) && !taken.has(voice.id));
  if (free) return { kind: 'nearest', voice_id: free.id };
  const base = speaking.find(isAlike) ?? speaking[0];
  if (!base) throw new Error(`there are no presets of ${target}`);
  const timbre = ranked.find((voice) => isAlike(voice) && !voice.recipe && !isHeard(voice.id, taken)) ?? base;
  return { kind: 'nearest', voice_id: timbre.id, speaker: await withProsodyOf(base.id, timbre.id) };
}

/** A voice is also heard if it makes up the greater part of a blend. */
function isHeard(voiceId: string, taken: ReadonlySet<string>): boolean {
  return [...taken].some((id) => partsOf(id).some((part) => part.id === voiceId && part.weight >= 0.5));
}

/** Better grades first; whispers and characters last. */
function rank({ tags }: SpeechVoice): number {
  const grade =
    tags.find((tag) => tag.startsWith('grade:'))?.charCodeAt('grade:'.length) ?? 'C'.charCodeAt(0);
  return grade + (tags.includes('whispery') || tags.includes('character') ? 100 : 0);
}

/** A region asks for an accent: `en-GB` gets British voices. */
function ofLanguage(voices: readonly SpeechVoice[], target: string): SpeechVoice[] {
  const [primary, region] = target.toLowerCase().split(/[-_]/u);
  const accent = region === undefined ? undefined : findLanguage(target)?.code;
  const accented = voices.filter(({ language }) => language === accent);
  return accented.length > 0 ? accented : voices.filter(({ language }) => language.split('-')[0] === primary);
}

/** The pitch is that of the timbre, although prosody decides it otherwise. */
async function withProsodyOf(baseVoice: string, timbreOf: string): Promise<SpeakerArtifact> {
  const [base, timbre, measured] = await Promise.all([
    presetSpeaker(baseVoice),
    presetSpeaker(timbreOf),
    measuredPresets(),
  ]);
  const { min, max } = SPEAKER_LIMITS.f0Scale;
  const f0Scale = Math.min(
    Math.max(Math.exp(logPitchOf(timbreOf, measured) - logPitchOf(baseVoice, measured)), min),
    max,
  );
  const style = [...timbre.style.slice(0, TIMBRE), ...base.style.slice(TIMBRE)];
  return roundedSpeaker({ ...base, style, f0Scale });
}
