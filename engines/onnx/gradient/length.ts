import type { Tape } from './tape.ts';

const FLOAT = 1;

/** Length of a sound [1, channels, time], as a float to divide by. */
export function lengthOf(tape: Tape, name: string): string {
  const length = tape.node('Gather', [tape.node('Shape', [name]), tape.intConstant([2])]);
  return tape.node('Cast', [length], { to: { int: FLOAT } });
}
