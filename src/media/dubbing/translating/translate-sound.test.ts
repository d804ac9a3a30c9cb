import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DomainError } from '../../../platform/errors.ts';
import { engines, type Heard, line, run, scriptOf, word } from './testing/fake-engines.ts';

describe('Whisper', () => {
  test('translates the film in one pass and gives every line its words', async () => {
    const heard: Heard = () => [
      word('Good', 1, 1.4),
      word('morning.', 1.4, 2),
      word('Yes,', 2.8, 3.1),
      // Said a little later than it seems.
      word('the', 3.1, 3.3),
      word('keys.', 4, 5.3),
      word('Fine.', 5.4, 5.9),
      // This word belongs to a line that was deleted.
      word('Gone.', 12, 13),
    ];
    const own = engines({ heard });
    const { script } = await run(own, scriptOf([line(1, 2.2), line(2.7, 3.2), line(3.5, 5), line(5.2, 6)]));
    assert.deepEqual(
      script.lines.map(({ translation }) => translation),
      ['Good morning.', 'Yes,', 'the keys.', 'Fine.'],
    );
    assert.deepEqual(own.listened, [20]);
  });

  test('listens to a line alone where nothing was heard, then among its neighbours, then leaves it out', async () => {
    const answers = [
      [word('Hi.', 1, 2)],
      [],
      [word('No!', 0, 3), word('Yes!', 4.1, 4.9)],
      [word('…', 4, 4.5)],
    ];
    const own = engines({ heard: (_seconds, calls) => answers[calls - 1] ?? [] });
    const { script } = await run(own, scriptOf([line(1, 2), line(10, 11), line(15, 15.5)]));
    assert.deepEqual(
      script.lines.map(({ translation }) => translation),
      ['Hi.', 'Yes!', null],
    );
    assert.deepEqual(
      own.listened.map((seconds) => Math.round(seconds * 10) / 10),
      [20, 1.4, 9, 8.5],
    );
  });

  test('listens only to the lines that are missing, if they are few', async () => {
    const own = engines({ heard: () => [word('Hi.', 0.2, 1.2)] });
    const done = [1, 3, 5].map((at) => line(at, at + 1, { translation: 'x' }));
    await run(own, scriptOf([...done, line(7, 8)]));
    assert.deepEqual(own.listened, [1.4]);
  });

  test('that hears nothing at all is an error', async () => {
    await assert.rejects(
      run(engines(), scriptOf([line(1, 2)])),
      (error) => error instanceof DomainError && error.code === 'nothing_translated',
    );
  });
});
