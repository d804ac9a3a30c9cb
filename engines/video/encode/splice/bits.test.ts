import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfBits, readBits, writeBits } from './bits.ts';
import { leastLevel } from './level.ts';
import { joinUnits, splitUnits, withEscapes, withoutEscapes } from './units.ts';

test('codes of any length are read as they were written', () => {
  const values = [0, 1, 2, 3, 7, 8, 62, 63, 64, 3_599, 65_534, 65_535];
  const writer = writeBits(64).bits(3, 5);
  for (const value of values) writer.unsigned(value);
  const bytes = writer.end();
  const read = readBits(bytes);
  assert.equal(read.bits(3), 5);
  assert.deepEqual(
    values.map(() => read.unsigned()),
    values,
  );
  assert.equal(read.position(), endOfBits(bytes));
});

test('signed codes alternate between the signs', () => {
  const writer = writeBits(8);
  for (const code of [0, 1, 2, 3, 4]) writer.unsigned(code);
  const read = readBits(writer.end());
  assert.deepEqual(
    [0, 1, 2, 3, 4].map(() => read.signed() + 0),
    [0, 1, -1, 2, -2],
  );
});

test('copied bits are those of the source, wherever they begin', () => {
  const source = Uint8Array.from([0b1011_0010, 0b0111_0001]);
  const read = readBits(writeBits(8).bits(5, 0).copy(source, 3, 13).end(), 5);
  assert.equal(read.bits(10), 0b1_0010_0111_0);
});

test('a unit never contains the start of another, and loses nothing by that', () => {
  const hard = [
    [0x65, 0, 0, 0, 0, 0, 0, 1],
    [0x65, 0, 0, 3, 0, 0, 3, 0, 0, 2],
    [0x65, 1, 0, 0, 4, 0, 0],
    [0x65, 0, 0, 0, 3],
  ];
  for (const bytes of hard.map((list) => Uint8Array.from(list))) {
    const escaped = withEscapes(bytes);
    assert.doesNotMatch(Buffer.from(escaped).toString('hex').replace(/../gu, '$& '), /00 00 0[012] /u);
    assert.deepEqual(withoutEscapes(escaped), bytes);
  }
});

test('units that were joined are split again, and a cut packet is refused', () => {
  const units = [Uint8Array.from([1, 2, 3]), Uint8Array.from([4])];
  const packet = joinUnits(units);
  assert.deepEqual(splitUnits(packet), units);
  assert.throws(() => splitUnits(packet.subarray(0, packet.length - 1)), /longer than its packet/u);
});

test('a level allows the pictures, their slices and their references', () => {
  const film = { framesPerSecond: 25, references: 4 };
  assert.equal(leastLevel({ ...film, macroblocks: 54 * 30, slices: 50 }), 30);
  assert.equal(leastLevel({ ...film, macroblocks: 80 * 45, slices: 60 }), 31);
  assert.equal(leastLevel({ ...film, macroblocks: 80 * 45, slices: 98 }), 32);
  assert.equal(leastLevel({ ...film, macroblocks: 120 * 68, slices: 143 }), 40);
  assert.throws(() => leastLevel({ ...film, macroblocks: 100_000, slices: 1 }), /no level/u);
});
