import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withRest } from './rests.ts';

const FORMAT = { sampleRate: 1_000, speed: 1 };

function voice(silenceBefore: number, sound: number, silenceAfter: number): Float32Array {
  return Float32Array.from({ length: silenceBefore + sound + silenceAfter }, (_, i) =>
    i >= silenceBefore && i < silenceBefore + sound ? 0.5 : 0,
  );
}

test('silences of the model are cut to a margin and replaced by a rest of known length', () => {
  const trimmed = withRest(voice(500, 1_000, 700), 'none', FORMAT).length;
  assert.ok(trimmed >= 1_000 && trimmed <= 1_070, `${trimmed}`);
  assert.equal(withRest(voice(500, 1_000, 700), 'sentence', FORMAT).length - trimmed, 320);
});

test('rests shrink with speed', () => {
  const rest = (speed: number) =>
    withRest(voice(0, 100, 0), 'paragraph', { ...FORMAT, speed }).length -
    withRest(voice(0, 100, 0), 'none', { ...FORMAT, speed }).length;
  assert.equal(rest(1), 650);
  assert.equal(rest(2), 325);
});

test('begins and ends softly, so that nothing clicks', () => {
  const samples = withRest(voice(0, 100, 0), 'none', FORMAT);
  assert.equal(samples[0], 0);
  assert.equal(samples.at(-1), 0);
});

test('leaves the samples of the model as they are', () => {
  const samples = voice(0, 100, 0);
  withRest(samples, 'none', FORMAT);
  assert.equal(samples[0], 0.5);
});
