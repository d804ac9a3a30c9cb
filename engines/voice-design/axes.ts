/** Axes that move the style itself. The others are numbers of the artifact. */
export const STYLED_AXES = ['brightness', 'warmth', 'breath', 'energy'] as const;
export type StyledAxis = (typeof STYLED_AXES)[number];

/** Axes of a voice. One unit is clearly audible; no voice is moved by more than two. */
export const AXES = ['pitch', 'pace', ...STYLED_AXES] as const;
export type Axis = (typeof AXES)[number];

/** Units along each axis. Absent: 0. */
export type Move = Partial<Record<Axis, number>>;

export type Gender = 'male' | 'female' | 'neutral';
export type Age = 'young' | 'adult' | 'mature';

/** Age has no axis of its own: it shifts most of the others. */
export const AGES: Record<Age, Move> = {
  young: { pitch: 0.7, pace: 0.4, brightness: 0.7, breath: -0.2, energy: 0.4 },
  adult: {},
  mature: { pitch: -0.7, pace: -0.6, brightness: -0.8, breath: 0.6, energy: -0.2 },
};

export function joinMoves(moves: readonly { move: Move; weight: number }[]): Move {
  const joined: Move = {};
  for (const { move, weight } of moves)
    for (const axis of AXES) {
      const amount = move[axis];
      if (amount !== undefined) joined[axis] = (joined[axis] ?? 0) + weight * amount;
    }
  return joined;
}
