import { presetSpeaker, type SpeakerArtifact, type SpeechVoice } from '../speech/index.ts';
import type { Gender } from './axes.ts';
import { between, type Chance, drawn } from './chance.ts';

export type Part = { voice: SpeechVoice; weight: number };

/** Fewer than these in a language, and voices of the same sex that speak another lend their sound. */
const ENOUGH = 3;
/** Characters, and voices whose makers call them poor. */
const LEFT_OUT = ['character', 'grade:F+', 'grade:D-'];

export type Wanted = {
  /** A code of the engine. */
  language: string;
  gender: Gender;
  /** Of an accent from another language: one of its voices gives some of its sound. */
  colour?: string;
};

/** Which presets the voice is between, the first being the most of it. */
export function chooseParts(voices: readonly SpeechVoice[], wanted: Wanted, chance: Chance): Part[] {
  const usable = voices.filter(({ tags }) => !tags.some((tag) => LEFT_OUT.includes(tag)));
  const sexes = wanted.gender === 'neutral' ? (['female', 'male'] as const) : [wanted.gender];
  const parts = sexes.flatMap((gender) => {
    const alike = usable.filter((voice) => voice.gender === gender);
    const own = alike.filter(({ language }) => language === wanted.language);
    const pool =
      own.length >= ENOUGH ? own : [...own, ...alike.filter(({ language }) => language === 'en-US')];
    return drawn(chance, pool, ENOUGH).map((voice, i) => ({
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

/** All weigh one; where both sexes are wanted, each half of it. */
function evened(parts: readonly Part[], gender: Gender): Part[] {
  const weightOf = (some: readonly Part[]): number => some.reduce((sum, { weight }) => sum + weight, 0);
  return parts.map(({ voice, weight }) => {
    if (gender !== 'neutral') return { voice, weight: weight / weightOf(parts) };
    const same = parts.filter((part) => part.voice.gender === voice.gender);
    return { voice, weight: weight / weightOf(same) / 2 };
  });
}

/** Between the parts; the base speaks the language, whoever it sounds like. */
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
