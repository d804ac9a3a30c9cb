import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateSpeechSeconds } from './estimate-seconds.ts';
import { readRequest } from './read-request.ts';

const estimate = async (text: string, more: object = {}): Promise<number> =>
  estimateSpeechSeconds(await readRequest({ text, voiceId: 'af_heart', ...more }));
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 0.01, `${actual}, not ${expected}`);

test('half the speed takes twice the time; a pause takes the same time at every speed', async () => {
  const text = 'The quick brown fox jumps over the lazy dog.';
  near(await estimate(text, { speed: 0.5 }), (await estimate(text)) * 2);
  for (const speed of [1, 2]) {
    const pause =
      (await estimate(`${text} [pause:8s] Go.`, { speed })) - (await estimate(`${text} Go.`, { speed }));
    assert.ok(pause > 7, `${pause} s at speed ${speed}`);
  }
});

test('counts numbers, pronunciations and substitutions as they are spoken', async () => {
  assert.ok((await estimate('1234567890123')) > 6 * (await estimate('one')));
  const spoken = 'the honourable member for somewhere rather far away';
  near(await estimate('MP', { pronunciations: { MP: spoken } }), await estimate(spoken));
  near(await estimate('MP', { dictionary: { MP: spoken } }), await estimate(spoken));
  near(await estimate(`<speak><sub alias="${spoken}">MP</sub></speak>`), await estimate(spoken));
  assert.ok((await estimate('2345678', { voiceId: 'ff_siwis' })) > 2);
});
