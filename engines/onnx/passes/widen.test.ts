import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widenHalves } from '../halves.ts';
import { fieldsOf } from '../protobuf.ts';
import { widenModel } from './widen.ts';

const halves = (...bits: number[]): Buffer => Buffer.from(new Uint16Array(bits).buffer);

test('every kind of half has its exact float', () => {
  const wide = widenHalves(halves(0x3c00, 0xc000, 0x3555, 0x7bff, 0x0001, 0x0400, 0x0000, 0x7c00));
  const floats = Array.from({ length: 8 }, (_, i) => wide.readFloatLE(i * 4));
  assert.deepEqual(floats, [1, -2, 0.333251953125, 65_504, 2 ** -24, 2 ** -14, 0, Number.POSITIVE_INFINITY]);
});

test('halves at an odd address are read as well', () => {
  const bytes = Buffer.concat([Buffer.of(0), halves(0x3c00)]);
  assert.equal(widenHalves(bytes.subarray(1)).readFloatLE(0), 1);
});

const field = (number: number, value: Buffer): Buffer =>
  Buffer.concat([Buffer.of((number << 3) | 2, value.length), value]);

test('a tensor, its type and a cast to it are widened; names and whole numbers stay', () => {
  const tensor = Buffer.concat([
    Buffer.of(2 << 3, 10),
    field(8, Buffer.from('weight')),
    field(9, halves(0x3c00)),
  ]);
  const cast = field(5, Buffer.concat([field(1, Buffer.from('to')), Buffer.of(3 << 3, 10)]));
  const axis = field(5, Buffer.concat([field(1, Buffer.from('axis')), Buffer.of(3 << 3, 10)]));
  const user = Buffer.concat([field(1, Buffer.from('weight')), cast, axis]);
  const graph = Buffer.concat([field(1, user), field(5, tensor)]);
  const model = Buffer.concat([Buffer.of(1 << 3, 8), field(7, graph)]);

  const wide = Buffer.concat([...widenModel(model)]);
  const graphOut = find(wide, 7);
  const tensorOut = find(graphOut, 5);
  assert.equal(find(tensorOut, 8).toString(), 'weight');
  assert.equal(find(tensorOut, 9).readFloatLE(0), 1);
  assert.deepEqual(numbers(tensorOut), [1n]);
  assert.deepEqual(
    [...fieldsOf(find(graphOut, 1))].flatMap((one) => (one.field === 5 ? [numbers(one.value)] : [])),
    [[1n], [10n]],
  );
});

test('an output of its own can be dropped', () => {
  const own = ['waveform', 'frames'].map((name) => field(12, field(1, Buffer.from(name))));
  const edit = {
    rewrite: () => ({ nodes: [], initializers: [] }),
    domains: [],
    alsoInput: {},
    alsoOutput: [],
    dropOutput: ['waveform'],
  };
  const wide = Buffer.concat([...widenModel(field(7, Buffer.concat(own)), edit)]);
  const outputs = [...fieldsOf(find(wide, 7))].map(({ value }) => find(value, 1).toString());
  assert.deepEqual(outputs, ['frames']);
});

test('a tensor inside the graph becomes an output of floats, after those that were there', () => {
  const own = field(12, field(1, Buffer.from('waveform')));
  const edit = {
    rewrite: () => ({ nodes: [], initializers: [] }),
    domains: [],
    alsoInput: {},
    alsoOutput: ['durations'],
  };
  const wide = Buffer.concat([...widenModel(field(7, own), edit)]);
  const outputs = [...fieldsOf(find(wide, 7))].map(({ value }) => value);
  assert.deepEqual(
    outputs.map((output) => find(output, 1).toString()),
    ['waveform', 'durations'],
  );
  assert.deepEqual(numbers(find(find(outputs[1] ?? wide, 2), 1)), [1n]);
});

function find(message: Buffer, wanted: number): Buffer {
  const found = [...fieldsOf(message)].find((candidate) => candidate.field === wanted);
  assert.ok(found);
  return found.value;
}

function numbers(message: Buffer): bigint[] {
  return [...fieldsOf(message)].filter(({ wire }) => wire === 0).map(({ number }) => number);
}
