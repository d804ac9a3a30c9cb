import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { alignWords } from './align-words.ts';
import { completeTimes } from './complete-times.ts';
import { LEAST_SECONDS, type Span } from './draft-line.ts';
import { alignScript, spreadScript } from './place-script.ts';

/** Half a second per word. */
const spoken = (text: string, from = 0) =>
  text.split(' ').map((word, i) => ({ word, start: from + i / 2, end: from + (i + 1) / 2 }));

function assertSound(times: readonly Span[], seconds: number): void {
  for (const [i, { start, end }] of times.entries()) {
    assert.ok(end - start >= LEAST_SECONDS - 0.002, `${i}: ${start} to ${end}`);
    assert.ok(start >= (times[i - 1]?.end ?? 0) && end <= seconds, `${i}: ${start} to ${end}`);
  }
}

describe('a script in the language of the film', () => {
  test('gets the times of its words, though some differ or are missing', () => {
    const heard = spoken('good morning mister brown how are you to day I am fine thanks', 1);
    const lines = ['Good morning, Mr. Brown!', 'How are you today?', 'I’m fine, thank you.'];
    const times = alignScript(lines, heard, { language: 'en', seconds: 10 });
    assert.deepEqual(times[0], { start: 1, end: 3 });
    assert.equal(times[1]?.start, 3);
    assert.ok((times[1]?.end ?? 0) >= 4.5 && (times[2]?.start ?? 0) >= 4.5 && (times[2]?.start ?? 0) <= 6);
    assertSound(times, 10);
  });

  test('keeps to the film with accents in either form, and in languages without spaces', () => {
    const heard = spoken('él está aquí mañana', 2);
    const times = alignScript(['E\u0301l ESTA', 'AQUI\u0301 man\u0303ana'], heard, {
      language: 'es',
      seconds: 6,
    });
    assert.deepEqual(times, [
      { start: 2, end: 3 },
      { start: 3, end: 4 },
    ]);
    const words = [
      { word: '你好。', start: 1, end: 2 },
      { word: '再见', start: 3, end: 4 },
    ];
    assert.deepEqual(alignScript(['你好！', '再见。'], words, { language: 'zh', seconds: 5 }), [
      { start: 1, end: 2 },
      { start: 3, end: 4 },
    ]);
  });

  test('a line that was not heard gets the room between its neighbours, or a part of theirs', () => {
    const heard = [...spoken('one two', 0), ...spoken('five six', 4)];
    const times = alignScript(['One two.', 'Three four?', 'Five six.'], heard, {
      language: 'en',
      seconds: 6,
    });
    assert.ok((times[1]?.start ?? 0) >= 1 && (times[1]?.end ?? 9) <= 4);
    const tight = alignScript(['One.', 'Zzz!', 'Two.'], spoken('one two'), { language: 'en', seconds: 1 });
    assertSound(tight, 1);
  });

  test('lines in another order, of nothing but marks, or in a wrong language still have sound times', () => {
    const heard = spoken('a b c d e f g h i j');
    for (const lines of [
      ['i j', 'a b', 'e f'],
      ['\u0301\u0301', '…', 'x'],
      ['нет', 'да', 'может быть'],
    ])
      assertSound(alignScript(lines, heard, { language: 'en', seconds: 5 }), 5);
  });
});

test('5,000 words against 5,000 take bounded time and memory, and end where they should', () => {
  const words = (seed: number) => Array.from({ length: 5_000 }, (_, i) => `w${(i * 7 + seed) % 13}`);
  const before = process.threadCpuUsage();
  const places = alignWords(words(0), words(0));
  assert.deepEqual([places[0], places[4_999]], [0, 4_999]);
  alignWords(words(0), Array<string>(5_000).fill('x'));
  alignWords(Array<string>(200_000).fill('a'), words(3));
  alignWords(['a', 'b'], Array<string>(200_000).fill('a'));
  assert.ok(process.threadCpuUsage(before).user < 5_000_000);
});

describe('a script in another language', () => {
  const speech = [
    { start: 1, end: 3 },
    { start: 5, end: 7 },
    { start: 8, end: 9 },
  ];

  test('has the times of the heard lines if there are as many', () => {
    assert.deepEqual(spreadScript(['a', 'bbbbbbbb', 'c'], speech, { seconds: 10 }), speech);
  });

  test('otherwise goes along the speech by its characters, and ends with a heard line where it can', () => {
    const far = spreadScript(['x'.repeat(60), 'y'.repeat(40)], speech, { seconds: 10 });
    assert.deepEqual(far, [
      { start: 1, end: 6 },
      { start: 6, end: 9 },
    ]);
    const near = spreadScript(['x'.repeat(42), 'y'.repeat(58)], speech, { seconds: 10 });
    assert.deepEqual(near, [
      { start: 1, end: 3 },
      { start: 5, end: 9 },
    ]);
  });

  test('5,000 lines over little speech do not overlap', () => {
    const lines = Array.from({ length: 5_000 }, (_, i) => 'x'.repeat(1 + (i % 50)));
    assertSound(spreadScript(lines, speech, { seconds: 1_200 }), 1_200);
  });
});

test('times that overlap or lie outside are mended', () => {
  const known = [{ start: 0, end: 2 }, { start: 1, end: 1.5 }, null, { start: 1.4, end: 9 }];
  assertSound(completeTimes(known, { characters: [5, 5, 5, 5], seconds: 3 }), 3);
});
