import { intsOf, textOf } from '../attributes.ts';
import { lengthOf } from './length.ts';
import { input, output, type Rules, type Step } from './step.ts';

const shaped = (step: Step): string =>
  step.tape.node('Reshape', [step.gradient, step.tape.node('Shape', [input(step)])]);

/** Operations that only move numbers, or add them up. */
export const MOVES: Rules = {
  Reshape: (step) => [() => shaped(step)],
  Transpose: (step) => [
    () => {
      const perm = intsOf(step.node, 'perm');
      const back = perm.map((_, axis) => perm.indexOf(axis));
      return step.tape.node('Transpose', [step.gradient], { perm: { ints: back } });
    },
  ],
  Identity: (step) => [() => step.gradient],
  Unsqueeze: (step) => [() => shaped(step)],
  Concat: (step) => step.node.inputs.map((_, index) => () => part(step, index)),
  Slice: (step) => [() => surrounded(step)],
  Gather: (step) => [() => scattered(step, input(step, 1), intsOf(step.node, 'axis')[0] ?? 0)],
  Pad: (step) => [() => folded(step)],
  Resize: (step) => [() => gathered(step)],
  ReduceSum: (step) => [() => spread(step, step.gradient)],
  GlobalAveragePool: (step) => [
    () => spread(step, step.tape.node('Div', [step.gradient, lengthOf(step.tape, input(step))])),
  ],
};

const spread = (step: Step, gradient: string): string =>
  step.tape.node('Expand', [gradient, step.tape.node('Shape', [input(step)])]);

function part({ node, gradient, tape }: Step, index: number): string {
  const [axis = 0] = intsOf(node, 'axis');
  const along = (name = ''): string =>
    tape.node('Gather', [tape.node('Shape', [name]), tape.intConstant([axis])]);
  const start = node.inputs
    .slice(0, index)
    .reduce((sum, name) => tape.node('Add', [sum, along(name)]), tape.intConstant([0]));
  const end = tape.node('Add', [start, along(node.inputs[index])]);
  return tape.node('Slice', [gradient, start, end, tape.intConstant([axis])]);
}

/** Zeros where the slice took nothing. */
function surrounded(step: Step): string {
  const { graph, tape, gradient, extents } = step;
  const [starts, axes, strides = [1]] = [1, 3, 4].map((index) => graph.constant(input(step, index)));
  if (!starts || !axes || strides.some((one) => one !== 1) || starts.some((one) => one < 0))
    throw new Error(`the slice ${output(step)} is of a kind that is not expected in this model`);
  const before = extents(input(step)).map((_, axis) => starts[axes.indexOf(axis)] ?? 0);
  const sizes = [input(step), output(step)].map((name) => tape.node('Shape', [name]));
  const after = tape.node('Sub', [tape.node('Sub', sizes), tape.intConstant(before)]);
  return tape.node('Pad', [
    gradient,
    tape.node('Concat', [tape.intConstant(before), after], { axis: { int: 0 } }),
  ]);
}

/** Padding copies numbers from within, so its gradient goes back to them. */
function folded(step: Step): string {
  const { node, tape } = step;
  const mode = textOf(node, 'mode') ?? 'constant';
  if (mode === 'constant') return unpadded(step);
  const length = tape.node('Gather', [tape.node('Shape', [input(step)]), tape.intConstant([2])]);
  const places = tape.node('NonZero', [
    tape.node('Expand', [tape.floatConstant(Float32Array.of(1)), length]),
  ]);
  const row = tape.node('Reshape', [places, tape.intConstant([1, 1, -1])]);
  const padded = tape.node('Pad', [row, input(step, 1)], { mode: { text: mode } });
  return scattered(step, tape.node('Reshape', [padded, tape.intConstant([-1])]), 2);
}

/** What was added is constant. */
function unpadded(step: Step): string {
  const { graph, tape, gradient, extents } = step;
  const pads = graph.constant(input(step, 1));
  const axes = [...extents(input(step)).keys()];
  const before = pads?.slice(0, axes.length);
  if (!before || before.some((one) => one < 0))
    throw new Error(`the padding of ${output(step)} is not known`);
  const starts = tape.intConstant(before);
  const ends = tape.node('Add', [tape.node('Shape', [input(step)]), starts]);
  return tape.node('Slice', [gradient, starts, ends, tape.intConstant(axes)]);
}

/** `places`: for each index along the output axis, the source index in the input. */
function scattered(step: Step, places: string, axis: number): string {
  const { tape, gradient, extents } = step;
  const axes = [...extents(input(step)).keys()];
  const order = [axis, ...axes.filter((one) => one !== axis)];
  const back = axes.map((one) => order.indexOf(one));
  const size = tape.node('Gather', [tape.node('Shape', [input(step)]), tape.intConstant(order)]);
  const sum = tape.node(
    'ScatterND',
    [
      tape.node('Expand', [tape.floatConstant(Float32Array.of(0)), size]),
      tape.node('Reshape', [places, tape.intConstant([-1, 1])]),
      tape.node('Transpose', [gradient], { perm: { ints: order } }),
    ],
    { reduction: { text: 'add' } },
  );
  return tape.node('Transpose', [sum], { perm: { ints: back } });
}

/** Each moment was repeated several times in a row: sums the gradients of its copies. */
function gathered(step: Step): string {
  const { tape, gradient, node } = step;
  if (textOf(node, 'mode') !== 'nearest') throw new Error(`${output(step)} is not resized by repetition`);
  const size = [tape.node('Shape', [input(step)]), tape.intConstant([-1])];
  const repeats = tape.node('Reshape', [gradient, tape.node('Concat', size, { axis: { int: 0 } })]);
  return tape.node('ReduceSum', [repeats, tape.intConstant([-1])], { keepdims: { int: 0 } });
}
