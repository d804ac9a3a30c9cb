import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { abbreviationsIn } from '../../../engines/speech/index.ts';
import { type Clause, createClauses } from './clauses.ts';
import { speakable } from './speakable.ts';

/** How much of the text had been written when each clause was ready, and its words. */
function read(text: string, size = 4, options = {}): { words: string; after: number }[] {
  const reader = createClauses(options);
  const made: { words: string; after: number }[] = [];
  const take = (clauses: Clause[], after: number) => {
    for (const { speech } of clauses) made.push({ words: speech.replaceAll(/\s+/gu, ' ').trim(), after });
  };
  for (let at = 0; at < text.length; at += size) take(reader.push(text.slice(at, at + size)), at + size);
  take(reader.finish(), text.length);
  return made;
}
const clauses = (text: string): string[] => read(text).map(({ words }) => words);

test('the first clause is ready at a comma or a natural break, later ones at the end of sentences', () => {
  assert.deepEqual(clauses('Of course I can, your table is booked. See you on Friday, at eight. Bye!'), [
    'Of course I can,',
    'your table is booked.',
    'See you on Friday, at eight.',
    'Bye!',
  ]);
  const [first] = read('The museum is open every day except on Mondays and it closes at six in the evening.');
  assert.equal(first?.words, 'The museum is open every day except');
  assert.deepEqual(clauses('Sure. I will do that.'), ['Sure.', 'I will do that.']);
  assert.deepEqual(clauses('予約を承りました、ありがとうございます。またどうぞ。'), [
    '予約を承りました、',
    'ありがとうございます。',
    'またどうぞ。',
  ]);
});

test('abbreviations, numbers and initials do not end a sentence', () => {
  assert.deepEqual(clauses('Yes. Dr. Smith paid 3.50 to J. Doe, e.g. in cash. Next.'), [
    'Yes.',
    'Dr. Smith paid 3.50 to J. Doe, e.g. in cash.',
    'Next.',
  ]);
});

test('the abbreviations of the language do not end one either', () => {
  const spoken = (text: string, language: string) =>
    read(text, 4, { abbreviations: abbreviationsIn(language) }).map(({ words }) => words);
  assert.deepEqual(spoken('Gut. Das dauert ca. zwei Tage, i. d. R. drei. Ja.', 'de-AT'), [
    'Gut.',
    'Das dauert ca. zwei Tage, i. d. R. drei.',
    'Ja.',
  ]);
  assert.deepEqual(spoken('Да. Идите на ул. Ленина. Пока.', 'ru'), ['Да.', 'Идите на ул. Ленина.', 'Пока.']);
});

test('formatting, addresses, pictures and code are not spoken', () => {
  const text =
    '## Steps\n\n1. Open **Settings** 🎉 and see [the guide](https://x.example/a).\n- Run `npm i` or `f(x){}`.\n```js\nconst a = 1;\n```\nDone 👍🏽, see https://a.example/b?c=1.';
  const spoken = clauses(text).join(' ').replaceAll(/\s+/gu, ' ');
  for (const gone of ['#', '*', 'http', 'const', '`', '[', '🎉', '👍', 'f(x)'])
    assert.ok(!spoken.includes(gone), spoken);
  for (const kept of ['Steps', 'Settings', 'the guide', 'npm i', 'Done'])
    assert.ok(spoken.includes(kept), spoken);
});

test('an address or a block of code that arrives in pieces is never begun', () => {
  for (const size of [1, 2, 3, 7]) {
    const spoken = read(
      'Look at this. ```\nlet x = "Hello. World."\n``` It is [here](https://x.example/Hi.%20there) now.',
      size,
    );
    assert.deepEqual(
      spoken.map(({ words }) => words),
      ['Look at this.', 'It is here now.'],
    );
  }
});

test('clauses cover the text in order, with the same length, however it arrives', () => {
  const part = fc.constantFrom(
    'Hello',
    ' world',
    '. ',
    ', ',
    '\n',
    '**',
    '`',
    '```',
    '[a](b)',
    '😀',
    ' and ',
    '3.5',
    '。',
    '_',
    '[',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const reader = createClauses();
      const made = [...parts.flatMap((delta) => reader.push(delta)), ...reader.finish()];
      let end = 0;
      for (const clause of made) {
        assert.ok(clause.start >= end && clause.end > clause.start);
        assert.equal(clause.speech.length, clause.end - clause.start);
        end = clause.end;
      }
      assert.equal(speakable(parts.join('')).length, parts.join('').length);
    }),
    { numRuns: 200 },
  );
});
