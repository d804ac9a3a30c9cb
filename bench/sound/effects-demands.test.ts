import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missing, WANTED } from './effects-demands.ts';
import { featuresOf } from './effects-features.ts';
import { effectOf, SAMPLE_RATE } from './effects-render.ts';

test('onsets, pitch and noise are what the kinds demand', () => {
  const some = [
    '5 knocks',
    'clock',
    'footsteps on concrete',
    'rain',
    'campfire',
    'beep',
    'riser',
    'power down',
  ];
  for (const prompt of some) {
    assert.ok(WANTED[prompt], prompt);
    assert.deepEqual(missing(prompt, featuresOf(effectOf(prompt).mono, SAMPLE_RATE)), [], prompt);
  }
});

test('a sound of another kind does not pass', () => {
  const others = { clock: 'rain', rain: 'power down', riser: 'downlifter', beep: 'police siren' };
  for (const [prompt, other] of Object.entries(others))
    assert.notDeepEqual(missing(prompt, featuresOf(effectOf(other).mono, SAMPLE_RATE)), [], prompt);
});
