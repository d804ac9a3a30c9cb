import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThreads } from '../../../platform/threads/index.ts';
import { buildIndex } from './bm25.ts';
import { MAX_CHARACTERS } from './manage-knowledge.ts';
import { passagesOf } from './passages.ts';
import { searchTexts } from './search-tasks.ts';

const MENU = [
  passagesOf('hours.md', 'We are open from nine to five.\n\nOn Sundays the kitchen is closed.'),
  passagesOf('menu.md', 'The soup of the day is tomato. Prices include taxes.'),
  passagesOf('allergies.md', 'Every dish can be cooked without nuts.'),
].flat();

test('finds the passage that answers, whatever the endings, and names its source', () => {
  const index = buildIndex(MENU, 'en');
  const sourceOf = (query: string) => index.search(query, 1)[0]?.source;
  assert.equal(sourceOf('Do you cook dishes with a nut in them?'), 'allergies.md');
  assert.equal(sourceOf('What soups are there today?'), 'menu.md');
  assert.equal(sourceOf('Is it open on a Sunday?'), 'hours.md');
  assert.deepEqual(index.search('zebra', 3), []);
});

test('finds words of scripts without spaces, and without accents', () => {
  const chinese = buildIndex(
    [...passagesOf('a', '我们星期天休息。'), ...passagesOf('b', '汤是番茄汤。')],
    'zh',
  );
  assert.equal(chinese.search('星期天开门吗', 1)[0]?.source, 'a');
  const spanish = buildIndex(
    [...passagesOf('a', 'La habitación cuesta cien.'), ...passagesOf('b', 'Hay té.')],
    'es',
  );
  assert.equal(spanish.search('precio de habitaciones', 1)[0]?.source, 'a');
});

test('cuts documents at paragraphs and sentences, and loses nothing', () => {
  const sentence = 'This sentence has exactly so many words. ';
  const text = `${sentence.repeat(60)}\n\n${'x'.repeat(2_000)}\n\n${'😀'.repeat(900)}`;
  const passages = passagesOf('a', text);
  assert.ok(passages.every((passage) => passage.text.length <= 1_601));
  const joined = passages.map((passage) => passage.text).join('');
  assert.equal(joined.replace(/\s/g, ''), text.replace(/\s/g, ''));
  assert.ok(passages[0]?.text.endsWith('words.'));
});

test('the largest documents of some accounts never fail the search of another', async (t) => {
  const threads = createThreads();
  t.after(() => threads.close());
  const firstHan = 0x4e00;
  // All pairs of characters differ, as in text that was made to fill the memory.
  const text = Array.from({ length: MAX_CHARACTERS }, (_, i) =>
    String.fromCharCode(firstHan + ((i * 7_919 + Math.floor(i / 20_000) * 31) % 20_000)),
  ).join('');
  for (const owner of ['anna', 'ben', 'cara', 'dora']) {
    const question = { key: owner, said: text.slice(1_000, 1_010), most: 1 };
    const work = { owner, what: 'Searching', budgetMs: 60_000 };
    const texts = [{ name: 'book', text }];
    assert.equal((await threads.run(searchTexts, { ...question, language: 'zh', texts }, work)).length, 1);
  }
  assert.equal(threads.figures().restarts, 0);
});

test('words that every document has find nothing', () => {
  const english = buildIndex(MENU, 'en-GB');
  assert.deepEqual(english.search('What is it that you are to me?', 3), []);
  assert.equal(english.search('What is the price of it?', 3).length, 1);
  const german = buildIndex(passagesOf('a', 'Der Hund ist für die Katze da.'), 'de');
  assert.deepEqual(german.search('Was ist das für eine?', 3), []);
  assert.equal(german.search('Wo ist der HUND?', 3).length, 1);
  const chinese = buildIndex(passagesOf('a', '我们的汤是番茄汤。'), 'zh');
  assert.deepEqual(chinese.search('你是我的吗', 3), []);
  assert.equal(chinese.search('有番茄吗', 3).length, 1);
});
