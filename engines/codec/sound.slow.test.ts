import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { findFfmpeg, findPrlimit } from '../ffmpeg/index.ts';
import { findQuickFfmpeg } from '../ffmpeg/testing/quick-ffmpeg.ts';
import { type Codec, createCodec, decodePcm16, encodePcm16, SOUND_FORMATS, type Sound } from './index.ts';

const RATE = 44_100;
/** A sweep on the left and hits on the right: nothing in it repeats, so a shift by one sample shows. */
const sound = (frames: number, sampleRate = RATE): Sound => ({
  sampleRate,
  channels: [
    Float32Array.from({ length: frames }, (_, i) => 0.4 * Math.sin((i * (300 + i / 100)) / RATE)),
    Float32Array.from({ length: frames }, (_, i) => 0.8 * Math.exp(-(i % 5_003) / 300) * Math.sin(i * 0.3)),
  ],
});

describe('a sound that is decoded again', () => {
  let codec: Codec;
  let ffmpeg: string;
  let folder: string;
  after(() => rm(folder, { recursive: true }));
  before(async () => {
    ffmpeg = await findQuickFfmpeg();
    folder = await mkdtemp(join(tmpdir(), 'vox-sound-'));
    codec = createCodec({
      ffmpeg: await findFfmpeg(undefined, process.env),
      prlimit: await findPrlimit(process.env),
      sandbox: null,
    });
  });

  // The shortest effect, and one that ends inside a block of every format.
  for (const format of SOUND_FORMATS)
    for (const frames of [RATE / 2, 2 * RATE + 17])
      test(`${format}: ${frames} frames begin and end where they did`, async () => {
        const original = sound(frames);
        const file = await codec.encodeSound(format).encode(original);
        assert.ok(file.equals(await codec.encodeSound(format).encode(original)), 'the same bytes each time');
        const decoded = await decode(file, 2);
        for (const [side, channel] of original.channels.entries()) {
          const copy = decoded[side] as Float32Array;
          assert.equal(copy.length, frames);
          assert.ok(differenceOf(channel, copy) < 0.05, `${side}: ${differenceOf(channel, copy)}`);
        }
      });

  test('mono, and the lower rates of MPEG 2 and 2.5, have their length too', async () => {
    for (const sampleRate of [RATE, 22_050, 8_000]) {
      const [left] = sound(12_345).channels as [Float32Array];
      const file = await codec.encodeSound('mp3').encode({ sampleRate, channels: [left] });
      const [decoded] = await decode(file, 1, sampleRate);
      assert.equal(decoded?.length, 12_345, `at ${sampleRate} Hz`);
    }
  });

  test('FLAC declares its length and the digest of its samples', async () => {
    const original = sound(RATE + 17);
    const file = await codec.encodeSound('flac').encode(original);
    const wav = await codec.encodeSound('wav').encode(original);
    const totalFrames = (file.readUInt8(21) & 15) * 2 ** 32 + file.readUInt32BE(22);
    assert.equal(totalFrames, RATE + 17);
    assert.deepEqual(file.subarray(26, 42), createHash('md5').update(wav.subarray(44)).digest());
    const pcm = await decode(file, 2);
    assert.deepEqual(encodePcm16(interleave(pcm)), wav.subarray(44), 'nothing is lost');
  });

  test('the last page of Ogg declares the exact length', async () => {
    const file = await codec.encodeSound('ogg').encode(sound(RATE / 2 + 1));
    assert.equal(file.readBigInt64LE(file.lastIndexOf('OggS') + 6), BigInt(RATE / 2 + 1));
  });

  test('MP3 declares its frames, its bytes and what its encoder has added', async () => {
    const file = await codec.encodeSound('mp3').encode(sound(RATE));
    const at = 36;
    assert.equal(file.toString('latin1', at, at + 4), 'Info');
    const frames = file.readUInt32BE(at + 8);
    const bytes = file.readUInt32BE(at + 12);
    assert.equal(bytes, file.length);
    const gap = file.readUIntBE(at + 141, 3);
    assert.equal(frames * 1_152 - (gap >>> 12) - (gap & 0xfff), RATE);
  });

  /** The energy of the difference, relative to the original. */
  function differenceOf(original: Float32Array, copy: Float32Array): number {
    let energy = 0;
    let difference = 0;
    for (const [i, sample] of original.entries()) {
      energy += sample ** 2;
      difference += (sample - (copy[i] ?? 0)) ** 2;
    }
    return difference / energy;
  }

  async function decode(file: Buffer, channels: number, rate = RATE): Promise<Float32Array[]> {
    const output = ['-f', 's16le', '-ar', String(rate), '-ac', String(channels), 'pipe:1'];
    // The sound goes through a file because ffmpeg does not cut the padding at the end of an MP3 from a pipe.
    const path = join(folder, 'sound');
    await writeFile(path, file);
    const child = spawn(ffmpeg, ['-v', 'error', '-i', path, ...output], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [pcm, complaints] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
    assert.equal(complaints.toString(), '');
    const samples = decodePcm16(pcm);
    return Array.from({ length: channels }, (_, side) => samples.filter((_, i) => i % channels === side));
  }

  function interleave([left, right]: Float32Array[]): Float32Array {
    return Float32Array.from(
      { length: 2 * (left?.length ?? 0) },
      (_, i) => (i % 2 ? right : left)?.[i >> 1] ?? 0,
    );
  }
});

test('without ffmpeg only wav is encoded, and the rest is refused at once', async () => {
  const codec = createCodec({ ffmpeg: null, prlimit: null, sandbox: null });
  for (const format of ['mp3', 'flac', 'ogg'] as const) assert.throws(() => codec.encodeSound(format));
  const file = await codec.encodeSound('wav').encode(sound(RATE + 17));
  assert.equal(file.readUInt16LE(22), 2);
  assert.equal(file.readUInt32LE(28), 4 * RATE);
  assert.equal(file.length, 44 + 4 * (RATE + 17));
});
