import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApertium, findApertiumModes, type TranslationEngine } from './index.ts';

describe('apertium, with its English and Spanish dictionaries', () => {
  let engine: TranslationEngine;
  before(async () => {
    engine = createApertium({ modes: await findApertiumModes() });
  });

  test('offers the pair in both directions', () => {
    for (const [source, target] of [
      ['en', 'es'],
      ['es', 'en'],
    ])
      assert.ok(
        engine.capabilities.pairs?.some((pair) => pair.source === source && pair.target === target),
        `${source} to ${target} is missing: install apertium-eng-spa`,
      );
  });

  test('translates line by line, says which words it does not know, and keeps to the glossary', async () => {
    const lines = ['The house is white.', 'We saw the hinterlands', 'near the station, 10% of [it] \\ ^x$.'];
    const request = { source: 'en', target: 'es', lines: lines.map((text) => ({ text })) };
    const made = await engine.translate({ ...request, glossary: { station: 'parada' } });
    assert.match(made[0]?.text ?? '', /^La casa es blanca\.$/u);
    assert.deepEqual(made[1]?.unknownWords, ['hinterlands']);
    assert.match(made[2]?.text ?? '', /parada, 10 ?% .*\\ \^x\$\.$/u);
    assert.equal(made.length, 3);
  });

  test('translates a thousand lines without losing one', async () => {
    const lines = Array.from({ length: 1_000 }, (_, i) => ({
      text: i % 7 === 0 ? ' \n' : `This is line ${i}.`,
    }));
    const made = await engine.translate({ source: 'en', target: 'es', lines });
    assert.equal(made.length, 1_000);
    assert.match(made[999]?.text ?? '', /999/u);
  });
});
