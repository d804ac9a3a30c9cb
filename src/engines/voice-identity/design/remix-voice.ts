import { PRESET_VOICES, presetSpeaker, type SpeakerArtifact, type SpeechVoice } from '../../speech/index.ts';
import { type Gender, joinMoves } from './axes.ts';
import { type Chance, chanceFrom, drawn } from './chance.ts';
import type { Directions } from './directions.ts';
import { moveSpeaker, trusted } from './move-speaker.ts';
import { readPrompt, type Wishes } from './read-prompt.ts';
import { spokenIn } from './spoken-in.ts';

export const DEFAULT_STRENGTH = 0.5;
/** At full strength a wish is this much of what it would be in a design. */
const FULL = 1.5;
/** At full strength, the share of the way to another voice: by its prosody, by its sex, or by chance. */
const SHARES = { accent: 0.8, sex: 0.7, chance: 0.3 };
const TIMBRE_SIZE = 128;

type Lean = { voice: SpeechVoice; share: number; onlyProsody: boolean };

/** A voice changed by what the prompt says; a strength of 0 leaves it as it is. */
export async function remixVoice(
  { directions }: { directions: Directions },
  speaker: SpeakerArtifact,
  prompt: string,
  strength = DEFAULT_STRENGTH,
): Promise<SpeakerArtifact> {
  if (strength === 0) return speaker;
  const wishes = readPrompt(prompt);
  const base = PRESET_VOICES.find(({ id }) => id === speaker.baseVoice);
  const { language, colour } = spokenIn(base?.language ?? 'en', wishes.language);
  const chance = chanceFrom(JSON.stringify([prompt.normalize().trim(), speaker.baseVoice]));
  const accented = voiceOf(wishes.gender ?? base?.gender, colour ?? language, chance);
  const isForeign = accented !== undefined && (colour !== undefined || language !== base?.language);
  let leaning = speaker;
  if (isForeign)
    leaning = await leanTo(leaning, { voice: accented, share: SHARES.accent * strength, onlyProsody: true });
  const other = otherVoice(wishes, base, chance);
  if (other) leaning = await leanTo(leaning, { ...other, share: other.share * strength, onlyProsody: false });
  const moved = moveSpeaker(leaning, joinMoves([{ move: wishes.move, weight: FULL * strength }]), directions);
  const step = moved.style.map((value, i) => value - (speaker.style[i] ?? 0));
  const baseVoice = isForeign && colour === undefined ? accented.id : speaker.baseVoice;
  return { ...moved, style: trusted(speaker.style, step, directions), baseVoice, score: null };
}

/** Of the wished sex where it is another; any where nothing was wished that is known, so that there is a variant. */
function otherVoice(
  { gender, language, move }: Wishes,
  base: SpeechVoice | undefined,
  chance: Chance,
): { voice: SpeechVoice; share: number } | undefined {
  const isOtherSex = gender !== undefined && gender !== base?.gender;
  const isUnknown = !gender && !language && Object.keys(move).length === 0;
  if (!isOtherSex && !isUnknown) return undefined;
  const sex = gender ?? base?.gender;
  const voice = voiceOf(sex, base?.language, chance) ?? voiceOf(sex, 'en-US', chance);
  return voice && { voice, share: isOtherSex ? SHARES.sex : SHARES.chance };
}

function voiceOf(gender: Gender | undefined, language: string | undefined, chance: Chance) {
  const speaking = PRESET_VOICES.filter((voice) => voice.language === language);
  const alike = speaking.filter((voice) => gender === 'neutral' || voice.gender === gender);
  return drawn(chance, alike, 1)[0];
}

async function leanTo(
  speaker: SpeakerArtifact,
  { voice, share, onlyProsody }: Lean,
): Promise<SpeakerArtifact> {
  const { style: other } = await presetSpeaker(voice.id);
  const style = speaker.style.map((value, i) =>
    onlyProsody && i < TIMBRE_SIZE ? value : value + share * ((other[i] ?? 0) - value),
  );
  return { ...speaker, style };
}
