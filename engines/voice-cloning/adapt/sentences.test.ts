import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentencesFor } from './sentences.ts';

const count = (sentences: readonly { language: string }[], language: string): number =>
  sentences.filter((one) => one.language === language).length;

test('a voice learns from sentences of its languages and of English, and is judged on others', () => {
  for (const languages of [['en-GB'], ['it'], ['fr', 'de', 'ru', 'xx']]) {
    const { learnt, judged } = sentencesFor(languages);
    assert.deepEqual([learnt.length, judged.length], [12, 5]);
    const known = new Set(learnt.map(({ text }) => text));
    assert.ok(judged.every(({ text }) => !known.has(text)));
  }
  const { learnt, judged } = sentencesFor(['fr-FR', 'de', 'ru', 'fr']);
  assert.deepEqual(
    ['fr', 'de', 'ru', 'en-US'].map((code) => count(learnt, code)),
    [5, 5, 0, 2],
  );
  assert.deepEqual(
    ['fr', 'de', 'en-US'].map((code) => count(judged, code)),
    [1, 1, 3],
  );
});
