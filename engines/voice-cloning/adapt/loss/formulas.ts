import type { Tape, Tensor } from '../../../onnx/index.ts';

/** Writes formulas onto a tape. Tensors are names; those of a sound are [1, channels, time]. */
export type Formulas = ReturnType<typeof formulasOn>;

export function formulasOn(tape: Tape) {
  const unary = (op: string) => (x: string) => tape.node(op, [x]);
  const binary = (op: string) => (a: string, b: string | number) => tape.node(op, [a, number(b)]);
  const number = (value: string | number): string =>
    typeof value === 'string' ? value : tape.floatConstant(Float32Array.of(value));
  const reduced =
    (op: string) =>
    (x: string, axis?: number): string =>
      tape.node(op, axis === undefined ? [x] : [x, tape.intConstant([axis])], { keepdims: { int: 1 } });
  const mul = binary('Mul');
  return {
    tape,
    add: binary('Add'),
    sub: binary('Sub'),
    mul,
    div: binary('Div'),
    least: binary('Min'),
    log: unary('Log'),
    sqrt: unary('Sqrt'),
    abs: unary('Abs'),
    square: (x: string) => mul(x, x),
    /** Over all axes, or over one. */
    sum: reduced('ReduceSum'),
    /** 1 where the first is greater. */
    isGreater: (a: string, b: string) =>
      tape.node('Cast', [tape.node('Greater', [a, b])], { to: { int: 1 } }),
    greatest: (x: string) => tape.node('ReduceMax', [x], { keepdims: { int: 1 } }),
    shaped: (x: string, shape: readonly number[]) => tape.node('Reshape', [x, tape.intConstant(shape)]),
    channels: (x: string, from: number, to: number) =>
      tape.node('Slice', [x, ...[[from], [to], [1]].map((one) => tape.intConstant(one))]),
    times: (x: string, from: number, to: number) =>
      tape.node('Slice', [x, ...[[from], [to], [2]].map((one) => tape.intConstant(one))]),
    constant({ values, shape }: Pick<Tensor, 'values' | 'shape'>): string {
      if (!(values instanceof Float32Array)) throw new Error('a formula takes floats only');
      return tape.floatConstant(values, shape);
    },
  };
}
