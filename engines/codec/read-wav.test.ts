import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InvalidWav, readWav } from './read-wav.ts';
import { encodeWav } from './wav.ts';

const WAV = encodeWav([Float32Array.of(0, 0.5, -1)], 24_000);

function changed(change: (file: Buffer) => void): Buffer {
  const file = Buffer.from(WAV);
  change(file);
  return file;
}

test('reads integers and floats, also with other chunks before the sound', () => {
  const { samples, sampleRate } = readWav(WAV);
  assert.equal(sampleRate, 24_000);
  assert.deepEqual(
    [...samples].map((value) => Math.round(value * 100)),
    [0, 50, -100],
  );
  const list = Buffer.from('LIST\u0003\0\0\0abc\0', 'latin1');
  const listed = Buffer.concat([WAV.subarray(0, 36), list, WAV.subarray(36)]);
  assert.deepEqual(readWav(listed).samples, samples);
  const floats = changed((file) => file.writeUInt16LE(3, 20) && file.writeUInt16LE(32, 34));
  floats.writeUInt32LE(4, 40);
  floats.writeFloatLE(0.25, 44);
  assert.deepEqual([...readWav(floats).samples], [0.25]);
});

test('refuses what is no WAV file, lies about its length, or has sound that cannot be', () => {
  const bad = [
    Buffer.alloc(0),
    Buffer.from('RIFF'),
    Buffer.from('not a wav file at all, but long enough to be one'),
    WAV.subarray(0, 40),
    WAV.subarray(0, WAV.length - 1),
    changed((file) => file.writeUInt32LE(0xffff_ffff, 40)),
    changed((file) => file.writeUInt16LE(2, 22)),
    changed((file) => file.writeUInt32LE(0, 24)),
    changed((file) => file.writeUInt32LE(192_000, 24)),
    changed((file) => file.writeUInt16LE(8, 34)),
    changed((file) => {
      file.writeUInt16LE(3, 20);
      file.writeUInt16LE(32, 34);
      file.writeUInt32LE(4, 40);
      file.writeFloatLE(Number.NaN, 44);
    }),
  ];
  for (const file of bad) assert.throws(() => readWav(file), InvalidWav);
});
