import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { until } from '../../src/platform/testing/until.ts';
import { findFfmpeg, findPrlimit } from '../ffmpeg/index.ts';
import { findQuickFfmpeg } from '../ffmpeg/testing/quick-ffmpeg.ts';
import { AUDIO_FORMATS, type Codec, createCodec } from './index.ts';
import { decodePcm16, encodePcm16 } from './wav.ts';

const RATE = 24_000;
const LOSSLESS = new Set(['wav', 'pcm', 'flac']);
/** Samples that a decoder may return beyond the input: none, except for MP3 and ADTS, which cannot declare padding. */
const MOST_BEYOND = { wav: 0, pcm: 0, flac: 0, opus: 0, mp3: 0.05 * RATE, aac: 0.05 * RATE };

/** A voice-like sweep that never repeats, so that a shifted or lost part cannot pass for another. */
function speechLike(count: number): Float32Array {
  return Float32Array.from({ length: count }, (_, i) => {
    const t = i / RATE;
    return (
      0.4 * Math.sin(2 * Math.PI * (200 * t + 150 * t * t)) * (0.6 + 0.4 * Math.sin(2 * Math.PI * 3 * t))
    );
  });
}

async function* inChunks(samples: Float32Array, size: number): AsyncGenerator<Float32Array> {
  for (let at = 0; at < samples.length; at += size) yield samples.subarray(at, at + size);
}

async function collect(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

describe('encoders write complete files in every format', () => {
  let codec: Codec;
  let ffmpeg: string;
  before(async () => {
    ffmpeg = await findQuickFfmpeg();
    codec = createCodec({
      ffmpeg: await findFfmpeg(undefined, process.env),
      prlimit: await findPrlimit(process.env),
      sandbox: null,
    });
  });

  async function decode(file: Buffer, format: string): Promise<Float32Array> {
    const raw = format === 'pcm' ? ['-f', 's16le', '-ar', String(RATE), '-ac', '1'] : [];
    const output = ['-f', 's16le', '-ar', String(RATE), '-ac', '1', 'pipe:1'];
    const child = spawn(ffmpeg, ['-v', 'error', ...raw, '-i', 'pipe:0', ...output]);
    child.stdin.on('error', () => undefined);
    child.stdin.end(file);
    const [pcm, complaints] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
    assert.equal(complaints.toString(), '', `a decoder complains about ${format}`);
    return decodePcm16(pcm);
  }

  const encode = (format: (typeof AUDIO_FORMATS)[number], samples: Float32Array, size = 7_000) =>
    collect(codec.encodeStream(format, RATE).transform(inChunks(samples, size)));

  for (const format of AUDIO_FORMATS) {
    test(`${format}: decodes to the same audio, with nothing lost at the end`, async () => {
      for (const count of [4_800, 12_345, 30_001, 48_000]) {
        const input = speechLike(count);
        const output = await decode(await encode(format, input), format);
        const beyond = output.length - input.length;
        assert.ok(
          beyond >= 0 && beyond <= MOST_BEYOND[format],
          `${format} ${count}: ${beyond} samples beyond`,
        );
        const { correlation, lag } = alignment(input, output, Math.max(beyond, 0));
        assert.ok(correlation > (LOSSLESS.has(format) ? 0.9999 : 0.97), `${format} ${count}: ${correlation}`);
        if (MOST_BEYOND[format] === 0) assert.equal(lag, 0);
      }
    });

    test(`${format}: empty audio is encoded without an error`, async () => {
      assert.ok(Buffer.isBuffer(await encode(format, new Float32Array(0))));
    });

    test(`${format}: a reader that does not read pauses the producer`, async () => {
      let made = 0;
      async function* endless() {
        for (;;) {
          made += 1;
          yield speechLike(RATE);
        }
      }
      const stream = codec.encodeStream(format, RATE).transform(endless());
      await stream.next();
      const reached = await settledCount(() => made);
      assert.ok(reached < 400, `${reached} seconds made for a reader that took one piece`);
      await stream.return(undefined);
    });

    test(`${format}: a failing source fails the stream with its own error`, async () => {
      const failure = new Error('the engine died');
      async function* failing() {
        yield speechLike(RATE);
        throw failure;
      }
      await assert.rejects(collect(codec.encodeStream(format, RATE).transform(failing())), failure);
    });
  }

  test('the first bytes are sent before the second chunk is produced', async () => {
    for (const format of AUDIO_FORMATS) {
      const gate = Promise.withResolvers<void>();
      async function* oneThenWait() {
        yield speechLike(RATE);
        await gate.promise;
      }
      const stream = codec.encodeStream(format, RATE).transform(oneThenWait());
      let bytes = 0;
      while (bytes < 1_000) bytes += (await stream.next()).value?.length ?? 0;
      gate.resolve();
      await stream.return(undefined);
    }
  });

  test('a reader that leaves stops the encoder and the producer', async () => {
    let isDone = false;
    async function* endless() {
      try {
        for (;;) yield speechLike(RATE);
      } finally {
        isDone = true;
      }
    }
    const children = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
    const before = children();
    for await (const _ of codec.encodeStream('mp3', RATE).transform(endless())) break;
    await until(() => isDone && children() <= before);
  });

  test('samples survive a round trip through 16 bits', () => {
    const bytes = encodePcm16(Float32Array.of(0, 0.25, -1, 1));
    assert.ok(encodePcm16(decodePcm16(bytes)).equals(bytes));
  });
});

test('without ffmpeg, mp3, aac and flac are refused before anything starts, and the rest works', async () => {
  const codec = createCodec({ ffmpeg: null, prlimit: null, sandbox: null });
  for (const format of ['mp3', 'aac', 'flac'] as const) assert.throws(() => codec.encodeStream(format, RATE));
  for (const format of ['wav', 'pcm', 'opus'] as const)
    assert.ok(
      (await collect(codec.encodeStream(format, RATE).transform(inChunks(speechLike(500), 100)))).length,
    );
});

test('an encoder that cannot start fails the stream', async () => {
  const codec = createCodec({ ffmpeg: '/nowhere/ffmpeg', prlimit: null, sandbox: null });
  await assert.rejects(
    collect(codec.encodeStream('mp3', RATE).transform(inChunks(speechLike(500), 100))),
    (error: { code?: string }) => error.code === 'encoding_failed',
  );
});

/** Correlation of input and output at the best shift. */
function alignment(input: Float32Array, output: Float32Array, mostLag: number) {
  let best = { correlation: 0, lag: 0 };
  for (let lag = 0; lag <= mostLag; lag++) {
    let both = 0;
    let ins = 0;
    let outs = 0;
    for (let i = 0; i < input.length; i++) {
      const a = input[i] ?? 0;
      const b = output[i + lag] ?? 0;
      both += a * b;
      ins += a * a;
      outs += b * b;
    }
    const correlation = both / Math.sqrt(ins * outs || 1);
    if (correlation > best.correlation) best = { correlation, lag };
  }
  return best;
}

/** The count once it has stopped growing. */
async function settledCount(read: () => number): Promise<number> {
  let steady = 0;
  let last = read();
  while (steady < 20) {
    await delay(10);
    const next = read();
    steady = next === last ? steady + 1 : 0;
    last = next;
  }
  return last;
}
