/** How a bar is divided. Beats are quarter notes. */
export type Metre = {
  beats: number;
  /** People would tap at these beats from the start of the bar. */
  pulses: readonly number[];
  /** These pulses carry weight. */
  strong: readonly number[];
  /** A second chord begins at this beat. */
  half: number;
  /** Pulses of three eighths. Such a bar swings by itself. */
  isCompound: boolean;
  /** A bar in this metre is made of these quarter notes of a pattern in 4/4 or 3/4. */
  fromFour: readonly number[];
  fromThree: readonly number[];
};

const simple = (beats: number, half: number, fromFour: number[], fromThree: number[]): Metre => ({
  beats,
  half,
  pulses: Array.from({ length: Math.floor(beats) }, (_, pulse) => pulse),
  // The third of three beats carries no weight, though chords change there.
  strong: beats <= 3 ? [0] : [0, half],
  isCompound: false,
  fromFour,
  fromThree,
});

const compound = (pulses: number, fromFour: number[]): Metre => ({
  beats: 1.5 * pulses,
  pulses: Array.from({ length: pulses }, (_, pulse) => 1.5 * pulse),
  strong: [0, (1.5 * pulses) / 2],
  half: (1.5 * pulses) / 2,
  isCompound: true,
  fromFour,
  fromThree: [0, 1, 2],
});

export const METRES = {
  '4/4': simple(4, 2, [0, 1, 2, 3], [0, 1, 0, 2]),
  // The bar has one, two and four of a bar in 4/4, so that the back beat stays at its end.
  '3/4': simple(3, 2, [0, 1, 3], [0, 1, 2]),
  '2/4': simple(2, 1, [0, 1], [0, 1]),
  '6/8': compound(2, [0, 1]),
  '5/4': simple(5, 3, [0, 1, 3, 2, 3], [0, 1, 2, 0, 1]),
  '7/8': simple(3.5, 2, [0, 1, 2, 3], [0, 1, 2, 0]),
  '12/8': compound(4, [0, 1, 2, 3]),
} as const satisfies Record<string, Metre>;

export type TimeSignature = keyof typeof METRES;

export function metreOf(signature: TimeSignature): Metre {
  return METRES[signature];
}

export function isStrong({ strong }: Metre, inBar: number): boolean {
  return strong.some((beat) => Math.abs(beat - inBar) < 1e-6);
}
