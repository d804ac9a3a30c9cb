import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { DomainError } from '../../../src/platform/errors.ts';
import { encodeWav } from '../../codec/index.ts';
import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { findQuickFfmpeg } from '../../ffmpeg/testing/quick-ffmpeg.ts';
import { findServiceTools } from '../../ffmpeg/testing/service-tools.ts';
import { encodeVideo } from './encode-video.ts';
import type { EncodeOptions } from './video-arguments.ts';
import { writeThumbnail } from './write-thumbnail.ts';

const SIZE = { width: 64, height: 48 };
const run = promisify(execFile);

describe('encoding a video', () => {
  let folder: string;
  let ffmpeg: string;
  let tools: FfmpegTools;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'video-'));
    ffmpeg = await findQuickFfmpeg();
    tools = await findServiceTools();
    await writeFile(join(folder, 'tone.wav'), encodeWav([tone(1)], 24_000));
  });
  after(() => rm(folder, { recursive: true }));

  const tone = (seconds: number): Float32Array =>
    Float32Array.from(
      { length: seconds * 24_000 },
      (_, i) => 0.5 * Math.sin((2 * Math.PI * 440 * i) / 24_000),
    );
  const videoOf = (name: string, given: Partial<EncodeOptions> = {}): EncodeOptions => ({
    ...SIZE,
    frameRate: { frames: 25, seconds: 1 },
    frameCount: 25,
    audioPath: join(folder, 'tone.wav'),
    audioKbps: 96,
    videoPath: join(folder, name),
    ...given,
  });
  const shade = (frame: Uint8Array, index: number): void => {
    frame.fill(16 + ((index * 5) % 200));
  };
  const decoded = async (path: string, ...args: string[]): Promise<Buffer> => {
    const options = { encoding: 'buffer', maxBuffer: 2 ** 28 } as const;
    return (await run(ffmpeg, ['-v', 'error', '-i', path, ...args, 'pipe:1'], options)).stdout;
  };
  const frames = async (path: string): Promise<number> =>
    (await decoded(path, '-map', '0:v', '-fps_mode', 'passthrough', '-f', 'rawvideo')).length /
    (SIZE.width * SIZE.height * 1.5);
  const soundSeconds = async (path: string): Promise<number> =>
    (await decoded(path, '-map', '0:a', '-ac', '1', '-f', 's16le')).length / 2 / 48_000;

  /** Kinds of the H.264 slices in order of the file: 5 in a key frame, 1 in another. */
  const slices = async (path: string): Promise<number[]> => {
    const stream = await decoded(
      path,
      '-map',
      '0:v',
      '-c',
      'copy',
      '-bsf:v',
      'h264_mp4toannexb',
      '-f',
      'h264',
    );
    const kinds: number[] = [];
    for (let at = stream.indexOf('000001', 0, 'hex'); at >= 0; at = stream.indexOf('000001', at + 3, 'hex'))
      kinds.push((stream[at + 3] ?? 0) & 31);
    return kinds.filter((kind) => kind === 1 || kind === 5);
  };

  test('every picture is one slice, with a key frame at least every four seconds', async () => {
    const options = videoOf('keys.mp4', { frameCount: 105 });
    await encodeVideo(tools, options, shade);
    const kinds = await slices(options.videoPath);
    assert.equal(kinds.length, 105);
    assert.equal(kinds.filter((kind) => kind === 5).length, 2);
  });

  test('contains every drawn frame, and picture and sound end within a frame of each other', async () => {
    // The pictures are shorter or longer than the sound.
    const cases = [
      { frameRate: { frames: 24, seconds: 1 }, frameCount: 17 },
      { frameRate: { frames: 25, seconds: 1 }, frameCount: 71 },
      { frameRate: { frames: 30_000, seconds: 1_001 }, frameCount: 37 },
      { frameRate: { frames: 60, seconds: 1 }, frameCount: 41 },
      { frameRate: { frames: 60, seconds: 1 }, frameCount: 64 },
    ];
    for (const given of cases) {
      const options = videoOf('a.mp4', given);
      await encodeVideo(tools, options, shade);
      assert.equal(await frames(options.videoPath), given.frameCount);
      const frameSeconds = given.frameRate.seconds / given.frameRate.frames;
      const difference = (await soundSeconds(options.videoPath)) - given.frameCount * frameSeconds;
      assert.ok(Math.abs(difference) < frameSeconds, `${difference} s at ${given.frameRate.frames}`);
    }
  });

  test('is H.264 High in yuv420p with AAC at 48 kHz, its colours named, its index first', async () => {
    const options = videoOf('b.mp4');
    await encodeVideo(tools, options, shade);
    const { stderr } = await run(ffmpeg, ['-hide_banner', '-i', options.videoPath, '-f', 'null', '-']);
    assert.match(stderr, /Video: h264 \(High\).*yuv420p\(tv, bt709/u);
    assert.match(stderr, /Audio: aac.*48000 Hz/u);
    const bytes = await readFile(options.videoPath);
    assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'));
  });

  test('the audio of every plan has its promised bitrate', async () => {
    let seed = 1;
    const noise = Float32Array.from({ length: 10 * 24_000 }, (_, i) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return (seed / 2_147_483_647 - 0.5) * Math.abs(Math.sin(i / 3_000));
    });
    await writeFile(join(folder, 'noise.wav'), encodeWav([noise], 24_000));
    for (const audioKbps of [128, 192, 256, 320]) {
      const options = videoOf('k.mp4', { audioPath: join(folder, 'noise.wav'), audioKbps, frameCount: 250 });
      await encodeVideo(tools, options, shade);
      const bytes = (await decoded(options.videoPath, '-map', '0:a', '-c', 'copy', '-f', 'adts')).length;
      const packets = Math.ceil((await soundSeconds(options.videoPath)) * (48_000 / 1_024));
      // Each packet gets a header of seven bytes on the way.
      const kbps = ((bytes - 7 * packets) * 8) / 10_000;
      assert.ok(Math.abs(kbps / audioKbps - 1) < 0.03, `${kbps} kbps instead of ${audioKbps}`);
    }
  });

  test('gives the same bytes for the same frames and sound', async () => {
    const one = videoOf('c.mp4');
    const other = videoOf('d.mp4');
    await encodeVideo(tools, one, shade);
    await encodeVideo(tools, other, shade);
    assert.deepEqual(await readFile(one.videoPath), await readFile(other.videoPath));
  });

  test('draws no further ahead than it encodes', async () => {
    let drawn = 0;
    const signal = AbortSignal.timeout(60_000);
    const stopped = new Error('seen enough');
    const large = { width: 1920, height: 1080, frameCount: 10_000, signal };
    const draw = (): void => {
      drawn += 1;
      if (drawn > 40) throw stopped;
    };
    const startedAt = performance.now();
    await assert.rejects(encodeVideo(tools, videoOf('e.mp4', large), draw), stopped);
    assert.ok(performance.now() - startedAt > 100, '40 large frames cannot have been taken at once');
  });

  test('stops at an abort, and passes on what a drawing throws', async () => {
    const controller = new AbortController();
    const reason = new Error('the job was canceled');
    const endless = videoOf('f.mp4', { frameCount: 1_000_000, signal: controller.signal });
    setTimeout(() => controller.abort(reason), 100);
    await assert.rejects(encodeVideo(tools, endless, shade), reason);
    const fault = new Error('no such face');
    await assert.rejects(
      encodeVideo(tools, videoOf('g.mp4'), () => {
        throw fault;
      }),
      fault,
    );
  });

  const failsWith = (options: EncodeOptions, code: string, tool = tools): Promise<void> =>
    assert.rejects(
      encodeVideo(tool, options, shade),
      (error) => error instanceof DomainError && error.code === code,
    );

  test('reports a full disk, a failed ffmpeg and a missing ffmpeg', async () => {
    // A device is no file that the sandbox could show.
    const full = videoOf('x', { videoPath: '/dev/full', frameCount: 200 });
    await failsWith(full, 'storage_full', { ...tools, sandbox: null });
    await failsWith(videoOf('h.mp4', { audioPath: join(folder, 'nothing.wav') }), 'encoding_failed');
    await failsWith(videoOf('h.mp4'), 'engine_unavailable', { ffmpeg: null, prlimit: null, sandbox: null });
  });

  test('an ffmpeg that is killed in the middle fails the video, not the process', async () => {
    const killed = (_: Uint8Array, index: number): void => {
      if (index !== 20) return;
      const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
        .trim()
        .split(' ');
      for (const pid of children) process.kill(Number(pid), 'SIGKILL');
    };
    const endless = videoOf('j.mp4', { frameCount: 1_000_000 });
    await assert.rejects(encodeVideo(tools, endless, killed), { code: 'encoding_failed' });
  });

  test('audio that refers to other files or URLs is not followed', async () => {
    const list = join(folder, 'list.m3u8');
    await writeFile(list, `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\ntone.wav\n#EXT-X-ENDLIST\n`);
    await failsWith(videoOf('i.mp4', { audioPath: list }), 'encoding_failed');
  });

  test('a thumbnail is a JPEG of the frame it was given', async () => {
    const frame = new Uint8Array(SIZE.width * SIZE.height * 1.5).fill(128);
    const thumbnailPath = join(folder, 't.jpg');
    await writeThumbnail(tools, { ...SIZE, frame, thumbnailPath });
    assert.ok((await stat(thumbnailPath)).size > 100);
    const grey = await decoded(thumbnailPath, '-pix_fmt', 'gray', '-f', 'rawvideo');
    assert.ok(grey.every((value) => Math.abs(value - 130) <= 3));
  });
});
