import { createChance, seedFrom } from '../../dsp/index.ts';
import type { Genre, GenrePart } from '../genres/genre.ts';
import { genreOf } from '../genres/index.ts';
import { type Piece, TIME_SIGNATURES } from '../plan.ts';
import { accompany } from './accompany.ts';
import { arrange } from './arrange.ts';
import { BASS_REGISTER, playBass } from './bass.ts';
import { DRUM_KEYS } from './drum-pieces.ts';
import { playDrums } from './drums.ts';
import { type Fit, fitLoop, fitTempo, planBars } from './form.ts';
import { planHarmony } from './harmony.ts';
import { humanise } from './humanise.ts';
import { singMelody } from './melody.ts';
import type { Bar, ChordSpan, Note, Score } from './score.ts';
import { type Key, nearestPitch } from './theory.ts';

/** From a plan to every note as it is played. */
export function compose({ plan, seconds, seed, isLoop }: Piece): Score {
  const genre = genreOf(plan.genre);
  const { bpm, bars: count, beatsPerBar } = fitPiece({ plan, seconds, isLoop });
  const chanceOf = (what: string) => createChance(seedFrom(`${seed} ${plan.genre} ${plan.mood} ${what}`));
  const bars = planBars(count, plan.energy, plan.intensity, isLoop);
  const chords = planHarmony(genre, plan.key, bars, { beatsPerBar, isLoop, chance: chanceOf('harmony') });
  const groove = { bpm, swing: genre.swing, looseness: genre.looseness, beatsPerBar };
  const end = (seconds * bpm) / 60;

  const perform = (part: GenrePart, index: number, writer: typeof write) => {
    const chance = chanceOf(`${part.role} ${index}`);
    const setting = { bars, chords, key: plan.key, beatsPerBar, chance };
    const written = writer(part, setting).filter(({ beat }) => beat < end - 1e-6);
    const rung = written.map((note) => ringing(note, bars, beatsPerBar, end, isLoop));
    return { part, notes: humanise(rung, groove, chance) };
  };
  const arranged = arrange(genre, plan);
  const attempts = [
    () => arranged.map((part, index) => perform(part, index, write)),
    // A quiet piece may have none but parts that wait for more energy.
    () => arranged.map((part, index) => perform({ ...part, from: 0 }, index, write)),
    // A short one may end before the first note of a part that begins late.
    () => arranged.map((part, index) => perform(part, index, () => [openingNote(part, plan.key, end)])),
  ];
  const parts = firstAudible(attempts);
  return { bpm, beatsPerBar, seconds, key: plan.key, bars, chords, parts };
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

/** In beats a minute, as it is played: the bars must come out even. */
export function playedBpm(piece: Omit<Piece, 'seed'>): number {
  return Math.round(fitPiece(piece).bpm * 100) / 100;
}

function fitPiece({ plan, seconds, isLoop }: Omit<Piece, 'seed'>): Fit & { beatsPerBar: number } {
  const beatsPerBar = TIME_SIGNATURES[plan.timeSignature];
  const range = plan.isTempoFixed ? null : tempoRange(genreOf(plan.genre), plan.bpm);
  const wanted = { bpm: plan.bpm, range };
  const fit = isLoop ? fitLoop(seconds, beatsPerBar, wanted) : fitTempo(seconds, beatsPerBar, wanted);
  return { ...fit, beatsPerBar };
}

type Setting = Parameters<typeof playBass>[1] & { bars: readonly Bar[]; chords: readonly ChordSpan[] };

function write(part: GenrePart, setting: Setting): Note[] {
  const { bars, chords, beatsPerBar, chance } = setting;
  switch (part.role) {
    case 'drums':
      return playDrums(part, bars, beatsPerBar, chance);
    case 'bass':
      return playBass(part, setting);
    case 'melody':
    case 'counter':
      return singMelody(part, setting);
    default:
      return accompany(part, bars, chords, beatsPerBar);
  }
}

/** The last chord rings to the end, also when that comes after the last bar. */
function ringing(note: Note, bars: readonly Bar[], beatsPerBar: number, end: number, isLoop: boolean): Note {
  const lastBar = (bars.length - 1) * beatsPerBar;
  const isLast =
    !isLoop && note.beat >= lastBar - 1e-6 && note.beat + note.beats >= lastBar + beatsPerBar - 0.3;
  return isLast ? { ...note, beats: end - note.beat } : note;
}

/** As far as the genre goes, and not more than a tenth from the tempo that the mood chose. */
function tempoRange({ tempo: [low, , high] }: Genre, bpm: number): [number, number] {
  return [Math.min(bpm * 0.97, Math.max(low, bpm * 0.9)), Math.max(bpm * 1.03, Math.min(high, bpm * 1.1))];
}
