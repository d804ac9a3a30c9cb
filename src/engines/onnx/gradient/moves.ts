import { intsOf, textOf } from '../attributes.ts';
import { lengthOf } from './length.ts';
import { input, output, type Rules, type Step } from './step.ts';

const shaped = (step: Step): string =>
  step.tape.make('Reshape', [step.gradient, step.tape.make('Shape', [input(step)])]);

/** What only moves numbers, or adds them up. */
export const MOVES: Rules = {
  Reshape: (step) => [() => shaped(step)],
  Unsqueeze: (step) => [() => shaped(step)],
  Concat: (step) => step.node.inputs.map((_, index) => () => part(step, index)),
  Slice: (step) => [() => surrounded(step)],
  Gather: (step) => [() => scattered(step, input(step, 1), intsOf(step.node, 'axis')[0] ?? 0)],
  Pad: (step) => [() => folded(step)],
  Resize: (step) => [() => gathered(step)],
  ReduceSum: (step) => [() => spread(step, step.gradient)],
  GlobalAveragePool: (step) => [
    () => spread(step, step.tape.make('Div', [step.gradient, lengthOf(step.tape, input(step))])),
  ],
};

const spread = (step: Step, gradient: string): string =>
  step.tape.make('Expand', [gradient, step.tape.make('Shape', [input(step)])]);

function part({ node, gradient, tape }: Step, index: number): string {
  const [axis = 0] = intsOf(node, 'axis');
  const along = (name = ''): string => tape.make('Gather', [tape.make('Shape', [name]), tape.whole([axis])]);
  const start = node.inputs
    .slice(0, index)
    .reduce((sum, name) => tape.make('Add', [sum, along(name)]), tape.whole([0]));
  const end = tape.make('Add', [start, along(node.inputs[index])]);
  return tape.make('Slice', [gradient, start, end, tape.whole([axis])]);
}

/** Zeros where nothing was taken from. */
function surrounded(step: Step): string {
  const { graph, tape, gradient, extents } = step;
  const [starts, axes, strides = [1]] = [1, 3, 4].map((index) => graph.constant(input(step, index)));
  if (!starts || !axes || strides.some((one) => one !== 1) || starts.some((one) => one < 0))
    throw new Error(`the slice ${output(step)} is of a kind that is not expected in this model`);
  const before = extents(input(step)).map((_, axis) => starts[axes.indexOf(axis)] ?? 0);
  const sizes = [input(step), output(step)].map((name) => tape.make('Shape', [name]));
  const after = tape.make('Sub', [tape.make('Sub', sizes), tape.whole(before)]);
  return tape.make('Pad', [gradient, tape.make('Concat', [tape.whole(before), after], { axis: { int: 0 } })]);
}

/** Numbers beyond the ends are copies of numbers within: their share goes to where they came from. */
function folded(step: Step): string {
  const { node, tape } = step;
  const mode = textOf(node, 'mode') ?? 'constant';
  if (mode === 'constant') throw new Error(`${output(step)} is padded with a constant`);
  const length = tape.make('Gather', [tape.make('Shape', [input(step)]), tape.whole([2])]);
  const places = tape.make('NonZero', [tape.make('Expand', [tape.floats(Float32Array.of(1)), length])]);
  const row = tape.make('Reshape', [places, tape.whole([1, 1, -1])]);
  const padded = tape.make('Pad', [row, input(step, 1)], { mode: { text: mode } });
  return scattered(step, tape.make('Reshape', [padded, tape.whole([-1])]), 2);
}

/** `places` has for each place along the axis of the output the one in the input that it was taken from. */
function scattered(step: Step, places: string, axis: number): string {
  const { tape, gradient, extents } = step;
  const axes = [...extents(input(step)).keys()];
  const order = [axis, ...axes.filter((one) => one !== axis)];
  const back = axes.map((one) => order.indexOf(one));
  const size = tape.make('Gather', [tape.make('Shape', [input(step)]), tape.whole(order)]);
  const sum = tape.make(
    'ScatterND',
    [
      tape.make('Expand', [tape.floats(Float32Array.of(0)), size]),
      tape.make('Reshape', [places, tape.whole([-1, 1])]),
      tape.make('Transpose', [gradient], { perm: { ints: order } }),
    ],
    { reduction: { text: 'add' } },
  );
  return tape.make('Transpose', [sum], { perm: { ints: back } });
}

/** Each moment was repeated so many times, one after another. */
function gathered(step: Step): string {
  const { tape, gradient, node } = step;
  if (textOf(node, 'mode') !== 'nearest') throw new Error(`${output(step)} is not resized by repetition`);
  const size = [tape.make('Shape', [input(step)]), tape.whole([-1])];
  const repeats = tape.make('Reshape', [gradient, tape.make('Concat', size, { axis: { int: 0 } })]);
  return tape.make('ReduceSum', [repeats, tape.whole([-1])], { keepdims: { int: 0 } });
}
