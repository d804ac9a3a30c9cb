/**
 * Writes small WebAssembly modules, for loops over pixels that gain from vector instructions: JavaScript has none, and
 * WebAssembly has those of every processor that Node runs on.
 */
export type Code = readonly number[];
export type Type = 'i32' | 'f64' | 'v128';

const TYPES: Record<Type, number> = { i32: 0x7f, f64: 0x7c, v128: 0x7b };
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
  lt: op(0x48),
  gt: op(0x4a),
  ge: op(0x4e),
  /** Condition last. */
  select: op(0x1b),
  truncated: op(0xfc, 2),
  load8: memory(0x2d),
  store8: memory(0x3a),
};

export const f64 = {
  of: (value: number): Code => [0x44, ...new Uint8Array(new Float64Array([value]).buffer)],
  add: op(0xa0),
  sub: op(0xa1),
  mul: op(0xa2),
  abs: op(0x99),
  ge: op(0x66),
  fromInteger: op(0xb7),
  /** From 32 bits. */
  load32: (offset: number, address: Code): Code => [...address, 0x2a, 0, ...unsigned(offset), 0xbb],
};

export const v128 = {
  load: memory(0xfd, 0x00),
  /** Four bytes, the rest zero. */
  load32: memory(0xfd, 0x5c),
  /** Four bytes into the second lane of the last operand. */
  load32Second: (offset: number, address: Code, into: Code): Code => [
    ...[...address, ...into],
    ...[0xfd, 0x56, 0, ...unsigned(offset), 1],
  ],
  /** The first eight bytes as 16-bit numbers. */
  widened: op(0xfd, 0x89, 0x01),
  /** Sums of neighbouring 16-bit products. */
  dot: op(0xfd, 0xba, 0x01),
  add: op(0xfd, 0xae, 0x01),
  mul: op(0xfd, 0xb5, 0x01),
  lane: (lane: number, vector: Code): Code => [...vector, 0xfd, 0x1b, lane],
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
export type Variable = { get: Code; set(value: Code): Code };

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
    names.map((name, i) => [name, { get: [0x20, i], set: (value: Code) => [...value, 0x21, i] }]),
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

/** What is used of the standard. TypeScript has it only among the types of browsers. */
declare const WebAssembly: {
  Memory: new (size: { initial: number }) => { buffer: ArrayBuffer };
  Module: new (code: Uint8Array<ArrayBuffer>) => object;
  Instance: new (
    module: object,
    imports: Record<string, Record<string, object>>,
  ) => { exports: Record<string, unknown> };
};

const PAGE_BYTES = 65_536;

export function startFunction<Run>(
  code: Uint8Array<ArrayBuffer>,
  bytes: number,
): { run: Run; memory: ArrayBuffer } {
  const own = { memory: new WebAssembly.Memory({ initial: Math.ceil(bytes / PAGE_BYTES) }) };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(code), { own });
  return { run: exports.run as Run, memory: own.memory.buffer };
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
