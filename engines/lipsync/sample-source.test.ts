import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { trackFromAudio } from './audio/track-from-audio.ts';
import { LoudnessMeter } from './loudness.ts';
import { gainFor, measureGain } from './neural/level.ts';
import { sampleFile } from './sample-source.ts';

const RATE = 16_000;

describe('a sound on disk', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'samples-'));
  });
  after(() => rm(folder, { recursive: true }));

  async function onDisk(samples: Float32Array) {
    const path = join(folder, `${samples.length}.f32`);
    await writeFile(path, Buffer.from(samples.buffer));
    return sampleFile(path, samples.length);
  }
  /** Syllables of a buzz and pauses between them. */
  const babble = Float32Array.from({ length: Math.round(RATE * 3.3) }, (_, i) => {
    const isSpoken = Math.floor(i / 2_400) % 3 < 2;
    return isSpoken ? 0.3 * Math.sign(Math.sin((2 * Math.PI * 140 * i) / RATE)) * Math.sin(i / 900) : 0;
  });

  test('is followed by the mouth exactly as the same sound in memory is', async () => {
    const source = await onDisk(babble);
    assert.deepEqual(await trackFromAudio(source, RATE), await trackFromAudio(babble, RATE));
    assert.equal(await measureGain(source), gainFor(babble));
  });

  test('is silent where its samples are no numbers, and full scale where they are too loud', async () => {
    const source = await onDisk(Float32Array.of(Number.NaN, 9, -Number.POSITIVE_INFINITY, -0.5));
    assert.deepEqual(await source.read(0, 10), Float32Array.of(0, 1, 0, -0.5));
    assert.equal((await source.read(4, 10)).length, 0);
  });

  test('is as loud in pieces as in one', () => {
    const whole = new LoudnessMeter(RATE);
    const pieces = new LoudnessMeter(RATE);
    whole.add(babble);
    for (let from = 0; from < babble.length; from += 777) pieces.add(babble.subarray(from, from + 777));
    assert.deepEqual(pieces.loudness(), whole.loudness());
    assert.equal(whole.loudness().length, 330);
  });
});
