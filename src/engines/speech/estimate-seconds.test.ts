import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateSpeechSeconds } from './estimate-seconds.ts';

const estimate = (text: string, more: object = {}): number =>
  estimateSpeechSeconds({ text, voiceId: 'af_heart', ...more });
const near = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 0.01, `${actual}, not ${expected}`);

test('half the speed takes twice the time, a pause takes its own at every speed', () => {
  const text = 'The quick brown fox jumps over the lazy dog.';
  near(estimate(text, { speed: 0.5 }), estimate(text) * 2);
  const pause = (speed: number) =>
    estimate(`${text} [pause:8s] Go.`, { speed }) - estimate(`${text} Go.`, { speed });
  assert.ok(pause(1) > 7 && pause(2) > 7, `${pause(1)} and ${pause(2)} s`);
});

test('counts figures, pronunciations and substitutions as they are spoken', () => {
  assert.ok(estimate('1234567890123') > 6 * estimate('one'));
  const said = 'the honourable member for somewhere rather far away';
  near(estimate('MP', { pronunciations: { MP: said } }), estimate(said));
  near(estimate('MP', { dictionary: { MP: said } }), estimate(said));
  near(estimate(`<speak><sub alias="${said}">MP</sub></speak>`), estimate(said));
  assert.ok(estimate('2345678', { voiceId: 'ff_siwis' }) > 2);
});
