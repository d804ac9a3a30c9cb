import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createWav, openWav } from '../codec/index.ts';
import { integratedLoudness, toDecibels, truePeak } from '../dsp/index.ts';
import { mix } from './mix.ts';
import { babble, decibels, tone } from './testing/sounds.ts';
import type { Clip, Mixed, MixRequest, TimeMark } from './types.ts';

const RATE = 48_000;
const SECONDS = 15;
/** Somebody speaks in the film at these times. */
const SLOTS = [
  { start: 1.2, end: 3.6 },
  { start: 5.1, end: 8.3 },
  // Across the end of a piece.
  { start: 9.25, end: 11.7 },
];

describe('mixing', () => {
  let folder: string;
  const background = [tone(SECONDS, RATE, 0.02, 440), tone(SECONDS, RATE, 0.02, 440)];
  const clips: Clip[] = SLOTS.map((slot, i) => ({
    offset: i * 60_000,
    length: 55_000,
    start: slot.start,
    slot,
    speaker: i % 2 === 0 ? 'a' : 'b',
  }));
  const path = (name: string) => join(folder, `${name}.wav`);

  async function write(name: string, sampleRate: number, channels: readonly Float32Array[]): Promise<void> {
    const file = await createWav(path(name), { sampleRate, channels: channels.length });
    await file.write(channels);
    await file.close();
  }

  async function read(name: string): Promise<Float32Array[]> {
    const file = await openWav(path(name));
    const channels = await file.read(0, file.frames);
    await file.close();
    return channels;
  }

  /** The film, with its speech at these levels. */
  async function film(name: string, levels: readonly number[]): Promise<Float32Array[]> {
    const channels = background.map((channel) => channel.slice());
    for (const [i, slot] of SLOTS.entries())
      for (const channel of channels)
        for (const [k, x] of babble(slot.end - slot.start, RATE, levels[i] ?? 0, i).entries())
          channel[Math.round(slot.start * RATE) + k] = (channel[Math.round(slot.start * RATE) + k] ?? 0) + x;
    await write(name, RATE, channels);
    return channels;
  }

  function mixed(given: Partial<MixRequest>, signal = new AbortController().signal): Promise<Mixed> {
    const request: MixRequest = {
      originalPath: path('film'),
      backgroundPath: path('background'),
      speechPath: path('speech'),
      clips,
      marks: [],
      seconds: SECONDS,
      mixedPath: path('mixed'),
      voicesPath: path('voices'),
      ...given,
    };
    return mix(request, { signal, onProgress: () => undefined });
  }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-mix-'));
    await film('film', [0.2, 0.2, 0.2]);
    await write('background', RATE, background);
    const speech = new Float32Array(240_000);
    for (const { offset, length } of clips) speech.set(babble(length / 24_000, 24_000, 0.9, offset), offset);
    await write('speech', 24_000, [speech]);
    await write('silence', RATE, [new Float32Array(RATE * SECONDS), new Float32Array(RATE * SECONDS)]);
  });
  after(() => rm(folder, { recursive: true }));

  test('lines are at their places, whole, and the background is untouched around them', async () => {
    const marks = [
      { original: 0, result: 0 },
      { original: SECONDS, result: SECONDS },
    ];
    await mixed({ marks });
    const [left = [], right = []] = await read('mixed');
    const [voices = new Float32Array()] = await read('voices');
    const original = await read('background');
    assert.equal(left.length, SECONDS * RATE);
    assert.equal(voices.length, SECONDS * 24_000);
    assert.deepEqual(left, right);
    const isSpoken = new Uint8Array(left.length);
    for (const { start, length } of clips) {
      const first = Math.round(start * 24_000);
      assert.equal(voices[first - 1], 0);
      assert.notEqual(
        voices.slice(first, first + 3).find((x) => x !== 0),
        undefined,
        'begins in time',
      );
      assert.notEqual(
        voices.slice(first + length - 3, first + length).find((x) => x !== 0),
        undefined,
        'ends',
      );
      assert.equal(voices[first + length], 0);
      isSpoken.fill(1, 2 * first, 2 * (first + length));
    }
    assert.equal(
      left.findIndex((x, i) => isSpoken[i] === 0 && x !== original[0]?.[i]),
      -1,
      'the same samples where nobody speaks',
    );
  });

  test('the whole is as loud as the original, and lines as what they replace', async () => {
    const levels = [0.05, 0.2, 0.1];
    const original = await film('uneven', levels);
    const { lufs, originalLufs } = await mixed({ originalPath: path('uneven') });
    const made = await read('mixed');
    assert.ok(Math.abs(originalLufs - integratedLoudness(original, RATE)) < 0.05);
    assert.ok(Math.abs(lufs - integratedLoudness(made, RATE)) < 0.05);
    assert.ok(Math.abs(lufs - originalLufs) < 1, `${lufs} instead of ${originalLufs}`);
    const [voices = new Float32Array()] = await read('voices');
    const [first = 0, second = 0, third = 0] = clips.map(({ start, length }) =>
      decibels(voices.subarray(Math.round(start * 24_000), Math.round(start * 24_000) + length)),
    );
    // The first is 6 dB under the third, which has the same speaker; half of it on each side of their median.
    assert.ok(Math.abs(third - first - 6) < 1, `${third} and ${first}`);
    assert.ok(second > third);
  });

  test('peaks stay under −1 dBTP without clipping, also for a film that is over it', async () => {
    const loud = await film('loud', [0.5, 0.5, 0.5]);
    const [left = new Float32Array()] = loud;
    left.set(tone(0.5, RATE, 0.999, 997), 13 * RATE);
    await write('loud', RATE, loud);
    const { lufs, originalLufs } = await mixed({ originalPath: path('loud'), backgroundPath: path('loud') });
    const peak = toDecibels(truePeak(await read('mixed')));
    assert.ok(peak <= -1, `${peak} dBTP`);
    assert.ok(Math.abs(lufs - originalLufs) < 1, `${lufs} instead of ${originalLufs}`);
  });

  test('without a background the speech is as loud, and silence is left where nobody speaks', async () => {
    await mixed({});
    const [over = new Float32Array()] = await read('voices');
    await mixed({ backgroundPath: null });
    const [alone = new Float32Array()] = await read('voices');
    assert.ok(Math.abs(decibels(over) - decibels(alone)) < 0.5);
    const [left = new Float32Array()] = await read('mixed');
    assert.equal(left.length, SECONDS * RATE);
    assert.ok(left.subarray(13 * RATE).every((x) => x === 0));
  });

  test('over a film without sound, speech has the usual level', async () => {
    const { originalLufs } = await mixed({ originalPath: path('silence'), backgroundPath: path('silence') });
    assert.equal(originalLufs, -Infinity);
    const loudness = integratedLoudness(await read('mixed'), RATE);
    assert.ok(Math.abs(loudness + 23) < 1.5, `${loudness} LUFS`);
  });

  test('where the picture is stretched, the background is longer at the same pitch, and exact around it', async () => {
    const marks: TimeMark[] = [
      { original: 0, result: 0 },
      { original: 6, result: 6 },
      { original: 9, result: 10 },
      { original: SECONDS, result: SECONDS + 1 },
    ];
    await mixed({ marks, seconds: SECONDS + 1, clips: [] });
    const [left = new Float32Array()] = await read('mixed');
    const [original = new Float32Array()] = await read('background');
    assert.equal(left.length, (SECONDS + 1) * RATE);
    assert.deepEqual(left.subarray(0, 6 * RATE), original.subarray(0, 6 * RATE));
    assert.deepEqual(left.subarray(10 * RATE), original.subarray(9 * RATE));
    const slow = left.subarray(6 * RATE, 10 * RATE);
    let crossings = 0;
    for (let i = 1; i < slow.length; i += 1)
      if ((slow[i - 1] as number) < 0 && (slow[i] as number) >= 0) crossings += 1;
    assert.ok(Math.abs(crossings / 4 - 440) < 2, `${crossings / 4} Hz`);
    assert.ok(Math.abs(decibels(slow) - decibels(original)) < 0.3);
    let steepest = 0;
    for (let i = 5 * RATE; i < 11 * RATE; i += 1)
      steepest = Math.max(steepest, Math.abs((left[i] as number) - (left[i - 1] as number)));
    assert.ok(steepest < 0.02 * 2 * Math.PI * (440 / RATE) * 1.5, 'no clicks');
  });

  test('an abort signal stops it', async () => {
    await assert.rejects(mixed({}, AbortSignal.abort(new Error('enough'))), /enough/u);
  });
});
