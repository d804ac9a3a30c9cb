import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '../../engines/ffmpeg/index.ts';
import { type RenderRequest, UnknownPresenter, type VideoEngine } from '../../engines/video/index.ts';

export type FakeVideo = VideoEngine & {
  requests: RenderRequest[];
  /** Every render waits for this. Tests of running jobs keep it pending. */
  gate: Promise<void>;
  /** If set, every render throws it, and whatever prepares one. */
  failure: Error | undefined;
};

const run = promisify(execFile);
const PRESENTER = { gender: 'female', age: 'middle', description: 'For tests.' } as const;
const SIZE = { width: 854, height: 480, fps: 25 };
const SHARES = [0, 0.1, 0.2, 0.3, 0.4, 0.5];

type Files = { video: Buffer; thumbnail: Buffer };

/** All fakes of the process share these files, by number of frames. */
const made = new Map<number, Promise<Files>>();

/** Renders a plain colour for the length of the mouth track. Videos of the same length are made once. */
export function createFakeVideo(): FakeVideo {
  const picture = new URL(import.meta.url).pathname;
  const thumbnails = { jpeg: picture, webp: picture };
  const fake: FakeVideo = {
    presenters: [
      { ...PRESENTER, id: 'clara', name: 'Clara', thumbnails },
      { ...PRESENTER, id: 'marcus', name: 'Marcus', thumbnails },
    ],
    requests: [],
    gate: Promise.resolve(),
    failure: undefined,
    async prepare() {
      if (fake.failure) throw fake.failure;
    },
    async render(request, { signal, onProgress } = {}) {
      signal?.throwIfAborted();
      const { picture, folder } = request;
      if (picture.kind === 'presenter' && !fake.presenters.some(({ id }) => id === picture.presenterId))
        throw new UnknownPresenter(picture.presenterId);
      fake.requests.push(request);
      for (const share of SHARES) onProgress?.('rendering', share);
      await Promise.race([fake.gate, aborted(signal)]);
      signal?.throwIfAborted();
      if (fake.failure) throw fake.failure;
      const { durationSeconds } = request.mouth;
      const frames = Math.round(durationSeconds * SIZE.fps);
      const files = made.get(frames) ?? makeFiles(frames);
      made.set(frames, files);
      const { video, thumbnail } = await files;
      const results = { videoPath: join(folder, 'video.mp4'), thumbnailPath: join(folder, 'video.jpg') };
      await Promise.all([writeFile(results.videoPath, video), writeFile(results.thumbnailPath, thumbnail)]);
      onProgress?.('encoding', 1);
      return { ...results, durationSeconds, ...SIZE };
    },
    close: async () => undefined,
  };
  return fake;
}

async function makeFiles(frames: number): Promise<Files> {
  const ffmpeg = await findFfmpeg(process.env.FFMPEG_PATH, process.env);
  if (!ffmpeg) throw new Error('these tests need ffmpeg');
  const folder = await mkdtemp(join(tmpdir(), 'fake-video-'));
  const video = join(folder, 'video.mp4');
  const thumbnail = join(folder, 'video.jpg');
  const source = (filter: string) => ['-f', 'lavfi', '-t', String(frames / SIZE.fps), '-i', filter];
  const colour = source(`color=c=teal:s=${SIZE.width}x${SIZE.height}:r=${SIZE.fps}`);
  const input = [...colour, ...source('anullsrc=r=48000:cl=mono')];
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const same = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
  const film = ['-map', '0:v', '-map', '1:a', ...codecs, ...same, '-f', 'mp4', video];
  const still = ['-map', '0:v', '-frames:v', '1', '-f', 'mjpeg', thumbnail];
  try {
    await run(ffmpeg, ['-nostdin', '-v', 'error', ...input, ...film, ...still]);
    return { video: await readFile(video), thumbnail: await readFile(thumbnail) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
