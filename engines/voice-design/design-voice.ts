import {
  PRESET_VOICES,
  type SpeakerArtifact,
  type SpeechVoice,
  UnsupportedLanguage,
} from '../speech/index.ts';
import { AGES, type Age, AXES, type Axis, type Gender, joinMoves, type Move } from './axes.ts';
import { between, type Chance, chanceFrom } from './chance.ts';
import type { Directions } from './directions.ts';
import { wishOf } from './lexicon.ts';
import { chooseParts, mixVoices, type Part } from './mix-voices.ts';
import { moveSpeaker } from './move-speaker.ts';
import { placeOf } from './place.ts';
import { type Reading, readPrompt, type Wishes } from './read-prompt.ts';
import { spokenIn } from './spoken-in.ts';

export type DesignOptions = {
  gender?: Gender | undefined;
  age?: Age | undefined;
  /** Free text: `British`, `soft French accent`. */
  accent?: string | undefined;
  /** BCP 47. Default: English. */
  language?: string | undefined;
  /** Another seed gives another voice for the same description. */
  seed?: number | undefined;
};

/** Largest random move, in units, along axes that the description does not mention. */
const FREEDOM: Move = { pitch: 0.5, pace: 0.3 };

/** Designs a voice from a description. The same prompt and options always give the same voice, another prompt another. */
export async function designVoice(
  { directions }: { directions: Directions },
  prompt: string,
  options: DesignOptions = {},
): Promise<SpeakerArtifact> {
  const wishes = readPrompt(prompt);
  const accent = readPrompt(options.accent ?? '').language ?? wishes.language;
  const age = options.age === wishes.age ? undefined : options.age;
  const wanted = joinMoves([
    { move: wishes.move, weight: 1 },
    { move: age ? AGES[age] : {}, weight: 1 },
  ]);
  const chance = chanceFrom(wordsOf(prompt, options));
  const gender = genderOf(wishes, options, chance);
  const { language, colour } = spokenIn(options.language ?? 'en', accent);
  const parts = chooseParts(PRESET_VOICES, { language, gender, ...(colour && { colour }) }, chance);
  const mixed = await mixVoices(parts, baseOf(parts, language));
  return moveSpeaker(mixed, moveTo(wanted, parts, { directions, gender, chance }), directions);
}

/** The meaning of a description, before the voice is made. */
export type DesignOutline = Pick<Reading, 'understood' | 'ignored'> & { gender: Gender };

export function outlineDesign(prompt: string, options: DesignOptions = {}): DesignOutline {
  const described = readPrompt(prompt);
  const accent = readPrompt(options.accent ?? '');
  // An accent says where the voice is from, and nothing else.
  const isPlace = (word: string): boolean => wishOf(word.toLowerCase())?.language !== undefined;
  const idle = [...accent.understood.filter((word) => !isPlace(word)), ...accent.ignored];
  return {
    gender: genderOf(described, options, chanceFrom(wordsOf(prompt, options))),
    understood: [...new Set([...described.understood, ...accent.understood.filter(isPlace)])],
    ignored: [...new Set([...described.ignored, ...idle])],
  };
}

function genderOf(wishes: Pick<Wishes, 'gender'>, options: DesignOptions, chance: Chance): Gender {
  return options.gender ?? wishes.gender ?? (chance() < 0.5 ? 'female' : 'male');
}

function wordsOf(prompt: string, { gender, age, accent, language, seed }: DesignOptions): string {
  return JSON.stringify([prompt.normalize().trim(), gender, age, accent, language, seed]);
}

function baseOf(parts: readonly Part[], language: string): SpeechVoice {
  const speaking = (voice: SpeechVoice): boolean => voice.language === language;
  const base = parts.map(({ voice }) => voice).find(speaking) ?? PRESET_VOICES.find(speaking);
  if (!base) throw new UnsupportedLanguage(`There are no voices that speak "${language}".`);
  return base;
}

type Placing = { directions: Directions; gender: Gender; chance: Chance };

/** Move from the mixture to the described position, relative to voices of that sex. */
function moveTo(wanted: Move, parts: readonly Part[], { directions, gender, chance }: Placing): Move {
  const place = placeOf(parts, gender, directions);
  const moves = AXES.map((axis: Axis) => {
    const free = between(chance, -1, 1) * (FREEDOM[axis] ?? 0);
    return [axis, wanted[axis] === undefined ? free : wanted[axis] - place[axis]] as const;
  });
  return Object.fromEntries(moves);
}
