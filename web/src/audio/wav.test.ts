import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromPcm, toPcm, wavOf } from './wav.ts';

test('samples survive the way to 16 bits and back, and loud ones are clipped', () => {
  const back = fromPcm(toPcm(new Float32Array([0, 0.5, -0.5, 1.5, -1.5])));
  [0, 0.5, -0.5, 1, -1].forEach((sample, index) => {
    assert.ok(Math.abs((back[index] ?? 9) - sample) < 1e-4, `${index}: ${back[index]}`);
  });
});

test('the header of a WAV file names its rate and its length', async () => {
  const blob = wavOf([new Uint8Array(6), new Uint8Array(4)], 24_000);
  const header = new DataView(await blob.arrayBuffer());
  assert.equal(blob.size, 54);
  assert.equal(header.getUint32(4, true), 46);
  assert.equal(header.getUint32(24, true), 24_000);
  assert.equal(header.getUint32(40, true), 10);
});
