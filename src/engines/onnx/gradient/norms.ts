import { floatOf } from '../attributes.ts';
import { lengthOf } from './length.ts';
import { input, type Rules, type Step } from './step.ts';
import type { Tape } from './tape.ts';

/** Of sounds [1, channels, time]. */
export const NORMS: Rules = {
  InstanceNormalization: (step) => {
    const parts = onceOnly(() => measured(step));
    return [
      () => normalised(step, parts()),
      () => listed(step.tape, step.tape.make('Mul', [parts().alongUnit, parts().length])),
      () => listed(step.tape, step.tape.make('Mul', [parts().mean, parts().length])),
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
      return tape.make('Mul', [gradient, tape.floats(factors, [factors.length, 1])]);
    },
  ],
};

type Measured = { unit: string; deviation: string; mean: string; alongUnit: string; length: string };

/** `unit` is the sound as it is before scale and shift; `mean` and `alongUnit` are what the norm takes from a gradient. */
function measured(step: Step): Measured {
  const { tape, gradient, node } = step;
  const average = (name: string): string => tape.make('GlobalAveragePool', [name]);
  const epsilon = tape.floats(Float32Array.of(floatOf(node, 'epsilon') ?? 1e-5));
  const centred = tape.make('Sub', [input(step), average(input(step))]);
  const variance = average(tape.make('Mul', [centred, centred]));
  const deviation = tape.make('Sqrt', [tape.make('Add', [variance, epsilon])]);
  const unit = tape.make('Div', [centred, deviation]);
  return {
    unit,
    deviation,
    mean: average(gradient),
    alongUnit: average(tape.make('Mul', [gradient, unit])),
    length: lengthOf(tape, input(step)),
  };
}

/** What would move the mean or the deviation is taken away by the norm, so it has no effect. */
function normalised(step: Step, { unit, deviation, mean, alongUnit }: Measured): string {
  const { tape, gradient } = step;
  const scale = tape.make('Reshape', [input(step, 1), tape.whole([1, -1, 1])]);
  const rest = tape.make('Sub', [tape.make('Sub', [gradient, mean]), tape.make('Mul', [unit, alongUnit])]);
  return tape.make('Mul', [rest, tape.make('Div', [scale, deviation])]);
}

const listed = (tape: Tape, name: string): string => tape.make('Reshape', [name, tape.whole([-1])]);

function onceOnly<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
