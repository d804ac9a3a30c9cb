import { createChance, seedFrom } from '../../dsp/index.ts';
import { DRUM_KEYS } from '../drum-pieces.ts';
import type { Genre, GenrePart } from '../genres/genre.ts';
import { genreOf } from '../genres/index.ts';
import type { Piece, Section } from '../plan.ts';
import { type Key, nearestPitch } from '../theory.ts';
import {
  accentParts,
  bassAccent,
  chordAccent,
  drawnToHits,
  drumAccent,
  type Hit,
  hitsAt,
  withAccents,
} from './accents.ts';
import { accompany, voiceChords } from './accompany.ts';
import { arrange } from './arrange.ts';
import { BASS_REGISTER, type BassSetting, playBass } from './bass.ts';
import { playDrums } from './drums.ts';
import { planBars } from './form.ts';
import { planHarmony } from './harmony.ts';
import { humanise } from './humanise.ts';
import { singMelody } from './melody.ts';
import { metreOf } from './metre.ts';
import type { Note, Score } from './score.ts';
import { type Fit, fitTempo } from './tempo.ts';

/** Turns a plan into every note as it is played. */
export function compose(piece: Piece): Score {
  const { plan, seconds, seed, isLoop } = piece;
  const genre = genreOf(plan.genre);
  const metre = metreOf(plan.timeSignature);
  const { bpm, spans, timeline } = fitPiece(piece);
  const chanceOf = (what: string) => createChance(seedFrom(`${seed} ${plan.genre} ${plan.mood} ${what}`));
  const bars = planBars(spans, sectionsOf(piece), { curve: plan.energy, isLoop });
  const chords = planHarmony(genre, bars, { metre, isLoop, chance: chanceOf('harmony') });
  const hits = hitsAt(plan.hitPoints, timeline);
  const swing = metre.isCompound ? undefined : genre.swing;
  const groove = { timeline, bars, swing, looseness: genre.looseness };
  const end = timeline.at(-1)?.beat ?? 0;

  const perform = (part: GenrePart, index: number, writer: typeof write) => {
    const chance = chanceOf(`${part.role} ${index}`);
    const written = writer(part, { bars, chords, metre, chance, hits });
    const inside = written.filter(({ beat }) => beat < end - 1e-6);
    return { part, notes: humanise(inside, groove, chance) };
  };
  const genreParts = arrange(genre, plan);
  const arranged = [...genreParts, ...(hits.length > 0 ? accentParts(genreParts, plan.without) : [])];
  const attempts = [
    () => arranged.map((part, index) => perform(part, index, write)),
    // A quiet piece may have none but parts that wait for more energy.
    () => arranged.map((part, index) => perform({ ...part, from: 0 }, index, write)),
    // A short one may end before the first note of a part that begins late.
    () => arranged.map((part, index) => perform(part, index, () => [openingNote(part, plan.key, end)])),
  ];
  const parts = firstAudible(attempts);
  const { timeSignature, key } = plan;
  return { bpm, timeline, timeSignature, beatsPerBar: metre.beats, seconds, key, bars, chords, parts };
}

type Parts = Score['parts'];

function firstAudible(attempts: readonly (() => Parts)[]): Parts {
  let parts: Parts = [];
  for (const attempt of attempts) {
    parts = attempt();
    if (parts.some(({ notes }) => notes.length > 0)) break;
  }
  return parts;
}

function openingNote(part: GenrePart, { tonic }: Key, end: number): Note {
  const [low, high] = part.role === 'drums' ? [0, 0] : (part.register ?? BASS_REGISTER);
  const pitch = part.role === 'drums' ? DRUM_KEYS.kick : nearestPitch(tonic, Math.round((low + high) / 2));
  return { beat: 0, beats: end, pitch, velocity: 80 };
}

/** Returns the average beats per minute that are played. They differ from the plan so that bars come out even. */
export function playedBpm(piece: Omit<Piece, 'seed'>): number {
  return Math.round(fitPiece(piece).bpm * 100) / 100;
}

function fitPiece(piece: Omit<Piece, 'seed'>): Fit {
  const { plan, isLoop } = piece;
  const range = plan.isTempoFixed ? null : tempoRange(genreOf(plan.genre), plan.bpm);
  const lengths = sectionsOf(piece).map(({ seconds }) => seconds);
  const metre = metreOf(plan.timeSignature);
  return fitTempo({ lengths, hitPoints: plan.hitPoints, metre, isLoop }, { bpm: plan.bpm, range });
}

/** A piece without sections is one. */
function sectionsOf({ plan, seconds }: Omit<Piece, 'seed'>): readonly Section[] {
  if (plan.sections.length > 0) return plan.sections;
  const { mood, key, intensity } = plan;
  return [{ seconds, name: null, mood, key, intensity, energy: null }];
}

type Setting = BassSetting & { hits: readonly Hit[] };

function write(part: GenrePart, setting: Setting): Note[] {
  const { bars, chords, metre, chance, hits } = setting;
  switch (part.role) {
    case 'drums':
      return withAccents(playDrums(part, bars, metre, chance), hits, () => drumAccent(part));
    case 'bass':
      return withAccents(playBass(part, setting), hits, (hit) => bassAccent(part, chords, hit));
    case 'melody':
    case 'counter':
      return drawnToHits(singMelody(part, setting), hits);
    default: {
      const voiced = voiceChords(part, chords);
      return withAccents(accompany(part, bars, voiced, metre), hits, (hit) => chordAccent(voiced, hit));
    }
  }
}

/** The range ends where the genre's does, and at most a tenth from the tempo that the mood chose. */
function tempoRange({ tempo: [low, , high] }: Genre, bpm: number): [number, number] {
  return [Math.min(bpm * 0.97, Math.max(low, bpm * 0.9)), Math.max(bpm * 1.03, Math.min(high, bpm * 1.1))];
}
