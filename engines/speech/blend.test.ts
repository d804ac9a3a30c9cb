import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseVoiceId, readVoice } from './blend.ts';
import { InvalidVoiceBlend, UnknownVoice } from './errors.ts';
import { createStyles } from './kokoro/styles.ts';
import { VOICES as PRESETS } from './voices.ts';

const styles = createStyles(new URL('../voices/', import.meta.resolve('kokoro-js')));

test('a blend is a list of voices with weights, 1 by default', () => {
  assert.deepEqual(parseVoiceId('af_heart(2)+am_adam(0.5) + bf_emma'), [
    { id: 'af_heart', weight: 2 },
    { id: 'am_adam', weight: 0.5 },
    { id: 'bf_emma', weight: 1 },
  ]);
  assert.deepEqual(parseVoiceId('af_heart'), [{ id: 'af_heart', weight: 1 }]);
});

test('a blend speaks the language of its first voice', () => {
  assert.equal(readVoice('bf_emma+ef_dora').voice.language, 'en-GB');
  assert.equal(readVoice('ef_dora+bf_emma').voice.language, 'es');
});

test('a preset that is itself a blend is the same within another blend', async () => {
  const recipe = Object.entries(PRESETS.find(({ id }) => id === 'de_lena')?.recipe ?? {});
  const { voice, parts } = readVoice('de_lena(3)+af_heart(1)');
  assert.equal(voice.language, 'de');
  const written = recipe.map(([id, share]) => ({ id, weight: 3 * share }));
  const blend = await styles.styleFor(parts, 40);
  const byParts = await styles.styleFor([...written, { id: 'af_heart', weight: 1 }], 40);
  blend.forEach((number, i) => {
    assert.ok(Math.abs(number - (byParts[i] ?? Number.NaN)) < 1e-6);
  });
});

test('a refined preset is away from its blend by the same step at every length', async () => {
  const recipe = Object.entries(PRESETS.find(({ id }) => id === 'hu_zsofia')?.recipe ?? {});
  const written = recipe.map(([id, weight]) => ({ id, weight }));
  const step = async (length: number) => {
    const refined = await styles.styleFor([{ id: 'hu_zsofia', weight: 1 }], length);
    const blend = await styles.styleFor(written, length);
    return refined.map((number, i) => number - (blend[i] ?? 0));
  };
  const short = await step(10);
  const long = await step(300);
  assert.ok(Math.hypot(...short) > 0.1);
  short.forEach((number, i) => {
    assert.ok(Math.abs(number - (long[i] ?? Number.NaN)) < 1e-5);
  });
});

test('malformed blends and unknown voices are rejected', () => {
  for (const bad of [
    'af_heart+',
    '+',
    'af_heart(0)',
    'af_heart(11)+am_adam',
    'af_heart(x)+am_adam',
    'a+b+c+d+e',
    'a(1)(2)',
  ])
    assert.throws(() => readVoice(bad), InvalidVoiceBlend, bad);
  assert.throws(() => readVoice('af_heart+nobody'), UnknownVoice);
});

test('styles blend linearly, by weight, at each length', async () => {
  const style = (id: string) => styles.styleFor(parseVoiceId(id), 40);
  const [heart, adam, blend] = await Promise.all(
    ['af_heart', 'am_adam', 'af_heart(3)+am_adam(1)'].map(style),
  );
  assert.ok(heart && adam && blend);
  for (let i = 0; i < blend.length; i++)
    assert.ok(Math.abs((blend[i] ?? 0) - (0.75 * (heart[i] ?? 0) + 0.25 * (adam[i] ?? 0))) < 1e-6);
  assert.deepEqual(
    await style('af_heart(2)+af_heart(5)').then((s) => s.map((v) => Math.round(v * 1e4))),
    heart.map((v) => Math.round(v * 1e4)),
  );
});
