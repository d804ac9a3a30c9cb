import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createWav, openWav } from '../codec/index.ts';
import { removeSpeech } from './remove-speech.ts';

const RATE = 48_000;

test('the original is left alone away from the spans, and what is in them is replaced without seams', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vox-separation-'));
  try {
    const path = (name: string) => join(folder, `${name}.wav`);
    const soundPath = path('sound');
    const speechPath = path('speech');
    const backgroundPath = path('background');
    const ramp = Float32Array.from({ length: 25 * RATE + 17 }, (_, i) => 0.5 + 0.4 * Math.sin(i / 9_000));
    await write(soundPath, RATE, [ramp, ramp.map((x) => -x)]);
    await write(speechPath, 16_000, [ramp.filter((_, i) => i % 3 === 0)]);
    const shares: number[] = [];
    let heard = 0;
    await removeSpeech(
      // Across the end of a piece, twice in one piece, and past the end of the sound.
      {
        soundPath,
        speechPath,
        backgroundPath,
        spans: [
          { start: 8, end: 12 },
          { start: 15.0001, end: 15.50001 },
          { start: 24, end: 99 },
        ],
      },
      (channels, speech) => {
        heard += channels[0]?.length ?? 0;
        assert.ok(
          speech?.every((x, i) => Math.abs(x - (channels[0]?.[3 * i] ?? x)) < 1e-4),
          'the speech that is known is in step',
        );
        return channels.map((channel) => channel.map((x) => x / 4));
      },
      { signal: new AbortController().signal, onProgress: (share) => shares.push(share) },
    );
    const reader = await openWav(backgroundPath);
    const [left = new Float32Array(), right = new Float32Array()] = await reader.read(0, reader.frames);
    await reader.close();
    assert.equal(left.length, ramp.length);
    const stepOf = (x: number) => Math.round(x * 32_768);
    const shareAt = (i: number) => (left[i] as number) / (ramp[i] as number);
    for (let i = 0; i < left.length; i += 1) {
      const at = i / RATE;
      if (at < 7.6 || (at > 12.4 && at < 14.6) || (at > 15.9 && at < 23.6))
        assert.equal(stepOf(left[i] as number), stepOf(ramp[i] as number));
      if ((at > 7.65 && at < 12.35) || at > 23.65)
        assert.ok(Math.abs(shareAt(i) - 0.25) < 0.001, `${shareAt(i)} at ${at} s`);
      if (i > 0) assert.ok(Math.abs(shareAt(i) - shareAt(i - 1)) < 0.002, `a click at ${at} s`);
    }
    assert.ok(right.every((x, i) => Math.abs(x + (left[i] as number)) < 1e-4));
    assert.ok(heard < 20 * RATE, 'only the spans are heard');
    assert.equal(shares.at(-1), 1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function write(path: string, sampleRate: number, channels: readonly Float32Array[]): Promise<void> {
  const writer = await createWav(path, { sampleRate, channels: channels.length });
  await writer.write(channels);
  await writer.close();
}
