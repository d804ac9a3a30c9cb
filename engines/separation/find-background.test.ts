import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createChance } from '../dsp/index.ts';
import { createBackgroundFinder } from './find-background.ts';

const RATE = 48_000;
const rms = (part: Float32Array) => Math.sqrt(part.reduce((sum, x) => sum + x * x, 0) / part.length);

test('the beginning of a voice goes too, although the network hears it 100 ms late', () => {
  const chance = createChance(1);
  const voice = new Float32Array(3 * RATE);
  for (let i = RATE; i < 2 * RATE; i += 1)
    voice[i] = 0.2 * Math.sin((2 * Math.PI * 300 * i) / RATE) + 0.02 * (chance() - 0.5);
  const music = voice.map((_, i) => 0.02 * Math.sin((2 * Math.PI * 1_500 * i) / RATE));
  const sound = voice.map((x, i) => x + (music[i] as number));
  // Hears what is louder than the music, from 1.1 s on.
  const find = createBackgroundFinder((heard) => {
    const gain = rms(heard) / rms(sound);
    return heard.map((_, i) => (i < 1.1 * 16_000 ? 0 : gain * (voice[3 * i] as number)));
  });
  const [left = new Float32Array(), right] = find([sound, sound], null);
  assert.ok(
    right?.every((x, i) => Math.abs(x - (left[i] as number)) < 1e-6),
    'in the middle',
  );
  const level = (from: number, to: number) =>
    20 * Math.log10(rms(left.subarray(from * RATE, to * RATE)) / rms(music.subarray(from * RATE, to * RATE)));
  assert.ok(Math.abs(level(0.2, 0.8)) < 1, `${level(0.2, 0.8)} dB before`);
  assert.ok(level(1, 1.1) < 8, `${level(1, 1.1)} dB, and the voice was 20 dB above the music`);
  assert.ok(Math.abs(level(1.2, 1.8)) < 6, `${level(1.2, 1.8)} dB under the voice`);
});
