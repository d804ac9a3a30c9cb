import { summed } from './elementwise.ts';
import { input, type Rules } from './step.ts';

/** The left side has three axes, the right side two. */
export const MATRICES: Rules = {
  MatMul: (step) => {
    const { tape, gradient } = step;
    const turned = (index: number, perm: readonly number[]): string =>
      tape.node('Transpose', [input(step, index)], { perm: { ints: perm } });
    return [
      () => tape.node('MatMul', [gradient, turned(1, [1, 0])]),
      () => summed(tape.node('MatMul', [turned(0, [0, 2, 1]), gradient]), step, 1),
    ];
  },
};
