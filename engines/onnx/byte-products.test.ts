import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addsExactly, byteSettings } from './byte-products.ts';

test('with the settings for this processor, sums of the largest bytes are exact', async () => {
  assert.equal(await addsExactly(await byteSettings()), true);
});

test('a processor that sums exactly by itself is not slowed down', async () => {
  assert.deepEqual(await byteSettings(), (await addsExactly()) ? {} : { x64quantprecision: '1' });
});
