import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { encodeWav } from '../../../codec/index.ts';
import type { FfmpegTools } from '../../../ffmpeg/index.ts';
import { findQuickFfmpeg } from '../../../ffmpeg/testing/quick-ffmpeg.ts';
import { findServiceTools } from '../../../ffmpeg/testing/service-tools.ts';
import { encodeVideo } from '../encode-video.ts';
import type { EncodeOptions } from '../video-arguments.ts';

/** Neither side is a multiple of 16, and the part touches no edge. */
const SIZE = { width: 264, height: 200 };
const PART = { x: 64, y: 48, width: 128, height: 96 };
/** A second and a third key frame. */
const FRAMES = 210;
const BYTES = SIZE.width * SIZE.height * 1.5;
const run = promisify(execFile);

describe('a film of a part of a still picture', () => {
  let folder: string;
  let ffmpeg: string;
  let tools: FfmpegTools;
  let still: Uint8Array;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'spliced-'));
    ffmpeg = await findQuickFfmpeg();
    tools = await findServiceTools();
    await writeFile(join(folder, 'silence.wav'), encodeWav([new Float32Array(24_000)], 24_000));
    still = picture(SIZE, (x, y) => texture(x, y));
    await writeFile(join(folder, 'still.yuv'), still);
  });
  after(() => rm(folder, { recursive: true }));

  const texture = (x: number, y: number): number =>
    110 + 50 * Math.sin(x / 9) * Math.cos(y / 7) + ((x * y) % 7);
  const picture = ({ width, height }: typeof SIZE, at: (x: number, y: number) => number): Uint8Array => {
    const bytes = new Uint8Array(width * height * 1.5).fill(128);
    for (let y = 0, i = 0; y < height; y += 1) for (let x = 0; x < width; x += 1, i += 1) bytes[i] = at(x, y);
    return bytes;
  };
  /** A disc that swings from side to side in front of the still. */
  const draw = (frame: Uint8Array, index: number): void => {
    const middle = 64 + 24 * Math.sin(index / 6);
    frame.set(
      picture(PART, (x, y) =>
        Math.hypot(x - middle, y - 48) < 24 ? 200 - ((x - middle + 40) % 9) : texture(x + PART.x, y + PART.y),
      ),
    );
  };
  const filmOf = (name: string, given: Partial<EncodeOptions> = {}): EncodeOptions => ({
    ...{ ...SIZE, frameRate: { frames: 25, seconds: 1 }, frameCount: FRAMES, audioKbps: 96 },
    ...{ audioPath: join(folder, 'silence.wav'), videoPath: join(folder, name) },
    shown: { ...PART, stillPath: join(folder, 'still.yuv') },
    ...given,
  });
  const decoded = async (path: string, ...args: string[]): Promise<Buffer> => {
    const options = { encoding: 'buffer', maxBuffer: 2 ** 28 } as const;
    const strict = ['-v', 'error', '-xerror', '-err_detect', 'explode'];
    return (await run(ffmpeg, [...strict, '-i', path, '-map', '0:v', ...args, 'pipe:1'], options)).stdout;
  };

  test('decodes without a fault to the still with the part in it, in every frame', async () => {
    const film = filmOf('film.mp4');
    await encodeVideo(tools, film, draw);
    const bytes = await decoded(film.videoPath, '-f', 'rawvideo');
    assert.equal(bytes.length, FRAMES * BYTES);
    const part = new Uint8Array(PART.width * PART.height * 1.5);
    for (let index = 0; index < FRAMES; index += 1) {
      draw(part, index);
      let [inside, outside] = [0, 0];
      for (let y = 0, i = 0; y < SIZE.height; y += 1)
        for (let x = 0; x < SIZE.width; x += 1, i += 1) {
          const [column, row] = [x - PART.x, y - PART.y];
          const isInside = column >= 0 && row >= 0 && column < PART.width && row < PART.height;
          const expected = isInside ? part[row * PART.width + column] : still[i];
          const off = ((bytes[index * BYTES + i] as number) - (expected as number)) ** 2;
          if (isInside) inside += off / (PART.width * PART.height);
          else outside += off / (SIZE.width * SIZE.height - PART.width * PART.height);
        }
      assert.ok(inside < 12 && outside < 6, `frame ${index}: ${inside} inside, ${outside} outside`);
    }
  });

  test('what is around the part never changes between two key frames', async () => {
    const film = filmOf('still.mp4', { frameCount: 100 });
    await encodeVideo(tools, film, draw);
    const below = `crop=${SIZE.width}:${SIZE.height - PART.y - PART.height}:0:${PART.y + PART.height}`;
    const bytes = await decoded(film.videoPath, '-vf', below, '-f', 'rawvideo');
    const first = bytes.subarray(0, bytes.length / 100);
    for (let index = 1; index < 100; index += 1)
      assert.ok(first.equals(bytes.subarray(index * first.length, (index + 1) * first.length)), `${index}`);
  });

  test('starts at zero, has a key frame every four seconds and leaves only itself behind', async () => {
    const film = filmOf('keys.mp4');
    await encodeVideo(tools, film, draw);
    const { stderr } = await run(ffmpeg, ['-hide_banner', '-i', film.videoPath, '-f', 'null', '-']);
    assert.match(stderr, /start: 0\.000000/u);
    assert.match(stderr, /Video: h264 \(High\).*yuv420p\(tv, bt709.*264x200.*25 fps/u);
    const keys = await run(ffmpeg, [
      ...['-v', 'info', '-skip_frame', 'nokey', '-i', film.videoPath, '-map', '0:v', '-vf', 'showinfo'],
      ...['-f', 'null', '-'],
    ]);
    const times = [...keys.stderr.matchAll(/pts_time:([\d.]+)/gu)].map(([, time]) => Number(time));
    assert.deepEqual(times, [0, 4, 8]);
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith('.flv')),
      [],
    );
  });

  test('gives the same bytes for the same frames, even for a single one', async () => {
    for (const frameCount of [1, 30]) {
      const [one, other] = [filmOf('one.mp4', { frameCount }), filmOf('other.mp4', { frameCount })];
      await encodeVideo(tools, one, draw);
      await encodeVideo(tools, other, draw);
      assert.deepEqual(await readFile(one.videoPath), await readFile(other.videoPath));
    }
  });

  test('reports a full disk, a missing sound and a missing still, and stops at an abort', async () => {
    const fails = (given: Partial<EncodeOptions>, code: string): Promise<void> =>
      assert.rejects(encodeVideo(tools, filmOf('x.mp4', given), draw), { code });
    // A device is no file that the sandbox could show.
    const full = encodeVideo({ ...tools, sandbox: null }, filmOf('x.mp4', { videoPath: '/dev/full' }), draw);
    await assert.rejects(full, { code: 'storage_full' });
    await fails({ audioPath: join(folder, 'nothing.wav') }, 'encoding_failed');
    await fails({ shown: { ...PART, stillPath: join(folder, 'nothing.yuv') } }, 'encoding_failed');
    const controller = new AbortController();
    const reason = new Error('the job was canceled');
    setTimeout(() => controller.abort(reason), 100);
    const endless = filmOf('f.mp4', { frameCount: 1_000_000, signal: controller.signal });
    await assert.rejects(encodeVideo(tools, endless, draw), reason);
  });

  test('fails when any of its processes is killed', async () => {
    for (const which of [0, 1]) {
      const killed = (frame: Uint8Array, index: number): void => {
        draw(frame, index);
        if (index !== 200) return;
        const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
        process.kill(
          Number(
            children
              .trim()
              .split(' ')
              .at(which === 0 ? 0 : -1),
          ),
          'SIGKILL',
        );
      };
      const endless = filmOf('j.mp4', { frameCount: 1_000_000 });
      await assert.rejects(encodeVideo(tools, endless, killed), { code: 'encoding_failed' });
    }
  });
});
