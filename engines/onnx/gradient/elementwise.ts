import { floatOf } from '../attributes.ts';
import { input, output, type Rule, type Rules, type Step } from './step.ts';

/** Differentiates by each of two inputs and sums over the broadcast axes. */
const binary =
  (first: (step: Step) => string, second: (step: Step) => string): Rule =>
  (step) =>
    [first, second].map((gradient, i) => () => summed(gradient(step), step, i));

const times = (step: Step, other: string): string => step.tape.node('Mul', [step.gradient, other]);
const over = (step: Step, other: string): string => step.tape.node('Div', [step.gradient, other]);
const unary =
  (gradient: (step: Step) => string): Rule =>
  (step) => [() => gradient(step)];

export const ELEMENTWISE: Rules = {
  Cast: unary(({ gradient }) => gradient),
  Exp: unary((step) => times(step, output(step))),
  Log: unary((step) => over(step, input(step))),
  Sqrt: unary((step) => over(step, step.tape.node('Add', [output(step), output(step)]))),
  Sin: unary((step) => times(step, step.tape.node('Cos', [input(step)]))),
  Cos: unary((step) => {
    const slope = step.tape.node('Neg', [step.tape.node('Sin', [input(step)])]);
    return times(step, slope);
  }),
  Abs: unary((step) => times(step, step.tape.node('Sign', [input(step)]))),
  Erf: unary((step) => {
    const square = step.tape.node('Mul', [input(step), input(step)]);
    const bell = step.tape.node('Exp', [step.tape.node('Neg', [square])]);
    const height = step.tape.floatConstant(Float32Array.of(2 / Math.sqrt(Math.PI)));
    return times(step, step.tape.node('Mul', [bell, height]));
  }),
  /** Of a tensor and a limit. */
  Min: unary((step) => {
    const { tape, gradient } = step;
    const isBelow = tape.node('Less', [input(step), input(step, 1)]);
    return tape.node('Where', [isBelow, gradient, tape.floatConstant(Float32Array.of(0))]);
  }),
  Relu: unary((step) => rectified(step, 0)),
  LeakyRelu: unary((step) => rectified(step, floatOf(step.node, 'alpha') ?? 0.01)),
  Add: binary(
    ({ gradient }) => gradient,
    ({ gradient }) => gradient,
  ),
  Sub: binary(
    ({ gradient }) => gradient,
    ({ gradient, tape }) => tape.node('Neg', [gradient]),
  ),
  Mul: binary(
    (step) => times(step, input(step, 1)),
    (step) => times(step, input(step, 0)),
  ),
  Div: binary(
    (step) => over(step, input(step, 1)),
    (step) => {
      const share = step.tape.node('Div', [output(step), input(step, 1)]);
      return step.tape.node('Neg', [times(step, share)]);
    },
  ),
};

function rectified(step: Step, alpha: number): string {
  const { tape, gradient } = step;
  const isAbove = tape.node('Greater', [input(step), tape.floatConstant(Float32Array.of(0))]);
  const below = times(step, tape.floatConstant(Float32Array.of(alpha)));
  return tape.node('Where', [isAbove, gradient, below]);
}

/** Sums a gradient over the axes along which an input was repeated. */
export function summed(gradient: string, step: Step, index: number): string {
  const { tape, extents } = step;
  const whole = extents(output(step));
  const own = extents(input(step, index));
  const lead = whole.length - own.length;
  const axes = [...whole.keys()].filter(
    (axis) => axis < lead || (own[axis - lead] === 1 && whole[axis] !== 1),
  );
  if (axes.length === 0) return gradient;
  const sum = tape.node('ReduceSum', [gradient, tape.intConstant(axes)], { keepdims: { int: 1 } });
  return lead === 0 ? sum : tape.node('Reshape', [sum, tape.node('Shape', [input(step, index)])]);
}
