import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pairsOf, readModes, routeBetween } from './apertium-modes.ts';

const MODES = readModes(
  '  eco-es-fr\n  eng-spa\n  es-fr\n  es-pt_BR\n  es-pt\n  fr-es\n  spa-eng\n  spa-eng_US\n Error: x\n',
);

test('reads codes of two and three letters, and prefers the plain mode of a pair', () => {
  assert.deepEqual(MODES.map(({ name, source, target }) => `${name} ${source} ${target}`).toSorted(), [
    'eng-spa en es',
    'es-fr es fr',
    'es-pt es pt',
    'fr-es fr es',
    'spa-eng es en',
  ]);
});

test('goes directly, or through one language, and never a way that is not there', () => {
  const route = (source: string, target: string) =>
    routeBetween(MODES, { source, target })?.map(({ name }) => name) ?? null;
  assert.deepEqual(route('en', 'es'), ['eng-spa']);
  assert.deepEqual(route('en', 'pt'), ['eng-spa', 'es-pt']);
  assert.deepEqual(route('fr', 'en'), ['fr-es', 'spa-eng']);
  assert.equal(route('pt', 'en'), null);
  assert.equal(route('en', 'de'), null);
});

test('lists every pair that there is a way for, and no language with itself', () => {
  const pairs = pairsOf(MODES).map(({ source, target }) => `${source}-${target}`);
  assert.deepEqual(pairs.toSorted(), [
    'en-es',
    'en-fr',
    'en-pt',
    'es-en',
    'es-fr',
    'es-pt',
    'fr-en',
    'fr-es',
    'fr-pt',
  ]);
  const through = (wanted: string) =>
    pairsOf(MODES).find(({ source, target }) => `${source}-${target}` === wanted)?.through;
  assert.deepEqual([through('en-es'), through('en-pt')], [null, 'es']);
});
