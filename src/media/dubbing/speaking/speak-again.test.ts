import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { clipsOf, folder, samplesOf, scriptOf, speak } from '../testing/speak-lines.ts';
import { createToneSpeech } from '../testing/tone-speech.ts';
import type { SpokenLines } from './speak-lines.ts';
import { changedCharacters } from './speech-key.ts';

describe('speaking a dub again', () => {
  const script = scriptOf([
    [0, 2, 'Buenos días a todos.'],
    [2.5, 4.5, 'Hoy hablamos del tiempo que hace aquí.'],
    [5, 6, '¡Muy bien!'],
  ]);
  let first: SpokenLines;
  let previousSpeech: string;
  before(async () => {
    first = await speak(script);
    previousSpeech = join(folder, 'previous.wav');
    await writeFile(previousSpeech, await readFile(first.speechPath));
  });

  test('what has not changed is not spoken again', async () => {
    const speech = createToneSpeech();
    const again = await speak(first.script, { speech, previousSpeech });
    assert.equal(speech.requests.length, 0);
    assert.deepEqual(await samplesOf(again.speechPath), await samplesOf(previousSpeech));
    assert.deepEqual(again.script, first.script);
    const inPlace = await speak(first.script, { speech, previousSpeech: again.speechPath });
    assert.equal(speech.requests.length, 0);
    assert.deepEqual(await samplesOf(inPlace.speechPath), await samplesOf(previousSpeech));
  });

  test('other words, another voice or too little time are spoken again; only the first two are charged', async () => {
    const edited = structuredClone(first.script);
    const [, , last] = edited.lines;
    if (last) last.translation = '¡Bien!';
    assert.equal(changedCharacters(edited, 'es'), 6);
    let speech = createToneSpeech();
    const words = await speak(edited, { speech, previousSpeech });
    assert.deepEqual([...new Set(speech.requests.map(({ text }) => text))], ['¡Bien!']);
    assert.equal(changedCharacters(words.script, 'es'), 0);

    const recast = structuredClone(first.script);
    if (recast.speakers[1]) recast.speakers[1].voice = { kind: 'chosen', voice_id: 'em_santa' };
    speech = createToneSpeech();
    await speak(recast, { speech, previousSpeech });
    assert.deepEqual([...new Set(speech.requests.map(({ voiceId }) => voiceId))], ['em_santa']);

    const moved = structuredClone(first.script);
    if (moved.lines[0]) moved.lines[0].end = 1;
    if (moved.lines[1]) moved.lines[1].start = 1.1;
    speech = createToneSpeech();
    await speak(moved, { speech, previousSpeech });
    assert.deepEqual([...new Set(speech.requests.map(({ text }) => text))].length, 2);
    assert.equal(changedCharacters(moved, 'es'), 0);
  });

  test('an earlier file that is cut off, or is another file, only costs time', async () => {
    const broken = join(folder, 'broken.wav');
    const all = await readFile(previousSpeech);
    for (const bytes of [
      all.subarray(0, 60_000),
      all.subarray(0, 10),
      Buffer.alloc(0),
      Buffer.alloc(100_000, 7),
    ]) {
      await writeFile(broken, bytes);
      const again = await speak(first.script, { previousSpeech: broken });
      assert.deepEqual(
        clipsOf(again).map(({ start, length }) => [start, length]),
        clipsOf(first).map(({ start, length }) => [start, length]),
      );
    }
    const outside = structuredClone(first.script);
    if (outside.lines[0]?.spoken) outside.lines[0].spoken.offset = 1e12;
    const again = await speak(outside, { previousSpeech });
    assert.deepEqual(await samplesOf(again.speechPath), await samplesOf(previousSpeech));
  });
});
