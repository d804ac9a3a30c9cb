/**
 * Writes small WebAssembly modules, for loops over pixels that gain from vector instructions: JavaScript has none, and
 * WebAssembly has those of every processor that Node runs on.
 */
export type Code = readonly number[];
export type Type = 'i32' | 'f32' | 'f64' | 'v128';

const TYPES: Record<Type, number> = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b };
const NOTHING = 0x40;

/** An instruction with its operands in front of it, as a stack machine wants them. */
const op =
  (...bytes: number[]) =>
  (...operands: Code[]): Code => [...operands.flat(), ...bytes];
/** Loads and stores with a constant offset. Alignment is only a hint. */
const memory =
  (...bytes: number[]) =>
  (offset: number, ...operands: Code[]): Code => [...operands.flat(), ...bytes, 0, ...unsigned(offset)];

export const i32 = {
  of: (value: number): Code => [0x41, ...signed(value)],
  add: op(0x6a),
  sub: op(0x6b),
  mul: op(0x6c),
  and: op(0x71),
  or: op(0x72),
  shl: op(0x74),
  shr: op(0x75),
  not: op(0x45),
  lt: op(0x48),
  gt: op(0x4a),
  le: op(0x4c),
  ge: op(0x4e),
  /** Condition last. */
  select: op(0x1b),
  truncated: op(0xfc, 2),
  truncated32: op(0xfc, 0),
  load: memory(0x28),
  load8: memory(0x2d),
  load16: memory(0x2f),
  store: memory(0x36),
  store8: memory(0x3a),
};

export const f32 = {
  of: (value: number): Code => [0x43, ...new Uint8Array(new Float32Array([value]).buffer)],
  add: op(0x92),
  sub: op(0x93),
  mul: op(0x94),
  div: op(0x95),
  least: op(0x96),
  most: op(0x97),
  lt: op(0x5d),
  ge: op(0x60),
  fromInteger: op(0xb2),
  load: memory(0x2a),
  store: memory(0x38),
};

export const f64 = {
  of: (value: number): Code => [0x44, ...new Uint8Array(new Float64Array([value]).buffer)],
  add: op(0xa0),
  sub: op(0xa1),
  mul: op(0xa2),
  /** From 32 bits. */
  load32: (offset: number, address: Code): Code => [...address, 0x2a, 0, ...unsigned(offset), 0xbb],
};

export const v128 = {
  of: (...lanes: [number, number, number, number]): Code => [
    ...[0xfd, 0x0c],
    ...new Uint8Array(new Int32Array(lanes).buffer),
  ],
  load: memory(0xfd, 0x00),
  store: memory(0xfd, 0x0b),
  /** The first bytes, the rest zero. */
  load32: memory(0xfd, 0x5c),
  load64: memory(0xfd, 0x5d),
  /** Bytes into a lane of that size of the last operand. */
  load16Lane: (lane: number, address: Code, into: Code): Code => [
    ...address,
    ...into,
    0xfd,
    0x55,
    0,
    0,
    lane,
  ],
  load32Second: (offset: number, address: Code, into: Code): Code => [
    ...[...address, ...into],
    ...[0xfd, 0x56, 0, ...unsigned(offset), 1],
  ],
  store32Lane: (lane: number, address: Code, vector: Code): Code => [
    ...address,
    ...vector,
    0xfd,
    0x5a,
    0,
    0,
    lane,
  ],
  /** Bytes of the first vector are 0 to 15, those of the second 16 to 31. */
  shuffle: (bytes: readonly number[], first: Code, second: Code): Code => [
    ...[...first, ...second],
    ...[0xfd, 0x0d, ...bytes],
  ],
  /** The first eight bytes as 16-bit numbers. */
  widened: op(0xfd, 0x89, 0x01),
  and: op(0xfd, 0x4e),
  or: op(0xfd, 0x50),
};

