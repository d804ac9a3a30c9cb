import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentOf, readMatrixFile, readTextVector } from './kaldi-format.ts';
import { floats, int32, matrix, vector } from './testing/kaldi.ts';

test('reads a file of one matrix row by row', () => {
  const file = Buffer.concat([
    Buffer.from('\0B'),
    matrix([
      [1, 2, 3],
      [4, 5, 6.5],
    ]),
  ]);
  assert.deepEqual(readMatrixFile(file), {
    rows: 2,
    columns: 3,
    values: Float32Array.of(1, 2, 3, 4, 5, 6.5),
  });
});

test('reads a text vector and rejects anything else', () => {
  assert.deepEqual(readTextVector(' [ 1.5 -2 3e-2 ]\n'), Float32Array.of(1.5, -2, 0.03));
  for (const text of ['1 2', '[ 1 two ]', '']) assert.throws(() => readTextVector(text));
});

test('looks for tags only in their own component', () => {
  const network = Buffer.concat([
    Buffer.from('\0B<Nnet3> <ComponentName> a.affine <Affine> <LinearParams> '),
    matrix([[7]]),
    Buffer.from('<ComponentName> b <BatchNorm> <Epsilon> '),
    Buffer.of(4),
    floats([0.25]),
    Buffer.from('<StatsMean> '),
    vector([8, 9]),
  ]);
  assert.deepEqual(componentOf(network, 'a.affine').matrix('LinearParams').values, Float32Array.of(7));
  const b = componentOf(network, 'b');
  assert.deepEqual([b.number('Epsilon'), ...b.vector('StatsMean')], [0.25, 8, 9]);
  assert.throws(() => componentOf(network, 'a.affine').vector('StatsMean'), /a\.affine has no StatsMean/u);
  assert.throws(() => componentOf(network, 'a'), /no component a/u);
});

test('rejects a truncated file, whatever sizes it claims', () => {
  const whole = Buffer.concat([
    Buffer.from('\0B'),
    matrix([
      [1, 2],
      [3, 4],
    ]),
  ]);
  assert.throws(() => readMatrixFile(whole.subarray(0, -1)), /ends inside/u);
  const huge = Buffer.concat([Buffer.from('\0BFM '), int32(2 ** 30), int32(2 ** 30)]);
  assert.throws(() => readMatrixFile(huge), /ends inside/u);
  assert.throws(() => readMatrixFile(Buffer.from('\0BDM ')), /FM/u);
});
