import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { realSpeech } from '../../../../engines/speech/testing/real-speech.ts';
import { clipsOf, samplesOf, scriptOf, speak } from '../testing/speak-lines.ts';

const RATE = 24_000;

describe('speaking the lines of a dub with the real engine', () => {
  test('every line is heard at its slot and ends with it, or before the next one', async () => {
    const script = scriptOf([
      [0.5, 2.5, 'Buenos días.'],
      [2.7, 3.7, 'El tren sale mañana.'],
      [3.9, 4.6, 'Hay que comprar agua.'],
    ]);
    const made = await speak(script, { speech: await realSpeech(), seconds: 6 });
    const samples = await samplesOf(made.speechPath);
    const clips = clipsOf(made);
    for (const [i, { start, end, offset, length }] of clips.entries()) {
      const clip = samples.subarray(offset, offset + length);
      const heardAt = start + clip.findIndex((sample) => Math.abs(sample) > 0.02) / RATE;
      assert.ok(
        Math.abs(heardAt - (script.lines[i]?.start ?? 0)) < 0.15,
        `line ${i} is heard at ${heardAt} s`,
      );
      assert.ok(end <= (clips[i + 1]?.start ?? 6), `line ${i} ends at ${end} s`);
    }
    assert.equal(clips[0]?.fit, 'as_spoken');
    assert.ok(Number(clips[2]?.rate) > 1.2, `${clips[2]?.rate}`);
  });
});
