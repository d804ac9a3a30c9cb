import { floatOf } from '../attributes.ts';
import { summed } from './elementwise.ts';
import { lengthOf } from './length.ts';
import { input, type Rules, type Step } from './step.ts';
import type { Tape } from './tape.ts';

/** These rules take sounds of shape [1, channels, time]. */
export const NORMS: Rules = {
  InstanceNormalization: (step) => {
    const parts = onceOnly(() => measured(step));
    return [
      () => normalised(step, parts()),
      () => listed(step.tape, step.tape.node('Mul', [parts().alongUnit, parts().length])),
      () => listed(step.tape, step.tape.node('Mul', [parts().mean, parts().length])),
    ];
  },
  LayerNormalization: (step) => {
    const parts = onceOnly(() => measuredByRow(step));
    return [
      () => {
        const { tape } = step;
        const { along, unit, deviation } = parts();
        const alongUnit = meanOfRow(tape, tape.node('Mul', [along, unit]));
        const level = tape.node('Sub', [along, meanOfRow(tape, along)]);
        const rest = tape.node('Sub', [level, tape.node('Mul', [unit, alongUnit])]);
        return tape.node('Div', [rest, deviation]);
      },
      () => summed(step.tape.node('Mul', [step.gradient, parts().unit]), step, 1),
      () => summed(step.gradient, step, 2),
    ];
  },
  /** Its means and variances are constants: a factor for each channel. */
  BatchNormalization: (step) => [
    () => {
      const { graph, node, tape, gradient } = step;
      const [scale, variance] = [1, 4].map((index) => graph.weights(input(step, index))?.values);
      if (!scale || !variance) throw new Error(`the norm ${node.outputs[0]} has no constants`);
      const epsilon = floatOf(node, 'epsilon') ?? 1e-5;
      const factors = scale.map((one, i) => one / Math.sqrt((variance[i] ?? 0) + epsilon));
      return tape.node('Mul', [gradient, tape.floatConstant(factors, [factors.length, 1])]);
    },
  ],
};

type Measured = { unit: string; deviation: string; mean: string; alongUnit: string; length: string };

/** `unit` is the sound as it is before scale and shift; `mean` and `alongUnit` are what the norm takes from a gradient. */
function measured(step: Step): Measured {
  const { tape, gradient, node } = step;
  const average = (name: string): string => tape.node('GlobalAveragePool', [name]);
  const epsilon = tape.floatConstant(Float32Array.of(floatOf(node, 'epsilon') ?? 1e-5));
  const centred = tape.node('Sub', [input(step), average(input(step))]);
  const variance = average(tape.node('Mul', [centred, centred]));
  const deviation = tape.node('Sqrt', [tape.node('Add', [variance, epsilon])]);
  const unit = tape.node('Div', [centred, deviation]);
  return {
    unit,
    deviation,
    mean: average(gradient),
    alongUnit: average(tape.node('Mul', [gradient, unit])),
    length: lengthOf(tape, input(step)),
  };
}

/** The norm removes changes of mean and deviation, so they have no effect. */
function normalised(step: Step, { unit, deviation, mean, alongUnit }: Measured): string {
  const { tape, gradient } = step;
  const scale = tape.node('Reshape', [input(step, 1), tape.intConstant([1, -1, 1])]);
  const rest = tape.node('Sub', [tape.node('Sub', [gradient, mean]), tape.node('Mul', [unit, alongUnit])]);
  return tape.node('Mul', [rest, tape.node('Div', [scale, deviation])]);
}

const meanOfRow = (tape: Tape, name: string): string => {
  const sum = tape.node('ReduceSum', [name, tape.intConstant([-1])], { keepdims: { int: 1 } });
  return tape.node('Div', [sum, lengthOf(tape, name)]);
};

/** `along` is the gradient by the numbers before scale and shift, which are `unit`. */
function measuredByRow(step: Step): Record<'along' | 'unit' | 'deviation', string> {
  const { tape, node, gradient } = step;
  const centred = tape.node('Sub', [input(step), meanOfRow(tape, input(step))]);
  const variance = meanOfRow(tape, tape.node('Mul', [centred, centred]));
  const epsilon = tape.floatConstant(Float32Array.of(floatOf(node, 'epsilon') ?? 1e-5));
  const deviation = tape.node('Sqrt', [tape.node('Add', [variance, epsilon])]);
  return {
    along: tape.node('Mul', [gradient, input(step, 1)]),
    unit: tape.node('Div', [centred, deviation]),
    deviation,
  };
}

const listed = (tape: Tape, name: string): string => tape.node('Reshape', [name, tape.intConstant([-1])]);

function onceOnly<T>(build: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: build() };
    return made.value;
  };
}
