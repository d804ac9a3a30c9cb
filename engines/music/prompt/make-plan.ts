import { seedFrom } from '../../dsp/index.ts';
import { hasVoices } from '../composition/arrange.ts';
import type { Genre } from '../genres/genre.ts';
import { type GenreName, genreOf } from '../genres/index.ts';
import { type InstrumentName, instrumentOf } from '../instruments.ts';
import type { Exclusion, MusicPlan, TimeSignature } from '../plan.ts';
import { isMinor, type Key, type Mode } from '../theory.ts';
import type { Era } from './eras.ts';
import { moodOf } from './moods.ts';
import type { Reading } from './read-prompt.ts';
import type { Meaning } from './vocabulary.ts';

export type Wishes = {
  bpm?: number | undefined;
  key?: Key | undefined;
  timeSignature?: TimeSignature | undefined;
  intensity?: number | undefined;
};

/** When only a time is named, its music is meant. */
const GENRES_OF_ERAS: Partial<Record<Era, GenreName>> = {
  medieval: 'acoustic folk',
  baroque: 'orchestral',
  classical: 'orchestral',
  romantic: 'piano solo',
  '1920s': 'jazz trio',
  '1930s': 'jazz trio',
  '1940s': 'jazz trio',
  '1950s': 'rock',
  '1960s': 'bossa nova',
  '1970s': 'funk',
  '1980s': 'synthwave',
  '1990s': 'hip-hop',
  futuristic: 'synthwave',
};
const GENRES_OF_MOODS: Partial<Record<MusicPlan['mood'], GenreName>> = {
  calm: 'ambient',
  dreamy: 'ambient',
  sad: 'piano solo',
  nostalgic: 'piano solo',
  romantic: 'piano solo',
  relaxed: 'lo-fi',
  dark: 'cinematic',
  mysterious: 'cinematic',
  tense: 'cinematic',
  scary: 'cinematic',
  epic: 'cinematic',
  serious: 'cinematic',
  triumphant: 'orchestral',
  angry: 'rock',
  energetic: 'house',
  groovy: 'funk',
};
/** These join a genre without such instruments when the prompt names the group: "ambient with drums". */
const INSTRUMENTS_OF_GROUPS: Partial<Record<Exclusion, InstrumentName>> = {
  drums: 'standard kit',
  bass: 'fingered bass',
  guitar: 'clean guitar',
  synth: 'saw lead',
  woodwinds: 'flute',
  mallets: 'marimba',
};
const USUAL: GenreName = 'corporate';
/** Keys that lie well for most instruments. */
const TONICS = [0, 2, 4, 5, 7, 9, 10, 3] as const;
const BPM_RANGE = [40, 240] as const;

type ValueOf<Kind extends Meaning['kind']> = Extract<Meaning, { kind: Kind }>['value'];

/** Fills what the prompt leaves open: by the genre, else by the mood, else as usual. */
export function makePlan(reading: Reading, prompt: string, wishes: Wishes = {}): MusicPlan {
  const all = <Kind extends Meaning['kind']>(kind: Kind): ValueOf<Kind>[] =>
    reading.meanings.filter((one) => one.kind === kind).map((one) => one.value as ValueOf<Kind>);
  const moodName = all('mood')[0] ?? 'neutral';
  const mood = moodOf(moodName);
  const era = all('era')[0] ?? null;
  const without = [...new Set(reading.excluded.flatMap(exclusionOf))];
  const guesses = [
    era && GENRES_OF_ERAS[era],
    genreOfInstruments(all('instrument')),
    GENRES_OF_MOODS[moodName],
  ];
  // Nobody wants a piano solo who wants something sad without a piano.
  const guess = guesses.find((name) => name && hasVoices(genreOf(name), without));
  const genreName = all('genre')[0] ?? guess ?? USUAL;
  const genre = genreOf(genreName);
  const pace = all('pace').reduce((product, one) => product * one, 1);
  const asked = wishes.bpm ?? reading.bpm;
  const usual = Math.round(genre.tempo[1] * mood.tempo * pace);
  const mode = all('mode')[0] ?? mood.mode ?? genre.mode;
  const lifted = all('intensity').reduce((sum, one) => sum + one, mood.intensity);
  return {
    genre: genreName,
    mood: moodName,
    bpm: within(asked ?? usual, BPM_RANGE),
    isTempoFixed: asked !== null && asked !== undefined,
    key: wishes.key ?? reading.key ?? { tonic: tonicFor(prompt), mode: fitting(mode, genre.mode) },
    timeSignature: wishes.timeSignature ?? all('metre')[0] ?? (genre.beats === 3 ? '3/4' : '4/4'),
    instruments: [...new Set([...all('instrument'), ...joining(genre, all('exclusion'))])].slice(0, 6),
    without,
    energy: all('energy')[0] ?? mood.energy ?? genre.energy,
    intensity: wishes.intensity ?? within(Math.round(lifted * 100) / 100, [0.1, 1]),
    era,
    sections: [],
    hitPoints: [],
  };
}

/** "piano and strings" alone is no genre, but one instrument that a genre is named for is. */
function genreOfInstruments(names: readonly MusicPlan['instruments'][number][]): GenreName | null {
  const families = new Set(names.map((name) => instrumentOf(name).family));
  if (names.length === 0) return null;
  if (families.size === 1 && families.has('piano')) return 'piano solo';
  if (families.has('synth')) return 'synthwave';
  if (families.has('guitar')) return names.some((name) => /dist|over/u.test(name)) ? 'rock' : 'acoustic folk';
  if (families.has('strings') || families.has('brass') || families.has('woodwinds')) return 'orchestral';
  return null;
}

function joining({ parts }: Genre, groups: readonly Exclusion[]): InstrumentName[] {
  return groups.flatMap((group) => {
    const has = parts.some(
      ({ role, instrument }) => role === group || instrumentOf(instrument).family === group,
    );
    const instrument = INSTRUMENTS_OF_GROUPS[group];
    return has || !instrument ? [] : [instrument];
  });
}

/** Keeps the colour of a genre that has one: a happy rock is mixolydian, a sad funk dorian. */
function fitting(wanted: Mode, usual: Mode): Mode {
  const isPlain = wanted === 'major' || wanted === 'minor';
  return isPlain && isMinor(wanted) === isMinor(usual) ? usual : wanted;
}

function tonicFor(prompt: string): number {
  return TONICS[seedFrom(prompt.trim().toLowerCase()) % TONICS.length] ?? 0;
}

function exclusionOf(meaning: Meaning): MusicPlan['without'] {
  if (meaning.kind === 'exclusion') return [meaning.value];
  return meaning.kind === 'instrument' ? [instrumentOf(meaning.value).family] : [];
}

function within(value: number, [low, high]: readonly [number, number]): number {
  return Math.min(high, Math.max(low, value));
}
