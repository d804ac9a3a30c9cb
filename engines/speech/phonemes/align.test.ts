import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordStarts } from './align.ts';

/** The clause, split where the words start. */
function parts(clause: string, alone: string[]): string[] {
  const symbols = [...clause];
  const starts = wordStarts(clause, alone);
  return starts.map((start, i) =>
    symbols
      .slice(start, starts[i + 1])
      .join('')
      .trim(),
  );
}

test('words that keep their spaces start after them', () => {
  assert.deepEqual(parts('həlˈO wˈɜɹld', ['həlˈO', 'wˈɜɹld']), ['həlˈO', 'wˈɜɹld']);
});

test('a word of several spoken words stays together', () => {
  const alone = ['ɪt', 'kˈɔsts', 'θɹˈi dˈɑləɹz ænd fˈɪfti sˈɛnts', 'tədˈA'];
  const clause = 'ɪt kˈɔsts θɹˈi dˈɑləɹz ænd fˈɪfti sˈɛnts tədˈA';
  assert.deepEqual(parts(clause, alone), alone);
});

test('merged words are separated, and a word in two groups stays one', () => {
  assert.deepEqual(parts('fˈɔɹti tˈu ʌvðə mˈɛn', ['fˈɔɹtitˈu', 'ʌv', 'ðə', 'mˈɛn']), [
    'fˈɔɹti tˈu',
    'ʌv',
    'ðə',
    'mˈɛn',
  ]);
});

test('words that sound different in context are still found', () => {
  assert.deepEqual(parts('ðɪ ˈæpᵊl ɪz ɡˈʊd', ['ðə', 'ˈæpəl', 'ˈɪz', 'ɡˈʊd']), ['ðɪ', 'ˈæpᵊl', 'ɪz', 'ɡˈʊd']);
});

test('a silent word takes no symbols', () => {
  assert.deepEqual(parts('ba da', ['ba', '', 'da']).filter(Boolean), ['ba', 'da']);
  assert.deepEqual(wordStarts('', ['', '']), [0, 0]);
  assert.deepEqual(wordStarts('ba', []), []);
});
