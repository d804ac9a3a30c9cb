import { PRESET_VOICES, presetSpeaker, type SpeakerArtifact, type SpeechVoice } from '../../speech/index.ts';
import { joinMoves } from './axes.ts';
import { between, chanceFrom, drawn } from './chance.ts';
import { spokenIn } from './design-voice.ts';
import type { Directions } from './directions.ts';
import { moveSpeaker, trusted } from './move-speaker.ts';
import { readPrompt } from './read-prompt.ts';

export const DEFAULT_STRENGTH = 0.5;
/** At full strength a wish is this much of what it would be in a design. */
const FULL = 1.5;
/** At full strength, the share of the way to another voice that words without a meaning go. */
const STRAY = 0.25;
/** At full strength, the share of another accent's prosody. */
const ACCENTED = 0.8;
const TIMBRE_SIZE = 128;

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
  const alike = PRESET_VOICES.filter(({ gender }) => gender === (wishes.gender ?? base?.gender));
  const from = (spoken: string): SpeechVoice[] =>
    drawn(
      chance,
      alike.filter((one) => one.language === spoken),
      1,
    );
  const [accented] = language === base?.language ? (colour ? from(colour) : []) : from(language);
  const changed = accented ? await towards(speaker, accented, ACCENTED * strength, 'prosody') : speaker;
  const [other] = drawn(chance, alike, 1);
  const share = between(chance, 0.6, 1) * STRAY * strength;
  const strayed = other ? await towards(changed, other, share, 'all') : changed;
  const move = joinMoves([{ move: wishes.move, weight: FULL * strength }]);
  const moved = moveSpeaker(strayed, move, directions);
  const step = moved.style.map((value, i) => value - (speaker.style[i] ?? 0));
  const baseVoice = accented && language !== base?.language ? accented.id : speaker.baseVoice;
  return { ...moved, style: trusted(speaker.style, step, directions), baseVoice, score: null };
}

async function towards(
  speaker: SpeakerArtifact,
  voice: SpeechVoice,
  share: number,
  what: 'all' | 'prosody',
): Promise<SpeakerArtifact> {
  const { style: other } = await presetSpeaker(voice.id);
  const style = speaker.style.map((value, i) =>
    what === 'prosody' && i < TIMBRE_SIZE ? value : value + share * ((other[i] ?? 0) - value),
  );
  return { ...speaker, style };
}
