import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodePcm16, encodeWav, wavHeader } from './wav.ts';

test('a WAV header describes its content', () => {
  const file = encodeWav([Float32Array.of(0, 0.5), Float32Array.of(-1)], 24_000);
  assert.equal(file.toString('ascii', 0, 4), 'RIFF');
  assert.equal(file.readUInt32LE(4), file.length - 8);
  assert.equal(file.toString('ascii', 8, 16), 'WAVEfmt ');
  assert.equal(file.readUInt16LE(22), 1);
  assert.equal(file.readUInt32LE(24), 24_000);
  assert.equal(file.readUInt32LE(28), 48_000);
  assert.equal(file.readUInt32LE(40), 6);
  assert.deepEqual(
    [44, 46, 48].map((at) => file.readInt16LE(at)),
    [0, 16_384, -32_767],
  );
});

test('samples beyond full scale are clipped and never wrap around', () => {
  const pcm = encodePcm16(Float32Array.of(1.5, -7, Number.NaN));
  assert.deepEqual(
    [0, 2, 4].map((at) => pcm.readInt16LE(at)),
    [32_767, -32_767, 0],
  );
});

test('the header alone equals that of a whole file', () => {
  assert.deepEqual(wavHeader(24_000, 2), encodeWav([Float32Array.of(0)], 24_000).subarray(0, 44));
});
