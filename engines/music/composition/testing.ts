import { GENRES, type GenreName, genreOf } from '../genres/index.ts';
import type { MusicPlan, Piece } from '../plan.ts';

export const GENRES_IN_TESTS = Object.keys(GENRES) as GenreName[];

/** A piece of the genre as it usually is. */
export function pieceOf(
  genre: GenreName,
  changes: Partial<Piece> = {},
  plan: Partial<MusicPlan> = {},
): Piece {
  const { tempo, mode, beats, energy } = genreOf(genre);
  return {
    seconds: 20,
    seed: 1,
    isLoop: false,
    ...changes,
    plan: {
      genre,
      mood: 'neutral',
      bpm: tempo[1],
      isTempoFixed: false,
      key: { tonic: 2, mode },
      timeSignature: beats === 3 ? '3/4' : '4/4',
      instruments: [],
      without: [],
      energy,
      intensity: 0.5,
      era: null,
      sections: [],
      hitPoints: [],
      ...plan,
    },
  };
}
