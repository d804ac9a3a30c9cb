import { PRESET_VOICES, type SpeakerArtifact, type SpeechVoice, withoutAdaptation } from '../speech/index.ts';
import { joinMoves } from './axes.ts';
import { type Chance, chanceFrom } from './chance.ts';
import type { Directions } from './directions.ts';
import { leanTo, leanToAccent, voiceSpeaking } from './lean-to.ts';
import { moveSpeaker, trustedShare } from './move-speaker.ts';
import { readPrompt, type Wishes } from './read-prompt.ts';
import { spokenIn } from './spoken-in.ts';

export const DEFAULT_STRENGTH = 0.5;
/** At full strength, a remix moves this many times as far as a design. */
const FULL = 1.5;
/** A full-strength remix goes this share of the way to another voice: for accent, for sex, or as a random variant. */
const SHARES = { accent: 0.8, sex: 0.7, chance: 0.3 };

type Remixing = { wishes: Wishes; base: SpeechVoice | undefined; strength: number; chance: Chance };

/** Changes a voice as the prompt says. Strength 0 leaves it unchanged. */
export async function remixVoice(
  { directions }: { directions: Directions },
  from: SpeakerArtifact,
  prompt: string,
  strength = DEFAULT_STRENGTH,
): Promise<SpeakerArtifact> {
  if (strength === 0) return from;
  const speaker = withoutAdaptation(from);
  const wishes = readPrompt(prompt);
  const base = PRESET_VOICES.find(({ id }) => id === speaker.baseVoice);
  const chance = chanceFrom(JSON.stringify([prompt.normalize().trim(), speaker.baseVoice]));
  const remixing = { wishes, base, strength, chance };
  const leaning = await leanToOther(await accented(speaker, remixing, directions), remixing);
  const moved = moveSpeaker(leaning, joinMoves([{ move: wishes.move, weight: FULL * strength }]), directions);
  const step = moved.style.map((value, i) => value - (speaker.style[i] ?? 0));
  const share = trustedShare(speaker.style, step, directions);
  const style = speaker.style.map((value, i) => value + share * (step[i] ?? 0));
  return { ...moved, style, score: null };
}

async function accented(
  speaker: SpeakerArtifact,
  { wishes, base, strength, chance }: Remixing,
  directions: Directions,
): Promise<SpeakerArtifact> {
  const { language, colour } = spokenIn(base?.language ?? 'en', wishes.language);
  if (language === base?.language && colour === undefined) return speaker;
  const voice = voiceSpeaking(colour ?? language, wishes.gender ?? base?.gender, chance);
  if (!voice) return speaker;
  const leaning = await leanToAccent(speaker, voice, SHARES.accent * strength, directions);
  return colour === undefined ? { ...leaning, baseVoice: voice.id } : leaning;
}

/** Moves towards the requested sex if it differs, or towards a random voice if nothing was recognised, so that there is a variant. */
async function leanToOther(
  speaker: SpeakerArtifact,
  { wishes: { gender, language, move }, base, strength, chance }: Remixing,
): Promise<SpeakerArtifact> {
  const isOtherSex = gender !== undefined && gender !== base?.gender;
  const isUnknown = !gender && !language && Object.keys(move).length === 0;
  if (!isOtherSex && !isUnknown) return speaker;
  const voice = voiceSpeaking('en-US', gender ?? base?.gender, chance);
  return voice ? leanTo(speaker, voice, strength * (isOtherSex ? SHARES.sex : SHARES.chance)) : speaker;
}
