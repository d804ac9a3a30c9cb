import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { findFfmpeg, findPrlimit } from '../ffmpeg/index.ts';
import { type Codec, createCodec, decodePcm16, SOUND_FORMATS } from './index.ts';

const RATE = 44_100;
/** Samples that a decoder may return beyond the input: MP3 has padding, and ffmpeg's Vorbis may end 3 ms early. */
const BEYOND = { wav: [0, 0], flac: [0, 0], ogg: [-128, 0], mp3: [0, 0.06 * RATE] } as const;
const sound = {
  sampleRate: RATE,
  channels: [300, 2_000].map((hertz) =>
    Float32Array.from({ length: RATE + 17 }, (_, i) => 0.4 * Math.sin((2 * Math.PI * hertz * i) / RATE)),
  ),
};

describe('sounds are encoded in stereo', () => {
  let codec: Codec;
  let ffmpeg: string;
  before(async () => {
    const found = await findFfmpeg(undefined, process.env);
    assert.ok(found, 'these tests need ffmpeg');
    ffmpeg = found;
    codec = createCodec({ ffmpeg, prlimit: await findPrlimit(process.env) });
  });

  for (const format of SOUND_FORMATS)
    test(`${format}: left and right, of the same length, with the same bytes each time`, async () => {
      const file = await codec.encodeSound(format).encode(sound);
      assert.ok(file.equals(await codec.encodeSound(format).encode(sound)));
      const { left, right } = await decode(file);
      const beyond = left.length - RATE - 17;
      const [least, most] = BEYOND[format];
      assert.ok(beyond >= least && beyond <= most, `${beyond} samples beyond`);
      assert.ok(Math.abs(crossings(left) - 300) <= 1 && Math.abs(crossings(right) - 2_000) <= 1);
    });

  /** In half a second away from both ends. */
  function crossings(samples: Float32Array): number {
    const middle = samples.subarray(4_410, 4_410 + RATE / 2);
    return middle.filter((sample, i) => i > 0 && sample >= 0 !== (middle[i - 1] ?? 0) >= 0).length;
  }

  async function decode(file: Buffer) {
    const output = ['-f', 's16le', '-ar', String(RATE), '-ac', '2', 'pipe:1'];
    const child = spawn(ffmpeg, ['-v', 'error', '-i', 'pipe:0', ...output]);
    child.stdin.end(file);
    const [pcm, complaints] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
    assert.equal(complaints.toString(), '');
    const samples = decodePcm16(pcm);
    return {
      left: samples.filter((_, i) => i % 2 === 0),
      right: samples.filter((_, i) => i % 2 === 1),
    };
  }
});

test('without ffmpeg only wav is encoded, and the rest is refused at once', async () => {
  const codec = createCodec({ ffmpeg: null, prlimit: null });
  for (const format of ['mp3', 'flac', 'ogg'] as const) assert.throws(() => codec.encodeSound(format));
  const file = await codec.encodeSound('wav').encode(sound);
  assert.equal(file.readUInt16LE(22), 2);
  assert.equal(file.readUInt32LE(28), 4 * RATE);
  assert.equal(file.length, 44 + 4 * (RATE + 17));
});
