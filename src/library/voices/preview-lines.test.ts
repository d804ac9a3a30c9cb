import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewLineFor } from './preview-lines.ts';

test('a voice previews itself in its language, whatever tag the language goes by', () => {
  for (const [tag, alias] of [
    ['nb', 'no'],
    ['zh', 'cmn'],
    ['pt-BR', 'pt-PT'],
    ['en-GB', 'en'],
  ] as const)
    assert.equal(previewLineFor(alias), previewLineFor(tag), alias);
  assert.notEqual(previewLineFor('no'), previewLineFor('en'));
});

test('a voice of a language that we cannot read previews itself in English', () => {
  for (const tag of ['fil', 'da', '']) assert.equal(previewLineFor(tag), previewLineFor('en'), tag);
});
