import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGlossary } from './glossary.ts';

test('terms become marks of letters, and the marks what the glossary wants, whatever their case', () => {
  const { mark, unmark } = createGlossary({
    card: 'carta',
    'sound card': 'tarjeta de sonido',
    'C++': 'ce más más',
  });
  const marked = mark('The sound card, the Card and C++ are on discard.');
  assert.doesNotMatch(marked, /sound|\bcard\b|C\+\+/iu);
  assert.match(marked, /discard/u);
  assert.equal(
    unmark(marked.toLowerCase()),
    'the tarjeta de sonido, the carta and ce más más are on discard.',
  );
});

test('no character of a term has a meaning of its own', () => {
  for (const term of ['well-known', 'a/b', '(x)', 'x|y', '[z]', '$5', 'w.x', '^', '\\d', 'why?', '{1}']) {
    const { mark, unmark } = createGlossary({ [term]: 'right' });
    assert.equal(unmark(mark(`say ${term} twice`)), 'say right twice', term);
  }
});

test('hundreds of terms are told apart', () => {
  const terms = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`term${i}`, `wort${i}`]));
  const { mark, unmark } = createGlossary(terms);
  const text = Object.keys(terms).join(' ');
  assert.equal(unmark(mark(text)), Object.values(terms).join(' '));
});

test('without terms nothing changes', () => {
  for (const terms of [undefined, {}, { ' ': 'x' } as Record<string, string>]) {
    const { mark, unmark } = createGlossary(terms);
    assert.equal(unmark(mark('Nothing  changes.')), 'Nothing  changes.');
  }
});