/** Four integers. */
export const i32x4 = {
  splat: op(0xfd, 0x11),
  lane: (lane: number, vector: Code): Code => [...vector, 0xfd, 0x1b, lane],
  add: op(0xfd, 0xae, 0x01),
  sub: op(0xfd, 0xb1, 0x01),
  mul: op(0xfd, 0xb5, 0x01),
  least: op(0xfd, 0xb6, 0x01),
  most: op(0xfd, 0xb8, 0x01),
  shl: op(0xfd, 0xab, 0x01),
  shr: op(0xfd, 0xac, 0x01),
  /** Sums of neighbouring 16-bit products. */
  dot: op(0xfd, 0xba, 0x01),
  truncated: op(0xfd, 0xf8, 0x01),
  /** As bytes, in the first four. */
  narrowed: (vector: Code): Code => {
    const half: Code = [...vector, ...v128.of(0, 0, 0, 0), 0xfd, 0x86, 0x01];
    return [...half, ...v128.of(0, 0, 0, 0), 0xfd, 0x66];
  },
};

/** Four fractions. */
export const f32x4 = {
  splat: op(0xfd, 0x13),
  lane: (lane: number, vector: Code): Code => [...vector, 0xfd, 0x1f, lane],
  withLane: (lane: number, vector: Code, value: Code): Code => [...vector, ...value, 0xfd, 0x20, lane],
  add: op(0xfd, 0xe4, 0x01),
  sub: op(0xfd, 0xe5, 0x01),
  mul: op(0xfd, 0xe6, 0x01),
  abs: op(0xfd, 0xe0, 0x01),
  floor: op(0xfd, 0x68),
  nearest: op(0xfd, 0x6a),
  fromIntegers: op(0xfd, 0xfa, 0x01),
};

export const when = (condition: Code, ...body: Code[]): Code => [
  ...[...condition, 0x04, NOTHING],
  ...[...body.flat(), 0x0b],
];
export const whileTrue = (condition: Code, ...body: Code[]): Code => [
  ...[0x03, NOTHING],
  ...when(condition, ...body, [0x0c, 1]),
  0x0b,
];

type Types = Record<string, Type>;
export type Variable = { get: Code; set(value: Code): Code; add(value: number): Code };

/**
 * A module with one function, `run`, over an imported memory. Parameters come first, in this order, then its own
 * variables.
 */
export function writeFunction<Given extends Types, Own extends Types>(
  parameters: Given,
  own: Own,
  body: (variables: Record<keyof Given | keyof Own, Variable>) => Code[],
): Uint8Array<ArrayBuffer> {
  const names = [...Object.keys(parameters), ...Object.keys(own)];
  const variables: Record<string, Variable> = Object.fromEntries(
    names.map((name, i) => {
      const [get, set]: [Code, Variable['set']] = [[0x20, i], (value) => [...value, 0x21, i]];
      return [name, { get, set, add: (value: number) => set(i32.add(get, i32.of(value))) }];
    }),
  );
  const types = Object.values(parameters).map((type) => TYPES[type]);
  const locals = Object.values(own).map((type) => [1, TYPES[type]]);
  const code = [
    ...list(locals),
    ...body(variables as Record<keyof Given | keyof Own, Variable>).flat(),
    0x0b,
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, ...list(types.map((type) => [type])), 0]]),
    ...section(2, [[...text('own'), ...text('memory'), 2, 0, 1]]),
    ...section(3, [[0]]),
    ...section(7, [[...text('run'), 0, 0]]),
    ...section(10, [[...unsigned(code.length), ...code]]),
  ]);
}

function section(id: number, entries: Code[]): Code {
  const content = list(entries);
  return [id, ...unsigned(content.length), ...content];
}

function list(entries: Code[]): Code {
  return [...unsigned(entries.length), ...entries.flat()];
}

function text(value: string): Code {
  return list([...Buffer.from(value)].map((byte) => [byte]));
}

function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const rest = value >> 7;
  const isLast = (rest === 0 && (value & 0x40) === 0) || (rest === -1 && (value & 0x40) !== 0);
  return isLast ? [value & 0x7f] : [(value & 0x7f) | 0x80, ...signed(rest)];
}
