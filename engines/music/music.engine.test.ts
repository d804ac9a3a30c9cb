import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { silentLog } from '../../src/platform/log.ts';
import { type Sound, toPcm16 } from '../codec/index.ts';
import { integratedLoudness, toDecibels, truePeak } from '../dsp/index.ts';
import { GENRES_IN_TESTS, pieceOf } from './composition/testing.ts';
import { createMusicEngine, findMusicFont, type MusicEngine, type Piece } from './index.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../data/models', import.meta.url).pathname;
const RATE = 44_100;

describe('music, with the real sound font', () => {
  let engine: MusicEngine;
  before(async () => {
    engine = createMusicEngine({ files: await findMusicFont({ modelsDir }), log: silentLog });
  });
  after(() => engine.close());

  const play = async (piece: Piece) => [
    ...(await engine.play(piece, { signal: AbortSignal.timeout(60_000) })).channels,
  ];

  test('every genre has its length, −16 LUFS, a true peak under −1 dBTP and silent ends', async () => {
    for (const genre of GENRES_IN_TESTS) {
      const channels = await play(pieceOf(genre, { seconds: 2 }));
      const [left = new Float32Array(), right] = channels;
      assert.deepEqual([left.length, right?.length], [2 * RATE, 2 * RATE]);
      const lufs = integratedLoudness(channels, RATE);
      assert.ok(Math.abs(lufs + 16) <= 0.5, `${genre}: ${lufs} LUFS`);
      assert.ok(toDecibels(truePeak(channels)) <= -1, genre);
      for (const channel of channels)
        assert.ok(
          Math.abs(channel[0] ?? 1) < 0.01 && Math.abs(channel.at(-1) ?? 1) < 0.001,
          `${genre} clicks`,
        );
    }
  });

  test('a piece is the same each time, and another with another seed', async () => {
    const first = await play(pieceOf('house', { seconds: 2, seed: 5 }));
    const again = await play(pieceOf('house', { seconds: 2, seed: 5 }));
    const other = await play(pieceOf('house', { seconds: 2, seed: 6 }));
    assert.deepEqual(again, first);
    assert.notDeepEqual(other, first);
  });

  test('the strongest onset around a hit point is within 20 ms of it, on the beat or off it', async () => {
    const hitPoints = [1.37, 2.61];
    for (const [genre, without] of [
      ['rock', []],
      ['ambient', []],
      ['orchestral', ['drums']],
      ['acoustic folk', ['drums']],
    ] as const) {
      const channels = await play(pieceOf(genre, { seconds: 4 }, { hitPoints, without }));
      for (const hit of hitPoints) {
        const onset = strongestOnset(channels, hit);
        assert.ok(Math.abs(onset - hit) <= 0.02, `${genre}: ${onset} s instead of ${hit} s`);
      }
    }
  });

  test('a loop goes on where it ends: no step is larger than those inside', async () => {
    for (const genre of ['synthwave', 'ambient', 'piano solo'] as const) {
      const channels = await play(pieceOf(genre, { seconds: 3, isLoop: true }));
      assert.ok(Math.abs(integratedLoudness(channels, RATE) + 16) <= 0.5, genre);
      assert.ok(toDecibels(truePeak(channels)) <= -1, genre);
      for (const channel of channels) {
        const stepAt = (i: number) => Math.abs((channel[i % channel.length] ?? 0) - (channel[i - 1] ?? 0));
        const inside = Math.max(
          ...Array.from({ length: 2_000 }, (_, i) => stepAt(channel.length - 1 - i)),
          0.002,
        );
        assert.ok(
          stepAt(channel.length) <= 1.5 * inside,
          `${genre}: ${stepAt(channel.length)} over ${inside}`,
        );
      }
    }
  });

  test('stems sum to the mix in 16 bits, sample by sample, and the mix is the piece without stems', async () => {
    const signal = AbortSignal.timeout(60_000);
    const ducking = { words: [{ start: 0.5, end: 1 }], decibels: 12 };
    const rock = pieceOf('rock', { seconds: 2 });
    const pieces = [
      pieceOf('lo-fi', { seconds: 3 }),
      pieceOf('house', { seconds: 3, isLoop: true }),
      { ...rock, ducking, plan: { ...rock.plan, era: '1960s' as const } },
    ];
    for (const piece of pieces) {
      const { mix, stems } = await engine.playStems(piece, { signal });
      const stepsOf = (sound: Sound) => sound.channels.map(toPcm16);
      assert.ok(stems.length >= 3, `${stems.map(({ name }) => name)}`);
      const played = stepsOf(await engine.play(piece, { signal }));
      assert.deepEqual(stepsOf(mix.open()), played);
      const sums = played.map(({ length }) => new Int32Array(length));
      for (const stem of stems)
        for (const [side, channel] of stepsOf(stem.open()).entries()) {
          assert.ok(
            channel.some((step) => Math.abs(step) > 20),
            `${stem.name} is silent`,
          );
          for (const [i, step] of channel.entries())
            (sums[side] as Int32Array)[i] = (sums[side]?.[i] ?? 0) + step;
        }
      assert.deepEqual(
        sums.map((sum) => Int16Array.from(sum)),
        played,
      );
    }
  });

  test('under speech it is quieter, elsewhere it is the same', async () => {
    const piece = pieceOf('jazz trio', { seconds: 3 });
    const words = [{ start: 1, end: 1.5 }];
    const [plain = new Float32Array()] = await play(piece);
    const [ducked = new Float32Array()] = await play({ ...piece, ducking: { words, decibels: 10 } });
    const cut = (from: number, to: number) => [from * RATE, to * RATE] as const;
    for (const [from, to] of [cut(0, 0.8), cut(2.1, 3)])
      assert.deepEqual(ducked.slice(from, to), plain.slice(from, to));
    const [from, to] = cut(1, 1.5);
    for (let i = from; i < to; i += 1) {
      const wanted = (plain[i] ?? 0) * 10 ** -0.5;
      assert.ok(Math.abs((ducked[i] ?? 1) - wanted) < 1e-6, `sample ${i}: ${ducked[i]} instead of ${wanted}`);
    }
  });

  test('without its sound font it says that it is not installed', async () => {
    const missing = createMusicEngine({ files: null, log: silentLog });
    assert.equal(missing.status(), 'absent');
    await assert.rejects(missing.play(pieceOf('rock'), { signal: new AbortController().signal }), {
      code: 'engine_unavailable',
    });
  });
});

/** Finds where the energy of the bright sound rises most within a tenth of a second. */
function strongestOnset(channels: readonly Float32Array[], around: number): number {
  const frame = Math.round(0.005 * RATE);
  const energyAt = (place: number): number => {
    let sum = 1e-9;
    for (const channel of channels)
      for (let i = place * frame; i < (place + 4) * frame; i += 1)
        sum += ((channel[i] ?? 0) - (channel[i - 1] ?? 0)) ** 2;
    return sum;
  };
  const first = Math.round(((around - 0.1) * RATE) / frame);
  const rises = Array.from({ length: 41 }, (_, i) => energyAt(first + i) / energyAt(first + i - 4));
  return ((first + rises.indexOf(Math.max(...rises))) * frame) / RATE;
}
