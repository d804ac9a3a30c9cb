import {
  hasBorrowedSounds,
  languagesOf,
  presetSpeaker,
  type SpeakerArtifact,
  type SpeechVoice,
} from '../speech/index.ts';
import type { Gender } from './axes.ts';
import { between, type Chance, drawn } from './chance.ts';

export type Part = { voice: SpeechVoice; weight: number };

/** If a language has fewer voices of a sex than this, other voices of that sex may be mixed in. */
const ENOUGH = 3;
/** Character voices, and voices that their authors grade as poor. */
const LEFT_OUT = ['character', 'grade:F+', 'grade:D-'];

export type Wanted = {
  /** Language code of the engine. */
  language: string;
  gender: Gender;
  /** Language of a foreign accent: one of its voices contributes some of its sound. */
  colour?: string;
};

/** Presets to mix. The first of each sex has the most weight. */
export function chooseParts(voices: readonly SpeechVoice[], wanted: Wanted, chance: Chance): Part[] {
  const usable = voices.filter(({ tags }) => !tags.some((tag) => LEFT_OUT.includes(tag)));
  const sexes = wanted.gender === 'neutral' ? (['female', 'male'] as const) : [wanted.gender];
  const parts = sexes.flatMap((gender) => {
    const alike = usable.filter((voice) => voice.gender === gender);
    const own = alike.filter(({ language }) => language === wanted.language);
    return choose(own, alike, wanted.language, chance).map((voice, i) => ({
      voice,
      weight: i === 0 ? 1 : between(chance, 0.15, 0.5),
    }));
  });
  const lending = usable.filter(
    ({ language, gender }) =>
      language === wanted.colour && (wanted.gender === 'neutral' || gender === wanted.gender),
  );
  const lent = drawn(chance, lending, 1).map((voice) => ({ voice, weight: 0.8 }));
  return evened([...parts, ...lent], wanted.gender);
}

/**
 * A language that Kokoro was not trained on is spoken by its own preset above all, and by others that are understood in
 * it.
 */
function choose(
  own: readonly SpeechVoice[],
  alike: readonly SpeechVoice[],
  language: string,
  chance: Chance,
): SpeechVoice[] {
  if (own.length >= ENOUGH) return drawn(chance, own, ENOUGH);
  if (!hasBorrowedSounds(language))
    return drawn(chance, [...own, ...alike.filter((voice) => voice.language === 'en-US')], ENOUGH);
  const others = alike.filter(
    ({ id, recipe }) => !recipe && languagesOf(id).some((spoken) => spoken.language === language),
  );
  return [...own, ...drawn(chance, others, ENOUGH - own.length)];
}

/** Scales the weights to a sum of 1. For a neutral voice, each sex gets half. */
function evened(parts: readonly Part[], gender: Gender): Part[] {
  const weightOf = (some: readonly Part[]): number => some.reduce((sum, { weight }) => sum + weight, 0);
  return parts.map(({ voice, weight }) => {
    if (gender !== 'neutral') return { voice, weight: weight / weightOf(parts) };
    const same = parts.filter((part) => part.voice.gender === voice.gender);
    return { voice, weight: weight / weightOf(same) / 2 };
  });
}

/** Mixes the parts. The base voice speaks the language, whoever it sounds like. */
export async function mixVoices(parts: readonly Part[], base: SpeechVoice): Promise<SpeakerArtifact> {
  const speaker = await presetSpeaker(base.id);
  const styles = await Promise.all(parts.map(({ voice }) => presetSpeaker(voice.id)));
  return {
    ...speaker,
    style: speaker.style.map((_, i) =>
      parts.reduce((sum, { weight }, part) => sum + weight * (styles[part]?.style[i] ?? 0), 0),
    ),
  };
}
