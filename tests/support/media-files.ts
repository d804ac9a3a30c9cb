import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { encodeWav } from '../../engines/codec/index.ts';
import { findQuickFfmpeg } from '../../engines/ffmpeg/testing/quick-ffmpeg.ts';

const run = promisify(execFile);

/** A mono WAV at 8 kHz. Use another pitch for different content. */
export function sound(seconds: number, hz = 440): Buffer {
  const samples = new Float32Array(seconds * 8_000);
  // Four times as fast as `Float32Array.from`, and hundreds of tests send a sound.
  for (let i = 0; i < samples.length; i += 1) samples[i] = 0.3 * Math.sin((i * hz) / 1_273);
  return encodeWav([samples], 8_000);
}

/** A tone as MP3. */
export const mp3 = (seconds: number): Promise<Buffer> =>
  made('-f', 'lavfi', '-i', `sine=f=440:d=${seconds}`, '-ac', '1', '-f', 'mp3');

const COLOUR = ['-f', 'lavfi', '-i', 'color=c=teal:s=16x16:r=10:d=1'];

/** 16 × 16 pixels of one colour. */
export const picture = (): Promise<Buffer> =>
  made(...COLOUR, '-frames:v', '1', '-c:v', 'png', '-f', 'image2');

/** One second of a plain colour, without sound. */
export const clip = (): Promise<Buffer> => made(...COLOUR, '-c:v', 'mpeg4', '-f', 'mp4');

/** Almost two seconds of a plain colour with a tone. */
export const film = (): Promise<Buffer> => {
  const pictures = ['-f', 'lavfi', '-i', 'color=c=teal:s=64x64:r=10:d=1.9'];
  const tone = ['-f', 'lavfi', '-i', 'sine=f=440:d=1.9'];
  return made(...pictures, ...tone, '-c:v', 'mpeg4', '-c:a', 'aac', '-f', 'mp4');
};

/** 60 gigapixels in one megabyte: 30 seconds of a plain colour in 4K at 240 frames per second. */
export async function heavyClip(): Promise<Buffer> {
  return inFolder(async (folder, ffmpeg) => {
    const short = join(folder, 'short.mp4');
    const long = join(folder, 'long.mp4');
    const source = ['-f', 'lavfi', '-i', 'color=c=teal:s=3840x2160:r=240:d=0.05'];
    await ffmpeg(...source, '-c:v', 'libx264', '-preset', 'ultrafast', short);
    await ffmpeg('-stream_loop', '599', '-i', short, '-c', 'copy', long);
    return readFile(long);
  });
}

const known = new Map<string, Promise<Buffer>>();

/** Each file once per process, because ffmpeg takes longer to start than to make it. A copy, because tests change bytes. */
async function made(...args: string[]): Promise<Buffer> {
  const making = known.get(args.join(' ')) ?? makeFile(args);
  known.set(args.join(' '), making);
  return Buffer.from(await making);
}

function makeFile(args: string[]): Promise<Buffer> {
  return inFolder(async (folder, ffmpeg) => {
    const path = join(folder, 'made');
    await ffmpeg(...args, path);
    return readFile(path);
  });
}

type Ffmpeg = (...args: string[]) => Promise<unknown>;

async function inFolder<T>(use: (folder: string, ffmpeg: Ffmpeg) => Promise<T>): Promise<T> {
  const command = await findQuickFfmpeg();
  const folder = await mkdtemp(join(tmpdir(), 'made-'));
  try {
    return await use(folder, (...args) => run(command, ['-nostdin', '-v', 'error', ...args]));
  } finally {
    await rm(folder, { recursive: true });
  }
}
