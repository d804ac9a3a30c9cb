import type { Tape } from './tape.ts';

const FLOAT = 1;

/** Moments of a sound [1, channels, time], as a number that can be divided by. */
export function lengthOf(tape: Tape, name: string): string {
  const length = tape.make('Gather', [tape.make('Shape', [name]), tape.whole([2])]);
  return tape.make('Cast', [length], { to: { int: FLOAT } });
}
