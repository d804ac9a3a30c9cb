import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseModels, defaultModels, LARGER_MODELS, SMALL_MODELS } from './models.ts';

test('the default is the largest model that is installed, on four cores or more', () => {
  const larger = { english: 'moonshine-base', anyLanguage: 'whisper-small' };
  assert.deepEqual(defaultModels(LARGER_MODELS, 4), larger);
  assert.deepEqual(defaultModels(LARGER_MODELS, 3), SMALL_MODELS);
  assert.deepEqual(defaultModels([], 64), SMALL_MODELS);
  assert.deepEqual(defaultModels(['whisper-small'], 4), { ...SMALL_MODELS, anyLanguage: 'whisper-small' });
});

test('a named model is the only one that writes the text', () => {
  assert.deepEqual(chooseModels(undefined, SMALL_MODELS), SMALL_MODELS);
  assert.deepEqual(chooseModels('whisper-small', SMALL_MODELS), {
    english: 'moonshine-tiny',
    anyLanguage: 'whisper-small',
    only: 'any language',
  });
  assert.deepEqual(chooseModels('moonshine-base', SMALL_MODELS), {
    english: 'moonshine-base',
    anyLanguage: 'whisper-base',
    only: 'english',
  });
});
