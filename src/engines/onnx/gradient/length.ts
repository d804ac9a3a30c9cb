import type { Tape } from './tape.ts';

const FLOAT = 1;

/** Moments of a sound [1, channels, time], as a number that can be divided by. */
export function lengthOf(tape: Tape, name: string): string {
  const length = tape.node('Gather', [tape.node('Shape', [name]), tape.intConstant([2])]);
  return tape.node('Cast', [length], { to: { int: FLOAT } });
}
