import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { jsonWithBytes } from './json-with-bytes.ts';

for (const size of [0, 1, 1_000_000])
  test(`${size} bytes are encoded unchanged beside the other fields`, async () => {
    const audio = randomBytes(size);
    for (const fields of [{}, { format: 'wav', words: ['a "quoted" word'] }]) {
      const parsed = JSON.parse((await jsonWithBytes('audio', audio, fields)).toString());
      assert.deepEqual(parsed, { audio: audio.toString('base64'), ...fields });
    }
  });
