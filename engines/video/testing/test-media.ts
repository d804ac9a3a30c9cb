import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before } from 'node:test';
import { promisify } from 'node:util';
import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { findQuickFfmpeg } from '../../ffmpeg/testing/quick-ffmpeg.ts';
import { findServiceTools } from '../../ffmpeg/testing/service-tools.ts';
import type { MouthTrack, Viseme } from '../../lipsync/index.ts';
import { openPainters, type Painters } from '../open-painters.ts';
import { type Frame, frameOf } from '../source/frame.ts';

/** Eileen Collins, photographed by NASA; in the public domain. 512 × 512, one face, smiling. */
export const PHOTO = join(import.meta.dirname, 'astronaut.jpg');

const MOST_BYTES = 512 * 1024 ** 2;
const run = promisify(execFile);
/** Many tests of a process make the same file, and ffmpeg takes longer to start than to make it. */
const made = new Map<string, Buffer>();

export type TestMedia = {
  tools(): FfmpegTools;
  painters(): Painters;
  folder(): string;
  /** Creates a file with ffmpeg and returns its path. */
  make(name: string, ...args: string[]): Promise<string>;
  /** Returns what ffmpeg writes to stdout. */
  read(...args: string[]): Promise<Buffer>;
};

/** A folder, ffmpeg and painter threads for the tests of a file. */
export function openTestMedia(): TestMedia {
  let ffmpeg = '';
  let folder = '';
  let tools: FfmpegTools;
  before(async () => {
    ffmpeg = await findQuickFfmpeg();
    tools = await findServiceTools();
    folder = await mkdtemp(join(tmpdir(), 'videos-'));
  });
  let painters: Painters | undefined;
  after(async () => {
    await painters?.close();
    await rm(folder, { recursive: true });
  });
  const quiet = ['-nostdin', '-v', 'error', '-y'];
  return {
    tools: () => tools,
    painters() {
      painters ??= openPainters();
      return painters;
    },
    folder: () => folder,
    async make(name, ...args) {
      const path = join(folder, name);
      const key = [extname(name), ...args].join('\0');
      const known = made.get(key);
      if (known) await writeFile(path, known);
      else await run(ffmpeg, [...quiet, ...args, path]);
      // A file of this folder may have another content next time.
      if (!known && !args.some((arg) => arg.includes(folder))) made.set(key, await readFile(path));
      return path;
    },
    async read(...args) {
      const options = { encoding: 'buffer', maxBuffer: MOST_BYTES } as const;
      return (await run(ffmpeg, [...quiet, ...args, 'pipe:1'], options)).stdout;
    },
  };
}

/** All frames of a video. */
export async function framesOf(
  media: TestMedia,
  path: string,
  width: number,
  height: number,
): Promise<Frame[]> {
  const bytes = await media.read('-i', path, '-vsync', '0', '-f', 'rawvideo', '-pix_fmt', 'yuv420p');
  const size = (width * height * 3) / 2;
  return Array.from({ length: bytes.length / size }, (_, i) =>
    frameOf(width, height, new Uint8Array(bytes.subarray(i * size, (i + 1) * size))),
  );
}

/** Seconds of sound in a video. */
export async function soundSeconds(media: TestMedia, path: string): Promise<number> {
  const bytes = await media.read('-i', path, '-ac', '1', '-ar', '48000', '-f', 's16le');
  return bytes.length / 2 / 48_000;
}

/** A mouth track of visemes with the given lengths. */
export function trackOf(...visemes: [viseme: Viseme, seconds: number][]): MouthTrack {
  let at = 0;
  const cues = visemes.map(([viseme, seconds]) => {
    const cue = { viseme, startSeconds: at, endSeconds: at + seconds, stress: 0.8 };
    at += seconds;
    return cue;
  });
  return { durationSeconds: at, cues, loudness: new Float32Array(Math.ceil(at * 100)).fill(0.5) };
}

/** ffmpeg arguments that turn the photograph into a clip. `motion` is a filter chain that moves it. */
export function movingPhoto(motion: string, seconds: number, rate = '25'): string[] {
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '12', '-pix_fmt', 'yuv420p'];
  return ['-loop', '1', '-framerate', rate, '-t', String(seconds), '-i', PHOTO, '-vf', motion, ...video];
}
